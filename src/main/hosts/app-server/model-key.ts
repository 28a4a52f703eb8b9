import type { ModelKey } from '../cli/composed-engine'

/** Whether a key is there, in the environment or stored. The key itself never leaves this process. */
export function hasKey({ variable, env, keys }: ModelKey): boolean {
  if (variable === undefined) return false
  return (env[variable]?.trim() ?? '') !== '' || keys.read(variable) !== undefined
}
