import type { ConfigLayer } from './config-layer'
import { isTable, type ConfigTable } from './read-toml'

/** Values of which a table is one of several forms; they are replaced whole, never mixed. */
const wholes = new Set(['approval_policy', 'exporter', 'writable_roots', 'notifications'])

/** The layers' values over each other, and the strongest layer that wrote each path (tables included). */
export interface MergedLayers {
  readonly root: ConfigTable
  ownerOf(path: readonly PropertyKey[]): ConfigLayer | undefined
}

/** Merges layers, the weakest first. Tables are merged key by key; everything else is replaced. */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedLayers {
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
