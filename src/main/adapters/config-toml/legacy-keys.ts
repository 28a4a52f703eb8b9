import { featureRegistry, type Feature } from '@shared/domain/features'
import { whereIn, type ConfigLayer, type ConfigWarning } from './config-layer'
import { isTable, type ConfigTable } from './read-toml'

/**
 * The layer with every older name of a feature moved to its place in [features], at the top and in each profile, so that
 * a stronger layer's older name still goes before a weaker one's new name. Within one table the new name wins. An older name
 * with anything but true or false is passed over, and a table that held nothing else goes with it. Warns of each, and of
 * features that are planned, deprecated or gone.
 */
export function renameLegacy(
  layer: ConfigLayer,
  registry: readonly Feature[] = featureRegistry,
): { readonly layer: ConfigLayer; readonly warnings: readonly ConfigWarning[] } {
  const warnings: ConfigWarning[] = []
  const warn = (path: readonly string[], text: string): void => {
    warnings.push(`${whereIn(layer, path)}: ${text}`)
  }
  const settle = (table: ConfigTable, under: readonly string[]): ConfigTable => {
    let result = table
    for (const feature of registry) {
      for (const old of feature.legacy) {
        const path = old.split('.')
        const value = valueAt(result, path)
        if (value === undefined) continue
        if (typeof value !== 'boolean') {
          result = without(result, path)
          warn([...under, ...path], `${old} is an older name that takes true or false; it has no effect`)
          continue
        }
        if (valueAt(result, ['features', feature.name]) === undefined)
          result = withValue(result, ['features', feature.name], value)
        result = without(result, path)
        warn([...under, ...path], `${old} is an older name; write features.${feature.name}`)
      }
      if (valueAt(result, ['features', feature.name]) === undefined) continue
      const at = [...under, 'features', feature.name]
      if (feature.stage === 'planned')
        warn(at, `the feature ${feature.name} is not there yet; the key has no effect`)
      if (feature.stage === 'deprecated') warn(at, `the feature ${feature.name} is deprecated`)
      if (feature.stage === 'removed') {
        warn(at, `the feature ${feature.name} is gone; the key has no effect`)
        result = without(result, ['features', feature.name])
      }
    }
    return result
  }
  const root = withSeconds(settle(layer.root, []), warn)
  const profiles = root['profiles']
  if (!isTable(profiles)) return { layer: { ...layer, root }, warnings }
  const settled = Object.entries(profiles).map(([name, table]) => [
    name,
    isTable(table) ? settle(table, ['profiles', name]) : table,
  ])
  return {
    layer: { ...layer, root: { ...root, profiles: Object.fromEntries(settled) as ConfigTable } },
    warnings,
  }
}

function valueAt(table: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return table
  return isTable(table) && Object.hasOwn(table, key) ? valueAt(table[key], rest) : undefined
}

function withValue(table: unknown, [key, ...rest]: readonly string[], value: unknown): ConfigTable {
  const known = isTable(table) ? table : {}
  if (key === undefined) return known
  return { ...known, [key]: rest.length === 0 ? value : withValue(known[key], rest, value) }
}

function without(table: ConfigTable, [key, ...rest]: readonly string[]): ConfigTable {
  if (key === undefined || !Object.hasOwn(table, key)) return table
  if (rest.length === 0) return Object.fromEntries(Object.entries(table).filter(([each]) => each !== key))
  const inner = table[key]
  if (!isTable(inner)) return table
  const left = without(inner, rest)
  return Object.keys(left).length > 0 ? { ...table, [key]: left } : without(table, [key])
}

/** A server's `startup_timeout_ms`, an older form, as `startup_timeout_sec`, which wins where both are there. */
function withSeconds(root: ConfigTable, warn: (path: readonly string[], text: string) => void): ConfigTable {
  const servers = root['mcp_servers']
  if (!isTable(servers)) return root
  const settled = Object.entries(servers).map(([id, table]) => {
    const ms = valueAt(table, ['startup_timeout_ms'])
    if (!isTable(table) || typeof ms !== 'number') return [id, table]
    const path = ['mcp_servers', id, 'startup_timeout_ms']
    warn(path, `${path.join('.')} is an older name; write startup_timeout_sec`)
    const rest = without(table, ['startup_timeout_ms'])
    return [id, { startup_timeout_sec: ms / 1000, ...rest }]
  })
  return { ...root, mcp_servers: Object.fromEntries(settled) as ConfigTable }
}
