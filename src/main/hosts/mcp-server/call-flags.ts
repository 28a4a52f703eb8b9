import type { ConfigFlags } from '../../core/settings/settings-store'
import { configFlags } from '../cli/config-flags'
import type { BeginInput } from './tools'

/** A call's `config` and `profile` as flags of the command line. Throws an error of one line for what cannot be a key or value. */
export function callFlags({ config = {}, profile }: BeginInput): ConfigFlags {
  const flags = Object.entries(config).flatMap(([key, value]) => {
    if (/[=\r\n]/.test(key))
      throw new Error(`config has the key ${JSON.stringify(key.slice(0, 60))}; expected a key of config.toml`)
    return configFlags(key, value)
  })
  return { config: flags, ...(profile === undefined ? {} : { profile }) }
}
