import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunSpec } from '../../../core/ports/sandbox'
import { strangerOnTheWay } from '../../own-process/own-way'
import { Looks } from '../looks'
import { isUnder, writablePlaces } from '../writable-roots'

/** What package managers and compilers keep, and where. */
interface OwnCache {
  /** By what they find it. */
  readonly variable: string
  /** Its folder in the workspace's cache. */
  readonly folder: string
  /** Where it lies otherwise, below the home. */
  readonly usual: string
  /**
   * What they read there without the network, below the home. Where it is there, they keep theirs until a command of this program
   * fetches, which needs the network anyway; of no program: for good.
   */
  readonly stock?: { readonly at: string; readonly program?: string }
  /** Settings that are looked for in the same folder, below the home: where a person has one of them, it is theirs that is used. */
  readonly unless?: readonly string[]
  /** Only for a command whose words say this; absent: for all. */
  readonly named?: RegExp
}

/** Playwright's server of tools, however it is started. It keeps profiles and a list of its browsers in the cache, and nothing names another place for both. */
const browserTools = /playwright(-core)?(\/cli\.js)?["']?(@\S+)?[-/\s]+mcp\b|mcp-server-playwright/

const caches: readonly OwnCache[] = [
  { variable: 'npm_config_cache', folder: 'npm', usual: '.npm' },
  { variable: 'PNPM_HOME', folder: 'pnpm', usual: '.local/share/pnpm' },
  { variable: 'YARN_GLOBAL_FOLDER', folder: 'yarn', usual: '.yarn/berry' },
  { variable: 'BUN_INSTALL_CACHE_DIR', folder: 'bun', usual: '.bun/install/cache' },
  { variable: 'PIP_CACHE_DIR', folder: 'pip', usual: '.cache/pip' },
  { variable: 'UV_CACHE_DIR', folder: 'uv', usual: '.cache/uv' },
  { variable: 'GOCACHE', folder: 'go-build', usual: '.cache/go-build' },
  { variable: 'GOPATH', folder: 'go', usual: 'go', stock: { at: 'go/pkg/mod', program: 'go' } },
  {
    variable: 'CARGO_HOME',
    folder: 'cargo',
    usual: '.cargo',
    stock: { at: '.cargo/registry', program: 'cargo' },
  },
  { variable: 'GRADLE_USER_HOME', folder: 'gradle', usual: '.gradle' },
  { variable: 'CCACHE_DIR', folder: 'ccache', usual: '.cache/ccache' },
  { variable: 'SCCACHE_DIR', folder: 'sccache', usual: '.cache/sccache' },
  { variable: 'GOLANGCI_LINT_CACHE', folder: 'golangci-lint', usual: '.cache/golangci-lint' },
  {
    variable: 'PRE_COMMIT_HOME',
    folder: 'pre-commit',
    usual: '.cache/pre-commit',
    stock: { at: '.cache/pre-commit' },
  },
  {
    variable: 'POETRY_CACHE_DIR',
    folder: 'pypoetry',
    usual: '.cache/pypoetry',
    stock: { at: '.cache/pypoetry' },
  },
  {
    variable: 'MPLCONFIGDIR',
    folder: 'matplotlib',
    usual: '.config/matplotlib',
    unless: ['.config/matplotlib/matplotlibrc', '.config/matplotlib/stylelib'],
  },
  { variable: 'XDG_CACHE_HOME', folder: 'xdg', usual: '.cache', named: browserTools },
]

/** Where the caches of all workspaces lie: beside the engine's home, which holds nothing that a command may come to. */
export const cachesFolder = (engineHome: string, looks: Looks): string =>
  `${looks.real(engineHome) ?? engineHome}-caches`

/** The cache of a workspace, or of what else is named so, in the folder of all, which is made; undefined where anybody else could put something in its place. */
function cacheOf(workspace: string, all: string): string | undefined {
  const folder = join(all, createHash('sha256').update(workspace).digest('hex').slice(0, 32))
  try {
    if (strangerOnTheWay(folder) !== undefined) return undefined
    const looks = new Looks()
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Somebody else could have made what was missing.
      if (strangerOnTheWay(folder) !== undefined) return undefined
    }
    const found = looks.follow(folder)
    return found.kind === 'there' && found.stats.isDirectory() && found.path === folder ? folder : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // no place for it: they have theirs
    throw error
  }
}

const has = (env: RunSpec['env'], variable: string): boolean =>
  Object.keys(env).some((name) => name === variable || name.toLowerCase() === variable)

/**
 * Gives the package managers of a run caches that it may write to, in a folder of its workspace alone, which nothing outside of a sandbox
 * reads. A cache that the environment names is left, and so is one that the policy or a grant opens. None where nothing may be written, and
 * where the folder would lie in what commands may write to.
 */
export function ownCaches(
  home: string | undefined,
  engineHome: string | undefined,
): (spec: RunSpec) => RunSpec {
  return (spec) => {
    const { env, policy, workspace, permit } = spec
    if (policy.mode !== 'workspace-write' || engineHome === undefined) return spec
    const looks = new Looks()
    const { roots, temporary } = writablePlaces(policy, workspace, env.TMPDIR, looks)
    const granted = permit.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
    const open = [...roots, ...granted]
    const all = cachesFolder(engineHome, looks)
    if ([...open, ...temporary].some((place) => isUnder(all, place))) return spec
    const own = env.HOME ?? home ?? '/'
    const isOpen = (usual: string): boolean =>
      open.some((place) => isUnder(usual, place) || isUnder(place, usual))
    const words = spec.command.join(' ')
    const wanted = caches.filter(
      ({ variable, usual, named, unless = [] }) =>
        !has(env, variable) &&
        !isOpen(join(own, usual)) &&
        named?.test(words) !== false &&
        !unless.some((path) => existsSync(join(own, path))),
    )
    const folder = wanted.length === 0 ? undefined : cacheOf(spec.cachesOf ?? workspace, all)
    if (folder === undefined) return spec
    const given = wanted.filter(
      ({ stock, folder: name }) =>
        stock === undefined ||
        (stock.program !== undefined && spec.fetches?.includes(stock.program) === true) ||
        existsSync(join(folder, name)) ||
        !existsSync(join(own, stock.at)),
    )
    const variables = Object.fromEntries(
      given.map(({ variable, folder: name }) => [variable, join(folder, name)]),
    )
    return { ...spec, ownCache: folder, env: { ...env, ...variables, ...besides(variables, env, own) } }
  }
}

/**
 * What belongs to it: programs that a person installs stay a person's, what gradle has there already is read, ccache does as its settings say, and
 * Playwright finds the browsers that a person has.
 */
function besides(variables: RunSpec['env'], env: RunSpec['env'], home: string): RunSpec['env'] {
  const read = join(home, '.gradle/caches')
  const ccache = join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'ccache/ccache.conf')
  return {
    // npm and its kin keep compiled code in the temporary folder, where a person's run what is there; what commands run need not.
    ...(has(env, 'NODE_COMPILE_CACHE') ? {} : { NODE_DISABLE_COMPILE_CACHE: '1' }),
    ...('CARGO_HOME' in variables && !has(env, 'CARGO_INSTALL_ROOT')
      ? { CARGO_INSTALL_ROOT: join(home, '.cargo') }
      : {}),
    ...('GRADLE_USER_HOME' in variables && !has(env, 'GRADLE_RO_DEP_CACHE') && existsSync(read)
      ? { GRADLE_RO_DEP_CACHE: read }
      : {}),
    ...('CCACHE_DIR' in variables && !has(env, 'CCACHE_CONFIGPATH') && existsSync(ccache)
      ? { CCACHE_CONFIGPATH: ccache }
      : {}),
    ...('XDG_CACHE_HOME' in variables && !has(env, 'PLAYWRIGHT_BROWSERS_PATH')
      ? { PLAYWRIGHT_BROWSERS_PATH: join(home, '.cache/ms-playwright') }
      : {}),
  }
}
