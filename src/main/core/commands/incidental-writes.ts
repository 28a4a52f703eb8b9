import type { Evidence } from '@shared/domain/evidence'
import { isWithin } from '../shell/paths'

/** Where tools keep what they note for themselves, below one of the person's folders. */
interface Place {
  readonly base: 'home' | 'cache' | 'state' | 'config'
  readonly path: string
  readonly why: string
}

/**
 * What tools write beside their work, and do their work without: a refused write here is no reason for a failure. A place
 * belongs here only if its tool goes on where it cannot be written to. `''` is the base itself.
 */
const places: readonly Place[] = [
  { base: 'cache', path: '', why: 'holds only what is not essential (XDG base directories)' },
  { base: 'state', path: '', why: 'logs, histories and positions (XDG base directories)' },
  { base: 'home', path: 'Library/Caches', why: 'the same, on a Mac' },
  { base: 'home', path: 'Library/Logs', why: 'the same, on a Mac' },
  { base: 'home', path: '.npm/_logs', why: 'npm’s log of each run' },
  { base: 'home', path: '.npm/_update-notifier-last-checked', why: 'when npm last looked for a newer npm' },
  { base: 'config', path: 'configstore', why: 'when tools on Node last looked for updates' },
  { base: 'config', path: 'matplotlib', why: 'matplotlib’s list of fonts' },
  { base: 'home', path: '.matplotlib', why: 'the same, as it was kept before' },
  { base: 'config', path: 'nextjs-nodejs', why: 'telemetry of Next.js' },
  { base: 'config', path: 'turborepo', why: 'telemetry of Turborepo' },
  { base: 'config', path: 'astro', why: 'telemetry of Astro' },
  { base: 'home', path: '.dotnet/TelemetryStorageService', why: 'telemetry of .NET' },
  { base: 'home', path: '.git-credential-cache', why: 'the socket of git’s short memory for passwords' },
  { base: 'home', path: '.local/share/recently-used.xbel', why: 'recent documents of desktop programs' },
  { base: 'home', path: '.local/share/fish/fish_history', why: 'a history of typed lines' },
  ...[
    ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.sqlite_history'],
    ...['.psql_history', '.mysql_history', '.rediscli_history', '.irb_history', '.lesshst', '.viminfo'],
  ].map((path) => ({ base: 'home', path, why: 'a history of typed lines' }) as const),
  { base: 'home', path: '.wget-hsts', why: 'what wget remembers of hosts' },
]

/** Caches that their tool cannot do without: it stops where it cannot write to them. */
const needed: readonly Pick<Place, 'base' | 'path'>[] = [
  ...[
    'go-build',
    'golangci-lint',
    'bazel',
    'bazelisk',
    'pre-commit',
    'huggingface',
    'torch',
    'ccache',
    'sccache',
  ],
  ...[
    'ms-playwright',
    'puppeteer',
    'Cypress',
    'electron',
    'node-gyp',
    'node',
    'uv',
    'pypoetry',
    'nix',
    'zig',
  ],
  ...['deno', 'yarn/berry'],
].map((path) => ({ base: 'cache', path }))

/** Tells what lies beside the work. */
export type IsIncidental = (evidence: Evidence) => boolean

/**
 * Which of the kernel's reports are of what a tool notes for itself, beside its work: logs, histories, update checks and
 * caches that it can do without. Such a report is kept and shown, but makes no failure a denial and is not asked about.
 * What is protected, what is no write, and any other place counts as the work's own, and so does what lies at or below one of these places that
 * the command itself names (`named`): who removes a cache is not beside their work there. `env` moves the bases, as XDG says.
 */
export function incidentalWrites(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): IsIncidental {
  const based = (variable: string, path: string): string => {
    const given = env[variable]?.replace(/\/+$/, '')
    // A base that holds the home folder, or is it, would make everything beside the work.
    return given?.startsWith('/') && !isWithin(home, given) ? given : `${home}/${path}`
  }
  const bases = {
    home,
    cache: based('XDG_CACHE_HOME', '.cache'),
    state: based('XDG_STATE_HOME', '.local/state'),
    config: based('XDG_CONFIG_HOME', '.config'),
  }
  const whole = ({ base, path }: Pick<Place, 'base' | 'path'>): string =>
    path === '' ? bases[base] : `${bases[base]}/${path}`
  const beside = places.map(whole)
  const not = [...needed.map(whole), ...named.filter((path) => beside.some((place) => isWithin(path, place)))]
  // Below `.local` programs are installed (`pip install --user`); few of those who make it want `state`.
  const leadsElsewhere = (folder: string): boolean =>
    folder === `${home}/.local` || named.some((path) => isWithin(path, folder))
  return ({ kind, source, protectedBy, target, operation = '' }) => {
    if (kind !== 'write' || source !== 'kernel' || protectedBy !== undefined) return false
    if (not.some((place) => isWithin(target, place))) return false
    // On the way to such a place its tool makes the folders around it, where the command names nothing below them.
    const leadsThere =
      operation.startsWith('mkdir') &&
      !leadsElsewhere(target) &&
      beside.some((place) => isWithin(place, target))
    return leadsThere || beside.some((place) => isWithin(target, place))
  }
}
