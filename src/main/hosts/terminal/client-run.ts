import { resolve } from 'node:path'
import { ReasoningEffort } from '@shared/domain/settings'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { EngineService, SessionInput } from '../../core/engine/engine-service'
import type { ConfigFlags } from '../../core/settings/settings-store'
import type { ExecOptions } from './exec-options'

/** The variable of the built-in provider `openai`. */
const openaiKey = 'OPENAI_API_KEY'

const addedRoots = ({ addDir = [] }: ExecOptions): string[] => addDir.map((each) => resolve(each))

/** The flags with the folders of `--add-dir`. The mode of the options goes with them, so that it is the configured one that has them. */
export function withRoots(given: ConfigFlags, options: ExecOptions): ConfigFlags {
  const roots = addedRoots(options)
  if (roots.length === 0) return given
  const mode = options.fullAuto ? 'workspace-write' : options.sandbox
  const config = [...(given.config ?? []), ...(mode === undefined ? [] : [`sandbox_mode="${mode}"`])]
  return { ...given, config, addedRoots: roots }
}

/**
 * The environment and flags of a run that OpenAI's SDK starts (docs/spec/exec.md). The SDK's key is the one of the provider
 * `openai` and of no other, so that it reaches no server that it is not for.
 */
export function clientWorld(
  env: NodeJS.ProcessEnv,
  options: ExecOptions,
  given: ConfigFlags,
): { readonly env: NodeJS.ProcessEnv; readonly flags: ConfigFlags } {
  const { CODEX_API_KEY: key = '', OPENAI_BASE_URL: address = '' } = env
  const { model, sandbox, approvalPolicy, cyberAccessProgram: program } = options
  const config = [
    // Older ones name the address here, which the newer ones' key goes before.
    ...(address === '' ? [] : [`openai_base_url=${JSON.stringify(address)}`]),
    ...(given.config ?? []),
    ...(model === undefined ? [] : [`model=${JSON.stringify(model)}`]),
    ...(sandbox === undefined ? [] : [`sandbox_mode=${JSON.stringify(sandbox)}`]),
    ...(approvalPolicy === undefined ? [] : [`approval_policy=${JSON.stringify(approvalPolicy)}`]),
    // No key of ours: it is named among what has no effect.
    ...(program === undefined ? [] : [`cyber_access_program=${JSON.stringify(program)}`]),
  ]
  return {
    env: key.trim() === '' ? env : { ...env, [openaiKey]: key },
    flags: { ...given, config, addedRoots: addedRoots(options), unknown: 'left-out' },
  }
}

/**
 * What a session that is resumed is changed to: everything that the options or a `-c` name, as the configuration now has it, and
 * nothing else. Throws FaultError for a session that is not there.
 */
export async function resumedInput(
  engine: EngineService,
  sessionId: string,
  options: ExecOptions,
): Promise<SessionInput> {
  const { defaults } = await engine.state()
  const said = (key: string): string | undefined =>
    options.config
      ?.findLast((each) => each.split('=')[0]?.trim() === key)
      ?.replace(/^[^=]*=/, '')
      .trim()
  const named = (option: string | undefined, key: string): boolean =>
    option !== undefined || said(key) !== undefined
  const effort = ReasoningEffort.safeParse(
    said('model_reasoning_effort')?.replaceAll(/^["']|["']$/g, ''),
  ).data
  const policy = named(options.sandbox, 'sandbox_mode')
    ? defaults.sandboxPolicy
    : changedPolicy(
        (await engine.openSession(sessionId)).session.sandboxPolicy,
        addedRoots(options),
        said('sandbox_workspace_write.network_access'),
      )
  return {
    ...(options.cd === undefined ? {} : { cwd: resolve(options.cd) }),
    ...(named(options.model, 'model') ? { model: defaults.model } : {}),
    ...(named(options.approvalPolicy, 'approval_policy') ? { approvalPolicy: defaults.approvalPolicy } : {}),
    ...(policy === undefined ? {} : { sandboxPolicy: policy }),
    ...(effort === undefined ? {} : { effort }),
  }
}

/** The policy that a session has, with what is said of it; undefined: nothing that it knows. It never becomes another mode. */
function changedPolicy(
  policy: SandboxPolicy,
  roots: readonly string[],
  network: string | undefined,
): SandboxPolicy | undefined {
  if (policy.mode !== 'workspace-write' || (roots.length === 0 && network === undefined)) return undefined
  return {
    ...policy,
    writable_roots: [...new Set([...policy.writable_roots, ...roots])],
    ...(network === undefined ? {} : { network_access: network === 'true' }),
  }
}
