import { ReasoningEffort } from '@shared/domain/settings'
import type { ConfigLayer, ConfigWarning } from './config-layer'
import { isTable, type ConfigTable } from './read-toml'
import { schemaKeys } from './schema-keys'

/**
 * Flags as a client made for another program gives them (docs/spec/exec.md): what nobody here knows is left out, with one
 * warning for all of it. A known key keeps its value, so that a bad one stops the start; only an effort that is not known leaves
 * the choice to the model's server.
 */
export function dropUnknown(layers: readonly ConfigLayer[]): {
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
