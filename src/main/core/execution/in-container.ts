import type { Unheld } from '@shared/domain/approval'
import type { SandboxStatus } from '@shared/domain/doctor'
import { inContainerAlone, opensNetwork, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { FactTarget } from '@shared/domain/facts'
import type { Judgement } from '../commands/judge-command'
import { pathsBeyond } from '../patch/decide-patch'
import type { CommandParts, TurnContext } from '../turn/turn-context'

type JudgedTurn = Pick<TurnContext, 'cwd' | 'sandboxPolicy' | 'approvalPolicy'>

/** Whether the container stands in the place of the sandbox that this policy asks for; what opens files asks for none, or for what no container is. */
export const holdsInContainer = (sandbox: SandboxStatus, { mode }: SandboxPolicy): boolean =>
  inContainerAlone(sandbox) && (mode === 'workspace-write' || mode === 'read-only')

/**
 * The turn as the lists and checks look at it where nothing contains a command: what a sandbox would have stopped counts, and so does what cannot be
 * analysed, whether or not anybody can be asked.
 */
export const asIfOpen = ({ cwd, approvalPolicy }: JudgedTurn): JudgedTurn => ({
  cwd,
  sandboxPolicy: { mode: 'danger-full-access' },
  approvalPolicy: approvalPolicy === 'never' ? 'on-request' : approvalPolicy,
})

/** Nothing is changed by what is written there. */
const keepsNothing = ({ path, kind }: FactTarget): boolean =>
  kind === 'device' && /^\/dev\/(null|zero|full|tty|stdout|stderr)$/.test(path)

/**
 * What of the policy a container does not hold for a command, as far as its words tell (decision 205); undefined: nothing, or it is known to change
 * nothing and to connect to nobody. Fails closed: where it is not known what a command changes it is taken for more than it may.
 */
export async function unheldInContainer(
  { safe, looked }: Pick<Judgement, 'safe' | 'looked'>,
  { approvalPolicy, cwd, sandboxPolicy }: JudgedTurn,
  { patches, workspace }: Pick<CommandParts, 'patches' | 'workspace'>,
): Promise<Unheld | undefined> {
  if (safe) return undefined
  if (sandboxPolicy.mode === 'read-only') return 'read-only'
  if (!opensNetwork(sandboxPolicy)) return 'no-network'
  if (approvalPolicy === 'effects') return 'effects'
  if (!looked) return 'own-folders'
  const { TMPDIR } = workspace.environment(sandboxPolicy, true)
  const places = await patches.places(sandboxPolicy, cwd, TMPDIR)
  const changes = looked.facts.targets
    .filter((target) => target.access !== 'read' && target.spared !== true && !keepsNothing(target))
    .map(({ path, realPath }) => ({ path, place: realPath ?? path }))
  const where = { changes, writableRoots: places.writable, protectedPaths: places.protected }
  const { outside, guarded } = pathsBeyond(where)
  return outside.length + guarded.length > 0 ? 'own-folders' : undefined
}
