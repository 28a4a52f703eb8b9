import { lookUpPrograms } from '../../policy/program-lookup'
import { environmentOf, type CommandGraph, type SimpleCommand, type Word } from '../../shell/graph'
import { knownInput } from '../../shell/known-output'
import { isWithin, longestPath, resolveAll, upwards } from '../../shell/paths'
import type { Workspace } from '../../ports/workspace'
import { isOldPath } from '../../shell/nested/search-path'
import { startsPlainly } from '../../shell/nested/shells'
import { folderOfGit } from '../../shell/nested/git-call'
import type { FactsReading } from './facts-reader'
import type { Findings } from './gather'
import { loadsUnread } from './loaded-code'

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
}

/** What a package manager reads, in every folder on the way up, to know which shell or code it runs. */
const settingsOf: Readonly<Record<string, readonly string[]>> = {
  npm: ['.npmrc'],
  npx: ['.npmrc'],
  pnpm: ['.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs'],
  pnpx: ['.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs'],
  // Its scripts get the variables of the first of the last four, and Node loads the others before anything in them.
  yarn: ['.npmrc', '.yarnrc', '.yarnrc.yml', '.env.yarn', '.pnp.cjs', '.pnp.js', '.pnp.loader.mjs'],
  bun: ['bunfig.toml', '.env', '.env.local', '.env.development'],
  bunx: ['bunfig.toml'],
}

/** Settings of theirs that name a program or code; what these lead to is not read. */
const startsMore =
  /^\s*["']?(script-shell|scriptShell|shell|node-options|nodeOptions|yarn-path|yarnPath|plugins|preload|pnpmfile|init-module|git|editor)["']?\s*[:= ]/m

/**
 * Variables by which programs load code, are told what to run, or where their configuration lies; what is written in them is no order of
 * theirs.
 */
const loadsBy =
  /^(HOME|XDG_\w+|\w+_HOME|\w*HOMEDIR|\w*CONFIG\w*|\w+_(DIR|DIRS)|\w+RC|\w+PATHS?|LD_\w+|DYLD_\w+|BASH_ENV|ENV|ZDOTDIR|GIT_\w+|\w*EDITOR|VISUAL|\w*PAGER|BROWSER|SHELL|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|PERL\w*|VIM|VIMINIT|EXINIT|VIMRUNTIME|RUBY\w*|PYTHON\w+|PYTEST_\w+|NODE_\w+|YARN_\w+|BUN_\w+|DENO_\w+|LUA_\w+|PHP_INI_SCAN_DIR|\w*JAVA_(TOOL_)?OPTIONS|(JAVA|MAVEN|GRADLE|SBT)_\w+|DOTNET_\w+|CORECLR_\w+|R_(PROFILE|ENVIRON|LIBS)\w*|RUSTC?(_\w*WRAPPER|DOC|FLAGS)?|CARGO_\w+|GO(FLAGS|ENV|ROOT|WORK)|CC|CXX|LD|AR|(GNU)?MAKEFLAGS|MAKEFILES|GCC_EXEC_PREFIX|GNUPGHOME|CURL_HOME|TERMINFO|OPENSSL_\w+|SSL_CERT_\w+|\w*(_RSH|ASKPASS|_WRAPPER|_PRELOAD|_PLUGINS?|_MODULES?|_HOOKS?|_RCFILE|RC_FILE|_STARTUP|_INIT|_SHELL|_COMMAND|_HELPER|_PROVIDER))$/i

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
  // Files of names.
  [/^(g?tar|bsdtar)$/, /^(-[A-Za-z]*T|--files-from)$/],
  [/^rsync$/, /^--(files|include|exclude)-from$/],
  [/^(g?xargs|parallel)$/, /^(-a|--arg-file)$|^::::$/],
  [/^wget$/, /^(-i|--input-file)$/],
  [/^(find|wc|sort|du|git)$/, /^(-files0-from|--files0-from|--pathspec-from-file)$/],
]

/** The files that `git apply` and `git am` do what they say. */
const patchesOf = ({ words }: SimpleCommand): readonly string[] =>
  words.some(({ text }) => /^(apply|am)$/.test(text))
    ? words.slice(2).flatMap(({ text, known }) => (known && !text.startsWith('-') ? [text] : []))
    : []

/** Programs that take what stands on their input for names, or for the words of commands. */
const readsNames = /^(g?xargs|parallel|cpio|pax|zip)$/

/** A word of MAKEFLAGS that names no file and holds no text of a makefile. */
const plainMakeFlag = /^(-?[kijsnqrRwSB]*\d*|--(jobs|silent|quiet|keep-going|no-print-directory)(=\d+)?)$/

/** So many commands of a line are looked at, and so many files bound. */
const [mostCommands, mostFiles] = [64, 400]

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

/** A command with the programs that it was started by, up to the line itself. */
function chain(command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const found = [command]
  for (let at = command.parent; at !== undefined && found.length < 16;) {
    const next = all[at]
    if (next) found.push(next)
    at = next?.parent
  }
  return found
}

/** A line that names PATH in other ways than it is read and assigned in may set it by one that is not followed: `getopts x PATH`, `exec {PATH}<f`. */
const namesPath = /(?<![\w$]|\$\{[#!]?)PATH(?!\w|\+?=)/

/** The folders that the line puts before those of the search path, and whether what stands there is known. */
function pathFolders(commands: readonly SimpleCommand[]): { folders: readonly string[]; known: boolean } {
  const values = commands.flatMap(environmentOf).filter(({ name }) => name === 'PATH')
  const folders = values.flatMap(({ value: { text } }) => text.split(':'))
  const others = folders.filter((each) => !isOldPath(each))
  return { folders: others.map((each) => each || '.'), known: !others.some((each) => /[$`*?]/.test(each)) }
}

/** The places that the value of a variable names: it, and its parts between the signs that part lists and options. */
const placesIn = (text: string): readonly string[] =>
  [...new Set([text, ...text.split(/[\s:;,=]+|(?<=(?:^|\s)-[A-Za-z])(?=[./])/)])].filter(
    (each) => each !== '' && each.length <= longestPath && !each.startsWith('-'),
  )

/** The program of a script's first line, and the name that `env` looks up for it. */
function interpreterOf(
  text: string,
): { readonly path: string; readonly name: string | undefined } | undefined {
  const [, path, rest = ''] = /^#![ \t]*(\S+)[ \t]*([^\n]*)/.exec(text) ?? []
  if (path === undefined) return undefined
  const name = /(^|\/)env$/.test(path)
    ? rest.split(/\s+/).find((each) => each !== '' && !/^-|=/.test(each))
    : undefined
  return { path, name }
}

/** Where a line's programs are looked for. `roots`: the session's folders, whose programs a sandboxed command may have put there. */
interface Lookup {
  readonly workspace: Pick<Workspace, 'program'>
  readonly roots: readonly string[]
}

/** From where a program is looked for, and in which folders first. `by`: what names it stands outside, and is not told. */
interface StartedAt {
  readonly cwd: string
  readonly before: readonly string[]
  readonly by?: 'hidden-text'
}

/** Takes up the files of one line, within limits. */
class Started {
  readonly #reading: Pick<FactsReading, 'bind' | 'path' | 'repository' | 'text'>
  readonly #lookup: Lookup
  readonly #bound = new Set<string>()
  /** Whatever may load more than was taken up: programs, variables and files, by name; '' for what there was no room for. */
  readonly unread = new Set<string>()

  constructor(reading: Pick<FactsReading, 'bind' | 'path' | 'repository' | 'text'>, lookup: Lookup) {
    this.#reading = reading
    this.#lookup = lookup
  }

  async bind(path: string, by?: 'hidden-text'): Promise<void> {
    if (this.#bound.has(path)) return
    if (this.#bound.size >= mostFiles) return void this.unread.add('')
    this.#bound.add(path)
    await this.#reading.bind(path, by)
  }

  async #kind(path: string) {
    return (await this.#reading.path(path, 'entry')).realKind
  }

  /** The first of these that is there, with all before it, which would go before it once they come. */
  async first(paths: readonly string[], by?: 'hidden-text'): Promise<string | undefined> {
    for (const path of paths) {
      await this.bind(path, by)
      if ((await this.#kind(path)) === 'file') return path
    }
    return undefined
  }

  /** The program that a name or path stands for, and those that its first line starts; that of one outside is a text which is not told. */
  async program(name: string, at: StartedAt, depth = 0): Promise<void> {
    if (depth > 4 || name === '') return
    const { cwd, before, by: namedBy } = at
    const ahead = name.includes('/')
      ? undefined
      : await this.first(
          before.map((folder) => `${folder}/${name}`),
          namedBy,
        )
    const place =
      ahead === undefined
        ? await lookUpPrograms(this.#lookup.workspace, cwd, this.#lookup.roots)(name)
        : undefined
    if (place?.system === true) return
    const path =
      ahead ?? place?.at ?? place?.path ?? (name.includes('/') ? resolveAll(name, [cwd])[0] : undefined)
    if (path === undefined) return
    await this.bind(path, namedBy)
    const read = await this.#reading.text(path, 'judge')
    const { realPath = path, realKind } = await this.#reading.path(path, 'entry')
    const isInside = this.#lookup.roots.some((root) => isWithin(realPath, root))
    const told = namedBy === undefined || realKind === 'file' ? name : ''
    // One that is named by its path is looked through as a script where it is one.
    const seen = depth === 0 && name.includes('/')
    if (!seen && isInside) this.unread.add(told)
    const by = read.kind === 'text' ? interpreterOf(read.text) : undefined
    if (by === undefined) return
    if (read.kind === 'text' && !startsPlainly(read.text)) this.unread.add(told)
    const next: StartedAt = isInside ? at : { ...at, by: 'hidden-text' }
    await this.program(by.path, next, depth + 1)
    if (by.name !== undefined) await this.program(by.name, next, depth + 1)
  }

  /** What a variable names; a folder, or what is not known, may hold anything. */
  async variable(name: string, { text, known }: Word, cwd: readonly string[]): Promise<void> {
    const isOpen = /MAKEFLAGS$/i.test(name) && !text.split(/\s+/).every((each) => plainMakeFlag.test(each))
    if (!known || isOpen) return void this.unread.add(name)
    if (/^\w+:\/\//.test(text)) return
    for (const each of placesIn(text))
      for (const path of resolveAll(each, cwd)) {
        const kind = await this.#kind(path)
        if ((await lookUpPrograms(this.#lookup.workspace, '/', this.#lookup.roots)(path))?.system) continue
        if (kind !== 'directory') await this.bind(path)
        if (kind !== 'missing') this.unread.add(name)
      }
  }

  /** What another variable names in the session's folders: whoever reads it may be told by that file what to run. */
  async mentioned(name: string, { text, known }: Word, cwd: readonly string[]): Promise<void> {
    if (!known || /^\w+:\/\//.test(text)) return
    for (const path of placesIn(text).flatMap((each) => resolveAll(each, cwd))) {
      if (!this.#lookup.roots.some((root) => isWithin(path, root))) continue
      const kind = await this.#kind(path)
      if (kind === 'file' || (kind === 'missing' && text.includes('/'))) await this.bind(path)
      if (kind === 'file') this.unread.add(name)
    }
  }

  /** Names on the input of a command; those that another command prints are not known. */
  async names(command: SimpleCommand, all: readonly SimpleCommand[]): Promise<void> {
    const { stdin, program, cwd } = command
    if (stdin.kind === 'file' && stdin.target.known)
      for (const file of resolveAll(stdin.target.text, cwd)) await this.bind(file)
    else if (stdin.kind !== 'inherit' && knownInput(command, all) === undefined) this.unread.add(program)
  }

  /** A repository whose configuration starts programs, and whatever would be one before it. */
  async repository(folder: string): Promise<void> {
    const found = await this.#reading.repository(folder)
    // Names of settings of a repository outside are words of a text that is not sent.
    for (const key of [...(found?.executables ?? []), ...(found?.unread ?? [])])
      this.unread.add(found?.inside === true ? key : 'git')
    for (const each of upwards(folder)) {
      if (each === found?.root || !this.#lookup.roots.some((root) => isWithin(each, root))) break
      await this.bind(`${each}/.git`)
    }
  }

  /** The settings of a package manager, from a folder on up. */
  async settings(program: string, cwd: string): Promise<void> {
    for (const name of settingsOf[program] ?? [])
      for (const folder of upwards(cwd).slice(0, 12)) {
        const path = `${folder === '/' ? '' : folder}/${name}`
        await this.bind(path)
        const read = await this.#reading.text(path, 'judge')
        if (read.kind === 'text' && (/\.[cm]?js$|^\.env/.test(name) || startsMore.test(read.text)))
          this.unread.add(name)
      }
  }
}

/**
 * Takes up in a reading what is started besides the texts that look-through reads, so that a yes is given on it as well: programs that
 * are not the system's, as files, with what their first line starts; what a project installed under a name; what a program reads to
 * know what to run; what variables name. Nothing is analysed. What is not there counts too: it goes before what is, once it comes. What
 * may load more than could be taken up is returned by name (programs, variables, files; '' for the rest beyond the limits).
 */
export async function bindStarted(
  { commands, documents }: Pick<CommandGraph, 'commands' | 'documents'>,
  reading: Pick<FactsReading, 'bind' | 'path' | 'repository' | 'text'>,
  lookup: Lookup,
): Promise<readonly string[]> {
  const started = new Started(reading, lookup)
  if (commands.length > mostCommands) started.unread.add('')
  for (const program of loadsUnread({ commands, documents })) started.unread.add(program)
  const path = pathFolders(commands)
  if (!path.known || documents.some(({ text }) => namesPath.test(text))) started.unread.add('PATH')
  for (const command of commands.slice(0, mostCommands)) {
    if (command.host !== undefined) continue
    for (const { name, value } of environmentOf(command))
      await started[loadsBy.test(name) ? 'variable' : 'mentioned'](name, value, command.cwd)
    const [first] = command.words
    const [cwd] = command.cwd
    if (first?.known !== true) continue
    if (readsNames.test(command.program)) await started.names(command, commands)
    const named = [...(startsFrom[command.program] ?? []), ...moduleFiles(command), ...optionFiles(command)]
    for (const name of named.filter((each) => each !== ''))
      for (const file of resolveAll(name, command.cwd)) await started.bind(file)
    if (cwd === undefined) continue
    if (command.program === 'git') {
      const folder = folderOfGit(command.words.slice(1), cwd) ?? cwd
      await started.repository(folder)
      for (const patch of patchesOf(command).flatMap((each) => resolveAll(each, [folder])))
        await started.bind(patch)
    }
    const by = chain(command, commands)
    const installed = by.find(({ program }) => startsInstalled.test(program))
    if (installed) await started.settings(installed.program, cwd)
    const before = path.folders.flatMap((folder) => resolveAll(folder, [cwd]))
    if (by.slice(1).some(({ program }) => startsInstalled.test(program)))
      before.unshift(
        ...upwards(cwd)
          .slice(0, 12)
          .map((folder) => `${folder === '/' ? '' : folder}/node_modules/.bin`),
      )
    await started.program(first.text, { cwd, before })
  }
  return [...started.unread]
}

/**
 * Takes up in a reading what a line that changes what starts by itself is given: what is put there may be any of it. Returned by name is
 * what could not be taken up.
 */
export async function bindCarried(
  commands: readonly SimpleCommand[],
  { touched }: Pick<Findings, 'touched'>,
  reading: Pick<FactsReading, 'bind' | 'path'>,
): Promise<readonly string[]> {
  const all = [...touched.values()].flat()
  const paths = new Set(
    commands.flatMap(({ words, cwd }) => words.slice(1).flatMap(({ text }) => resolveAll(text, cwd))),
  )
  const unread = new Set<string>()
  for (const { action, found } of all) {
    if (action.access === 'read' && found.length === 0) unread.add(action.target.text)
    for (const { fact } of found)
      if (action.access === 'read') paths.add(fact.path)
      else paths.delete(fact.path)
  }
  for (const path of [...paths].slice(0, mostCommands)) {
    const { realKind } = await reading.path(path, 'entry')
    if (realKind === 'file') await reading.bind(path)
    else if (realKind !== 'missing' && realKind !== 'device') unread.add(path)
  }
  if (paths.size > mostCommands) unread.add('')
  return [...unread]
}
