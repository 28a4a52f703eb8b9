import type { FactRow } from '@shared/domain/facts'
import { packageVerb, parseManifest } from '../../shell/nested/package-scripts'
import type { CommandGraph, SimpleCommand } from '../../shell/graph'
import { parentOf, upwards } from '../../shell/paths'
import type { FactsReading } from './facts-reader'

interface Ecosystem {
  readonly programs: RegExp
  readonly verbs: RegExp
  readonly manifest: string
  readonly locks: readonly string[]
}

const ecosystems: readonly Ecosystem[] = [
  {
    programs: /^(npm|pnpm|yarn|bun)$/,
    verbs: /^(install|ci|update|upgrade|remove|uninstall|rebuild)$/,
    manifest: 'package.json',
    locks: ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  },
  {
    programs: /^(uv|poetry|pdm|pip|pip3|pipenv)$/,
    verbs: /^(install|sync|add|update|lock|pip)$/,
    manifest: 'pyproject.toml',
    locks: ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'requirements.txt'],
  },
  {
    programs: /^cargo$/,
    verbs: /^(add|build|update|install|fetch|run|test)$/,
    manifest: 'Cargo.toml',
    locks: ['Cargo.lock'],
  },
  { programs: /^go$/, verbs: /^(get|mod|build|install|run|test)$/, manifest: 'go.mod', locks: ['go.sum'] },
  {
    programs: /^(bundle|bundler)$/,
    verbs: /^(install|update|add)$/,
    manifest: 'Gemfile',
    locks: ['Gemfile.lock'],
  },
  {
    programs: /^composer$/,
    verbs: /^(install|update|require)$/,
    manifest: 'composer.json',
    locks: ['composer.lock'],
  },
]

const lifecycle = ['preinstall', 'install', 'postinstall', 'prepare']
const bareName = (text: string): string => text.replace(/(?<=.)@.*$/, '')

/** What package.json says of an install: how much it asks for, what is new to it, which scripts of its own run. */
function manifestRows(text: string, path: string, command: SimpleCommand): FactRow[] {
  const manifest = parseManifest(text, path)
  const file = 'package.json'
  if (!manifest) return [{ kind: 'manifest', known: false, file, found: 'malformed' }]
  const { rest } = packageVerb(command.words.slice(1))
  const named = rest.map((word) => bareName(word.text)).filter((name) => !name.startsWith('-'))
  const fresh = named.filter((name) => !manifest.dependencies.includes(name))
  const ignores = command.words.some((word) => word.text === '--ignore-scripts')
  const scripts = lifecycle.filter((name) => Object.hasOwn(manifest.scripts, name))
  return [
    {
      kind: 'manifest',
      known: true,
      file,
      found: 'read',
      dependencies: manifest.dependencies.length,
      ...(!ignores && { scripts }),
    },
    ...(fresh.length > 0 ? [{ kind: 'adds', known: true, names: fresh.slice(0, 6) } as const] : []),
  ]
}

async function rowsFor(
  command: SimpleCommand,
  ecosystem: Ecosystem,
  reading: FactsReading,
): Promise<FactRow[]> {
  const [cwd, ...others] = command.cwd
  if (cwd === undefined || others.length > 0) return []
  const { manifest: file } = ecosystem
  for (const folder of upwards(cwd).slice(0, 8)) {
    const path = `${folder}/${file}`
    const read = await reading.text(path, 'show')
    if (read.kind === 'not-read' && read.reason === 'does not exist') continue
    if (read.kind === 'not-read')
      return [{ kind: 'manifest', known: false, file, found: 'unread', reason: read.reason }]
    const found = await Promise.all(
      ecosystem.locks.map((name) => reading.path(`${parentOf(path)}/${name}`, 'entry')),
    )
    const locks = ecosystem.locks.filter((_, at) => found[at]?.kind === 'file')
    const lock: FactRow = { kind: 'lockfile', known: true, files: locks }
    return file === 'package.json'
      ? [...manifestRows(read.text, path, command), lock]
      : [{ kind: 'manifest', known: true, file, found: 'there' }, lock]
  }
  return [{ kind: 'manifest', known: true, file, found: 'missing' }]
}

/** What manifest and lockfile say of the first package manager's call in a command; empty when there is none. */
export async function packageFacts(graph: CommandGraph, reading: FactsReading): Promise<readonly FactRow[]> {
  for (const command of graph.commands) {
    if (command.host !== undefined) continue
    const ecosystem = ecosystems.find(({ programs }) => programs.test(command.program))
    const { verb } = packageVerb(command.words.slice(1))
    if (ecosystem?.verbs.test(verb) === true) return rowsFor(command, ecosystem, reading)
  }
  return []
}
