import { opensNetwork, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { namedBy, noChoice, secretVariables, type VariableChoice } from './secret-variables'

/** What programs need to start at all. */
const core = /^(HOME|LOGNAME|PATH|SHELL|USER|USERNAME|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|PATHEXT|WINDIR)$/i
/** What would change how the engine's own helpers or a child's Node start, and what npm tells its scripts. */
const machinery = /^(ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL|npm_|LD_PRELOAD$|LD_AUDIT$|SRT_|COUNTERSIGN_)/
/** How npm reaches its registry: a person's settings, and none that npm makes up for the scripts that it runs. */
const registry =
  /^npm_config_(registry|@[^:]+:registry|(https?_)?proxy|noproxy|cafile|strict_ssl|(prefer_)?offline|fund|audit|engine_strict|legacy_peer_deps)$/i

/**
 * The environment of a command: rebuilt from the user's, without secrets and without the engine's own variables, and after the
 * person's own choice (`[shell_environment_policy]`).
 * `CODEX_SANDBOX_NETWORK_DISABLED=1` is set whenever the network is off, as existing tools look for it.
 */
export function buildEnvironment(
  env: NodeJS.ProcessEnv,
  policy: SandboxPolicy,
  sandboxed: boolean,
  choice: VariableChoice = noChoice,
): Readonly<Record<string, string>> {
  const isSecret = secretVariables(choice)
  const { inherit = 'all', exclude = [], include_only: only = [], set = {} } = choice.shell ?? {}
  const excluded = namedBy(exclude)
  const included = only.length === 0 ? () => true : namedBy(only)
  const inherited = (name: string): boolean => inherit === 'all' || (inherit === 'core' && core.test(name))
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (
      value !== undefined &&
      inherited(name) &&
      (!machinery.test(name) || registry.test(name)) &&
      !isSecret(name, value) &&
      !excluded(name) &&
      included(name)
    )
      kept[name] = value
  for (const [name, value] of Object.entries(set)) if (included(name)) kept[name] = value
  const offline = sandboxed && !opensNetwork(policy)
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
