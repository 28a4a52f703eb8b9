import { join } from 'node:path'
import { usualProvider } from '@shared/domain/model-presets'
import { fromHome } from '@shared/domain/named-path'
import { ConfigFile, ReasoningEffort } from '@shared/domain/settings'
import type { ConfigFlags } from '../../core/settings/settings-store'
import { didYouMean, oneOf, explainIssue, type ConfigIssue } from './explain-issue'
import { commandLineLayers } from './command-line-layer'
import { ConfigError } from './config-error'
import { whereIn, type ConfigLayer, type ConfigWarning, placeIn } from './config-layer'
import { renameLegacy } from './legacy-keys'
import { projectLayer, trustOf, type TrustedFolder } from './project-layer'
import { isTable, parseToml, readText, type ConfigTable } from './read-toml'
import { dropUnsupported } from './unsupported-keys'
import { schemaKeys } from './schema-keys'
import { checkConfig } from './check-config'

/** Values of which a table is one of several forms; they are replaced whole, never mixed. */
const wholes = new Set(['approval_policy', 'exporter', 'writable_roots', 'notifications'])

/** The layers' values over each other, and the strongest layer that wrote each path (tables included). */
interface MergedLayers {
  readonly root: ConfigTable
  ownerOf(path: readonly PropertyKey[]): ConfigLayer | undefined
}

/** Merges layers, the weakest first. Tables are merged key by key; everything else is replaced. */
function mergeLayers(layers: readonly ConfigLayer[]): MergedLayers {
  const owners = new Map<string, ConfigLayer>()
  const name = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))
  const over = (below: ConfigTable, layer: ConfigLayer, table: ConfigTable, path: string[]): ConfigTable => {
    const merged: Record<string, unknown> = { ...below }
    for (const [key, value] of Object.entries(table)) {
      const at = [...path, key]
      owners.set(name(at), layer)
      const known = merged[key]
      merged[key] =
        isTable(value) && !wholes.has(key) ? over(isTable(known) ? known : {}, layer, value, at) : value
    }
    return merged
  }
  let root: ConfigTable = {}
  for (const layer of layers) root = over(root, layer, layer.root, [])
  return {
    root,
    ownerOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const owner = owners.get(name(path.slice(0, length)))
        if (owner) return owner
      }
      return undefined
    },
  }
}

/**
 * Where to look. `home` and `managed` are absolute; `managed` files stand above everything, the last one highest. `env`
 * is asked for the user's home directory, for paths that begin with ~/. `text` stands in for what config.toml holds.
 */
export interface SettingsPlace {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags?: ConfigFlags
  readonly managed?: readonly string[]
  readonly text?: string
}

/**
 * The configuration in force and where each value comes from. `path` is config.toml in the home and `text` what it holds,
 * '' when there is none. `project` is the listed folder that `cwd` lies in.
 */
export interface LoadedSettings {
  readonly config: ConfigFile
  readonly path: string
  readonly text: string
  readonly merged: MergedLayers
  readonly warnings: readonly ConfigWarning[]
  readonly project?: TrustedFolder
}

/**
 * Reads the configuration: managed_config.toml over -c over the profile over the trusted project's file over config.toml
 * over the defaults. A file that does not exist says nothing. Throws ConfigError for anything that cannot be read or is
 * not known: nothing of it is then used. Without `cwd` no project's file is looked at.
 */
export async function loadSettings(place: SettingsPlace, cwd?: string): Promise<LoadedSettings> {
  const userHome = place.env['HOME'] ?? place.env['USERPROFILE'] ?? ''
  const path = join(place.home, 'config.toml')
  const text = place.text ?? (await readText(path)) ?? ''
  const settled = new Settler()
  const config = settled.add(fileLayer('config', path, text))
  // Alone first: what is wrong in the file is told although a stronger layer would hide it.
  const alone = readValues(mergeLayers([config]), userHome, path)
  const flags = flagLayers(place.flags ?? {}, settled)
  const managed = await Promise.all((place.managed ?? []).map(managedLayer))
  const above = [...flags, ...managed.flatMap((each) => (each ? [settled.add(each)] : []))]
  const project = cwd === undefined ? undefined : trustOf(withManaged(alone, above, userHome, path), cwd)
  const own = project?.trust === 'trusted' ? await projectLayer(project.folder) : { warnings: [] }
  const fromProject = own.layer ? [settled.add(own.layer)] : []
  const profile = profileLayer([config, ...above])
  const merged = mergeLayers([config, ...fromProject, ...(profile ? [profile] : []), ...above])
  const choice = withoutLoneProvider(readMerged(merged, userHome, path), merged)
  return {
    config: withRoots(choice.config, place.flags?.addedRoots),
    path,
    text,
    merged,
    warnings: [...settled.warnings, ...own.warnings, ...choice.warnings],
    ...(project && { project }),
  }
}

/** The provider that is meant anyway, named without a model, says nothing: the reference has a model of its own for it, and nothing does here. */
function withoutLoneProvider(
  config: ConfigFile,
  merged: MergedLayers,
): { readonly config: ConfigFile; readonly warnings: readonly ConfigWarning[] } {
  const { model_provider: provider, ...rest } = config
  if (provider !== usualProvider || config.model !== undefined) return { config, warnings: [] }
  const owner = merged.ownerOf(['model_provider'])
  const where = owner ? `${whereIn(owner, ['model_provider'])}: ` : ''
  const warning = `${where}model_provider is ${JSON.stringify(provider)}, but no model is named, so that it has no effect; write a line such as model = "name", or choose a model`
  return { config: rest, warnings: [warning] }
}

/** Readies layers for merging and keeps what there is to warn of. */
class Settler {
  readonly warnings: ConfigWarning[] = []
  add(layer: ConfigLayer): ConfigLayer {
    const renamed = renameLegacy(layer)
    const cleaned = dropUnsupported(renamed.layer)
    this.warnings.push(...renamed.warnings, ...cleaned.warnings)
    return cleaned.layer
  }
}

/** The command line's layers, the weakest first. */
function flagLayers(flags: ConfigFlags, settled: Settler): ConfigLayer[] {
  const layers = commandLineLayers(flags)
  if (flags.unknown !== 'left-out') return layers.map((each) => settled.add(each))
  const renamed = layers.map((each) => renameLegacy(each).layer)
  const known = dropUnknown(renamed)
  settled.warnings.push(...known.warnings)
  return [...known.layers]
}

/**
 * Flags as a client made for another program gives them (docs/spec/exec.md): what nobody here knows is left out, with one
 * warning for all of it. A known key keeps its value, so that a bad one stops the start; only an effort that is not known leaves
 * the choice to the model's server.
 */
function dropUnknown(layers: readonly ConfigLayer[]): {
  readonly layers: readonly ConfigLayer[]
  readonly warnings: readonly ConfigWarning[]
} {
  const left = new Set<string>()
  const clean = (table: ConfigTable, path: readonly string[]): ConfigTable => {
    const known = schemaKeys(path)
    const kept = Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
      const at = [...path, key]
      if ((known.length > 0 && !known.includes(key)) || isOtherEffort(at, value)) {
        left.add(at.join('.'))
        return []
      }
      return [[key, isTable(value) ? clean(value, at) : value]]
    })
    return Object.fromEntries(kept)
  }
  const cleaned = layers.map((layer) => ({ ...layer, root: clean(withSearch(layer.root), []) }))
  return {
    layers: cleaned,
    warnings: left.size === 0 ? [] : [`-c: not known here, without effect: ${[...left].join(', ')}`],
  }
}

function isOtherEffort([key, ...rest]: readonly string[], value: unknown): boolean {
  return (
    key === 'model_reasoning_effort' &&
    rest.length === 0 &&
    typeof value === 'string' &&
    !ReasoningEffort.safeParse(value).success
  )
}

/** `web_search` as the switch that it is here. A search in what was stored before is none of ours: it stays, unknown. */
function withSearch(root: ConfigTable): ConfigTable {
  const { web_search: mode, ...rest } = root
  if (mode !== 'live' && mode !== 'disabled') return root
  return { ...rest, features: { web_search_request: mode === 'live' } }
}

function withRoots(config: ConfigFile, added: readonly string[] = []): ConfigFile {
  if (added.length === 0) return config
  const workspace = config.sandbox_workspace_write ?? {
    writable_roots: [],
    network_access: false,
    exclude_tmpdir_env_var: false,
    exclude_slash_tmp: false,
  }
  const writable_roots = [...new Set([...workspace.writable_roots, ...added])]
  return { ...config, sandbox_workspace_write: { ...workspace, writable_roots } }
}

function fileLayer(source: ConfigLayer['source'], file: string, text: string): ConfigLayer {
  return { source, file, text, under: [], root: parseToml(file, text) }
}

async function managedLayer(file: string): Promise<ConfigLayer | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : fileLayer('managed', file, text)
}

/** The listed projects, what is managed among them included. */
function withManaged(
  alone: ConfigFile,
  above: readonly ConfigLayer[],
  userHome: string,
  path: string,
): ConfigFile['projects'] {
  if (!above.some((each) => 'projects' in each.root)) return alone.projects
  const projects = above.map((each) => ({ ...each, root: { projects: each.root['projects'] ?? {} } }))
  return { ...alone.projects, ...readValues(mergeLayers(projects), userHome, path).projects }
}

/**
 * The values that merged layers make, whether they go together or not; paths that begin with ~/ come back absolute.
 * Throws ConfigError for the problem that stands first in its file.
 */
function readValues(merged: MergedLayers, home: string, file: string): ConfigFile {
  const read = ConfigFile.safeParse(merged.root)
  if (!read.success) {
    const issues = read.error.issues.flatMap((issue) => explainIssue(issue, merged.root))
    throw firstError(file, merged, issues)
  }
  return withExpandedPaths(read.data, home)
}

/** The configuration that merged layers make. Throws ConfigError as `readValues`, and for references that lead nowhere. */
function readMerged(merged: MergedLayers, home: string, file: string): ConfigFile {
  const config = readValues(merged, home, file)
  const issues = checkConfig(config)
  if (issues.length > 0) throw firstError(file, merged, issues)
  return config
}

/** The issue that stands first: mending it may mend those behind it. */
function firstError(file: string, merged: MergedLayers, issues: readonly ConfigIssue[]): ConfigError {
  const placed = issues
    .map((issue) => {
      const owner = merged.ownerOf(issue.path)
      return { issue, owner, position: owner && placeIn(owner, issue.path) }
    })
    .sort((one, other) => (one.position?.offset ?? 0) - (other.position?.offset ?? 0))
  const first = placed[0]
  const { what, expected } = first?.issue ?? { what: 'not valid', expected: 'a configuration' }
  const { line, column } = first?.position ?? (first?.owner ? {} : { line: 1 })
  return new ConfigError({ file: first?.owner?.file ?? file, line, column, what, expected })
}

function withExpandedPaths(config: ConfigFile, home: string): ConfigFile {
  const { sandbox_workspace_write: workspace, projects } = config
  const expand = (path: string): string => fromHome(path, home)
  return {
    ...config,
    ...(workspace && {
      sandbox_workspace_write: { ...workspace, writable_roots: workspace.writable_roots.map(expand) },
    }),
    ...(projects && {
      projects: Object.fromEntries(Object.entries(projects).map(([path, each]) => [expand(path), each])),
    }),
  }
}

/** The table of the profile that the strongest layer names, as a layer of the file that holds it. */
function profileLayer(layers: readonly ConfigLayer[]): ConfigLayer | undefined {
  const naming = layers.findLast((each) => typeof each.root['profile'] === 'string')
  if (!naming) return undefined
  const name = String(naming.root['profile'])
  const tables = layers.map((each) => ({ layer: each, profiles: each.root['profiles'] }))
  const holding = tables.findLast(({ profiles }) => isTable(profiles) && isTable(profiles[name]))
  if (holding && isTable(holding.profiles)) {
    const root = holding.profiles[name]
    if (isTable(root)) return { ...holding.layer, source: 'profile', under: ['profiles', name], root }
  }
  const known = tables.flatMap(({ profiles }) => (isTable(profiles) ? Object.keys(profiles) : []))
  throw new ConfigError({
    file: whereIn(naming, ['profile']),
    what: `profile is ${JSON.stringify(name)}, which is not defined${didYouMean(name, known)}`,
    expected: known.length === 0 ? `a table [profiles.${name}]` : oneOf(known),
  })
}
