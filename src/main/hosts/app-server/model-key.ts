import type { KeyStore } from '../../core/key-store'

/** The key of the provider that new sessions begin with. `variable` undefined: that provider takes none. */
export interface ModelKey {
  readonly variable: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly keys: KeyStore
}

/** Whether a key is there, in the environment or stored. The key itself never leaves this process. */
export function hasKey({ variable, env, keys }: ModelKey): boolean {
  if (variable === undefined) return false
  return (env[variable]?.trim() ?? '') !== '' || keys.read(variable) !== undefined
}
