import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

/** Names that look like secrets do not reach a command (docs/spec/sandbox.md). */
const secret = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL/i
/** Nor does what would change how the engine's own helpers or a child's Node start. */
const machinery = /^(ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL|npm_|LD_PRELOAD$|LD_AUDIT$|SRT_|COUNTERSIGN_)/

/**
 * The environment of a command: rebuilt from the user's, without secrets and without the engine's own variables.
 * `CODEX_SANDBOX_NETWORK_DISABLED=1` is set whenever the network is off, as existing tools look for it.
 */
export function buildEnvironment(
  env: NodeJS.ProcessEnv,
  policy: SandboxPolicy,
  sandboxed: boolean,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !secret.test(name) && !machinery.test(name)) kept[name] = value
  const offline = sandboxed && policy.mode !== 'danger-full-access' && !policy.network_access
  return {
    ...kept,
    // Nobody is at a terminal: pagers and prompts would only hang.
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    TERM: 'dumb',
    ...(offline ? { CODEX_SANDBOX_NETWORK_DISABLED: '1' } : {}),
  }
}
