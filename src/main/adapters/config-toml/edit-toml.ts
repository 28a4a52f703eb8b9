import { isDeepStrictEqual } from 'node:util'
import { parse, patch } from '@decimalturn/toml-patch'
import type { SettingEdit } from '@shared/domain/settings-view'
import { parseKey } from './command-line-layer'
import { isTable, type ConfigTable } from './read-toml'

/**
 * A document with edits made in it; comments, order and layout of everything else stay. Throws ConfigError for a key
 * that is none, and Error when the edit cannot be made without touching something else; the text is then unusable.
 */
export function editToml(text: string, edits: readonly SettingEdit[]): string {
  // The editor's own parser: its dates are what it can write again.
  const before = asTable(parse(text))
  const wanted = edits.reduce((table, { key, value }) => withEdit(table, parseKey(key), value), before)
  const edited = patch(text, wanted)
  // The parser's tables have no prototype; copies of both are alike when the values are.
  if (!isDeepStrictEqual(structuredClone(parse(edited)), structuredClone(wanted)))
    throw new Error('the edit cannot be made in this file')
  return edited
}

function asTable(value: unknown): ConfigTable {
  return isTable(value) ? value : {}
}

function withEdit(table: ConfigTable, [key, ...rest]: readonly string[], value: unknown): ConfigTable {
  if (key === undefined) return table
  if (rest.length > 0) {
    const inner = withEdit(asTable(table[key]), rest, value)
    return value === null && Object.keys(inner).length === 0 && !Object.hasOwn(table, key)
      ? table
      : { ...table, [key]: inner }
  }
  return value === null
    ? Object.fromEntries(Object.entries(table).filter(([each]) => each !== key))
    : { ...table, [key]: value }
}
