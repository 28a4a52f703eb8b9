import type { ConfigFlags } from '../../core/settings/settings-store'
import type { BeginInput } from './tools'

const bareKey = /^[A-Za-z0-9_-]+$/

type Json = NonNullable<BeginInput['config']>[string]

function isTable(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function flagsOf(key: string, value: Json): string[] {
  if (isTable(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      flagsOf(`${key}.${bareKey.test(name) ? name : JSON.stringify(name)}`, inner),
    )
  if (value === null) throw new Error(`config.${key} is null; expected a value of config.toml`)
  // JSON's strings, numbers, booleans and arrays of them mean the same in TOML.
  return [`${key}=${JSON.stringify(value)}`]
}

/** A call's `config` and `profile` as flags of the command line. Throws an error of one line for what cannot be a key or value. */
export function callFlags({ config = {}, profile }: BeginInput): ConfigFlags {
  const flags = Object.entries(config).flatMap(([key, value]) => {
    if (/[=\r\n]/.test(key))
      throw new Error(`config has the key ${JSON.stringify(key.slice(0, 60))}; expected a key of config.toml`)
    return flagsOf(key, value)
  })
  return { config: flags, ...(profile === undefined ? {} : { profile }) }
}
