import type { ConfigFlags } from '../../core/settings/settings-store'
import { configFlags, type Json } from '../cli/config-flags'
import type { BeginInput } from './tools'

/**
 * What of config.toml a call may set, with all that lies below: how the agent works, and what its commands may do. A model writes the
 * call and nobody is asked about it, so what starts programs, names addresses, keys or files, or decides what a person is shown is none of it
 * (decision 250).
 */
const settable: readonly string[] = [
  ...['model', 'model_provider', 'profile', 'model_reasoning_effort', 'model_reasoning_summary'],
  ...['model_verbosity', 'model_context_window', 'model_max_output_tokens', 'model_auto_compact_token_limit'],
  ...[
    'approval_policy',
    'sandbox_mode',
    'sandbox_workspace_write',
    'developer_instructions',
    'compact_prompt',
  ],
  ...['tool_output_token_limit', 'project_doc_max_bytes', 'hide_agent_reasoning', 'show_raw_agent_reasoning'],
  ...['features.sub_agents', 'features.unified_exec', 'features.streamable_shell'],
  'features.apply_patch_freeform',
]

const isTable = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first key of a value that a call may not set, dotted; undefined: there is none. */
function refusedIn(key: string, value: Json): string | undefined {
  if (settable.some((each) => key === each || key.startsWith(`${each}.`))) return undefined
  if (!isTable(value) || !settable.some((each) => each.startsWith(`${key}.`))) return key
  for (const [name, inner] of Object.entries(value)) {
    const refused = refusedIn(`${key}.${name}`, inner)
    if (refused !== undefined) return refused
  }
  return undefined
}

/** Only bare names, so that a key is here what it is in TOML. */
const dotted = /^[\w-]+(\.[\w-]+)*$/

/**
 * A call's `config` and `profile` as flags of the command line. Throws an error of one line for what cannot be a key or value, and for a key
 * that a call may not set.
 */
export function callFlags({ config = {}, profile }: Pick<BeginInput, 'config' | 'profile'>): ConfigFlags {
  const flags = Object.entries(config).flatMap(([key, value]) => {
    if (!dotted.test(key))
      throw new Error(`config has the key ${JSON.stringify(key.slice(0, 60))}; expected a key of config.toml`)
    const refused = refusedIn(key, value)
    if (refused !== undefined)
      throw new Error(
        `config.${refused.slice(0, 100)} is not for a call to set; expected one of: ${settable.join(', ')}`,
      )
    return configFlags(key, value)
  })
  return { config: flags, ...(profile === undefined ? {} : { profile }) }
}
