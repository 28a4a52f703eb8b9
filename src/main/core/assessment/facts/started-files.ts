import { lookUpPrograms } from '../../policy/program-lookup'
import type { CommandGraph, SimpleCommand } from '../../shell/graph'
import { resolveAll, upwards } from '../../shell/paths'
import type { Workspace } from '../../workspace'
import type { FactsReading } from './facts-reader'

/** Programs that start what a project installed before what the system has. */
const startsInstalled = /^(npm|npx|pnpm|pnpx|yarn|bun|bunx)$/

/** Files that a program runs, or is told by them what to run, where it is started: by its name. */
const startsFrom: Readonly<Record<string, readonly string[]>> = {
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile'],
  tox: ['tox.ini', 'setup.cfg', 'pyproject.toml'],
  nox: ['noxfile.py'],
  pytest: ['conftest.py', 'pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'],
  ant: ['build.xml'],
  mvn: ['pom.xml'],
  gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  gradlew: ['build.gradle', 'build.gradle.kts', 'gradle/wrapper/gradle-wrapper.properties'],
  docker: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml', 'Dockerfile'],
  'docker-compose': ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
  scons: ['SConstruct'],
  cmake: ['CMakeLists.txt'],
  meson: ['meson.build'],
  cargo: ['build.rs', '.cargo/config.toml'],
  vagrant: ['Vagrantfile'],
  grunt: ['Gruntfile.js'],
  gulp: ['gulpfile.js'],
  npm: ['.npmrc'],
  pnpm: ['.npmrc'],
}

/** Options with a file that a program runs or takes its environment from, by what the program is called. */
const loads: readonly (readonly [program: RegExp, options: RegExp])[] = [
  [
    /^(node|deno|bun|tsx|ts-node)$/,
    /^(-r|--require|--import|--loader|--experimental-loader|--env-file(-if-exists)?)$/,
  ],
  [/^sed$/, /^(-f|--file)$/],
  [/^(docker|docker-compose)$/, /^(-f|--file|--env-file)$/],
  [/^(bash|sh)$/, /^(--rcfile|--init-file)$/],
  [/^just$/, /^(-f|--justfile)$/],
]

/** So many commands of a line are looked at, and so many files bound. */
const [mostCommands, mostFiles] = [64, 200]

function optionFiles({ program, words }: SimpleCommand): readonly string[] {
  const known = loads.find(([name]) => name.test(program))
  if (!known) return []
  const [, options] = known
  return words.slice(1).flatMap(({ text }, at) => {
    const cut = text.indexOf('=')
    if (cut > 0 && options.test(text.slice(0, cut))) return [text.slice(cut + 1)]
    return options.test(text) ? [words[at + 2]?.text ?? ''] : []
  })
}

/** `python -m NAME`: what stands beside it under that name goes before what is installed. */
function moduleFiles({ program, words }: SimpleCommand): readonly string[] {
  const at = words.findIndex(({ text }) => text === '-m')
  const name = /^(python|pypy)/.test(program) && at > 0 ? words[at + 1]?.text.replaceAll('.', '/') : undefined
  return name ? [`${name}.py`, `${name}/__main__.py`, `${name}/__init__.py`] : []
}

/** The programs that a command was started by, up to the line itself. */
function startedBy(command: SimpleCommand, all: readonly SimpleCommand[]): readonly string[] {
  const found: string[] = []
  for (let at = command.parent; at !== undefined && found.length < 16; at = all[at]?.parent)
    found.push(all[at]?.program ?? '')
  return found
}

/**
 * Takes up in a reading what is started besides the texts that look-through reads, so that a yes is given on it as well: programs that
 * are not the system's, as files; what a project installed under a name; what a program reads to know what to run. Nothing is analysed.
 * What is not there counts too: it goes before what is, once it comes.
 */
export async function bindStarted(
  { commands }: Pick<CommandGraph, 'commands'>,
  reading: Pick<FactsReading, 'bind' | 'path'>,
  { workspace, roots }: { readonly workspace: Pick<Workspace, 'program'>; readonly roots: readonly string[] },
): Promise<void> {
  const bound = new Set<string>()
  const bind = async (path: string): Promise<void> => {
    if (bound.has(path) || bound.size >= mostFiles) return
    bound.add(path)
    await reading.bind(path)
  }
  const isThere = async (path: string): Promise<boolean> =>
    (await reading.path(path, 'entry')).realKind === 'file'
  for (const command of commands.slice(0, mostCommands)) {
    const [first] = command.words
    if (command.host !== undefined || first?.known !== true) continue
    const named = (names: readonly string[]): readonly string[] =>
      names.flatMap((name) => (name === '' ? [] : resolveAll(name, command.cwd)))
    for (const path of named([...(startsFrom[command.program] ?? []), ...moduleFiles(command)]))
      await bind(path)
    for (const path of named(optionFiles(command))) await bind(path)
    const name = first.text
    const [cwd] = command.cwd
    if (cwd === undefined) continue
    if (!name.includes('/') && startedBy(command, commands).some((each) => startsInstalled.test(each)))
      for (const folder of upwards(cwd).slice(0, 12)) {
        const path = `${folder}/node_modules/.bin/${name}`
        if (!(await isThere(path))) continue
        await bind(path)
        break
      }
    const path = command.assignments.find((each) => each.name === 'PATH')?.value
    // Of a path that goes on with what is not known, the folders that come before that.
    const folders = path?.known === false ? path.head.split(':').slice(0, -1) : path?.text.split(':')
    for (const folder of (!name.includes('/') && folders) || [])
      for (const file of resolveAll(`${folder || '.'}/${name}`, [cwd])) {
        await bind(file)
        if (await isThere(file)) break
      }
    const place = await lookUpPrograms(workspace, cwd, roots)(name)
    if (place?.system === false) await bind(place.at ?? place.path)
  }
}
