import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { effectOfEvidence } from '../approvals/effect'
import { besideTheWork } from '../commands/beside-the-work'
import { offerMissing } from '../commands/offers'
import { whyStopped } from '../commands/why-stopped'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, Ran } from './action'
import { keyedGrants } from './keyed-grants'
import { perform } from './perform'

interface Given extends Ran {
  readonly grants: readonly Grant[]
}

/**
 * Asks about what the sandbox stopped of a guest's processes in a turn, with exactly that as the one offer. Its process has its limits from
 * its start: what is given holds from its next start on, and the offer says so. Nothing where nothing exact is known, where nobody is to be
 * asked, and on a no.
 */
export async function askForStops(
  evidence: readonly Evidence[],
  name: string,
  { turn, parts }: { readonly turn: TurnContext; readonly parts: CommandParts },
): Promise<readonly Grant[]> {
  const { cwd, sandboxPolicy, approvalPolicy } = turn
  const home = parts.workspace.home()
  const isBeside = besideTheWork(home, parts.workspace.environment(sandboxPolicy, true))
  const asked = evidence.filter((each) => !isBeside(each))
  const missing = asked.length === 0 ? undefined : offerMissing(asked, [], { home })
  if (!missing || approvalPolicy === 'never') return []
  const command = [name]
  const action: Action<Given> = {
    call: { callId: `guest-${String(turn.turnNumber)}-stops`, command, cwd, justification: undefined },
    stage: 'first',
    matter: { kind: 'patch', writes: asked.map(({ target }) => target), removes: [], diff: '' },
    first: {
      kind: 'ask',
      effect: effectOfEvidence(asked, { home, cwd }),
      stop: { boundary: 'sandbox', why: whyStopped(asked, sandboxPolicy), evidence: [...evidence] },
      offers: [{ ...missing, scopes: ['once'], means: { kind: 'guest-from-now', agent: name } }],
    },
    grants: keyedGrants({ keys: [], command }, cwd, turn, parts),
    grantsBefore: [],
    run: ({ permit }) => Promise.resolve({ outcome: undefined, grants: permit.grants }),
  }
  const done = await perform(action, turn, parts)
  if (done.kind === 'refused' && done.how === 'aborted') turn.stop()
  return done.kind === 'ran' ? done.run.grants : []
}
