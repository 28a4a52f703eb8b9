import type { SettingSource } from '@shared/domain/settings-view'
import type { ConfigTable } from './read-toml'
import { findTomlPosition, type TomlPosition } from './toml-positions'

/**
 * One place that values come from. `file` is its name in messages (a path, or the flag). `text` is the document that
 * positions are looked up in, '' for a flag; `under` is the table of it that the layer's root stands in.
 */
export interface ConfigLayer {
  readonly source: Exclude<SettingSource, 'default'>
  readonly file: string
  readonly text: string
  readonly under: readonly string[]
  readonly root: ConfigTable
}

/** Something in a layer that has no effect, as one line for a person: `FILE:LINE: …`. */
export type ConfigWarning = string

/** Where a path of the layer is written down; undefined for a flag. */
export function placeIn(layer: ConfigLayer, path: readonly PropertyKey[]): TomlPosition | undefined {
  return layer.text === '' ? undefined : findTomlPosition(layer.text, [...layer.under, ...path])
}

/** `FILE:LINE` of a path, or the flag's name. */
export function whereIn(layer: ConfigLayer, path: readonly PropertyKey[]): string {
  const line = placeIn(layer, path)?.line
  return line === undefined ? layer.file : `${layer.file}:${String(line)}`
}
