import { parse } from 'smol-toml'
import type { ConfigFlags } from '../../core/settings/settings-store'
import { ConfigError } from './config-error'
import type { ConfigLayer } from './config-layer'
import { isTable, type ConfigTable } from './read-toml'

const form = 'key=value, such as model="gpt-5" or sandbox_workspace_write.network_access=true'

/**
 * A layer for each flag, in the order given; a later one wins. A value that is no TOML is taken as text, so that
 * `-c model=gpt-5` does what it says. Throws ConfigError for a flag without a key; its value is never repeated.
 */
export function commandLineLayers({ config = [], profile }: ConfigFlags): readonly ConfigLayer[] {
  const layers = config.map((flag) => {
    const at = flag.indexOf('=')
    const key = flag.slice(0, at).trim()
    if (at < 1 || key === '') throw new ConfigError({ file: '-c', what: 'no key is given', expected: form })
    return layer(`-c ${key}`, nested(parseKey(key), parseValue(flag.slice(at + 1).trim())))
  })
  return profile === undefined ? layers : [...layers, layer('--profile', { profile })]
}

/** A dotted key, its parts quoted where needed, as its parts. Throws ConfigError when it is none. */
export function parseKey(key: string): readonly string[] {
  const path: string[] = []
  let table: unknown = key.includes('\n') ? undefined : parsed(`${key} = 0`)
  while (isTable(table)) {
    const [only, ...more] = Object.keys(table)
    if (only === undefined || more.length > 0) break
    path.push(only)
    table = table[only]
  }
  if (table === 0) return path
  throw new ConfigError({ file: '-c', what: `${JSON.stringify(key.slice(0, 60))} is no key`, expected: form })
}

/** A value as it stands behind `=` in TOML; any other text is text. */
export function parseValue(text: string): unknown {
  const table = parsed(`value = ${text}`)
  // More keys than the one mean that the text held a line end and went on.
  return table && Object.keys(table).length === 1 ? table['value'] : text
}

function parsed(source: string): ConfigTable | undefined {
  try {
    return parse(source, { unsafeKeyBehaviour: 'throw' })
  } catch {
    return undefined // not TOML: the callers say what it then is
  }
}

function nested(path: readonly string[], value: unknown): ConfigTable {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

function layer(file: string, root: ConfigTable): ConfigLayer {
  return { source: 'command-line', file, text: '', under: [], root }
}
