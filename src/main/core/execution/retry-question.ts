import type { Grant } from '@shared/domain/grant'
import type { StopReason } from '@shared/domain/approval'
import { effectOfEvidence } from '../approvals/effect'
import { besideTheWork } from '../commands/beside-the-work'
import { isCovered, offerMissing, offerOutside, whyNoOffer } from '../commands/offers'
import { foldersNamed } from '../commands/removed-trees'
import { whyStopped } from '../commands/why-stopped'
import type { Permit } from '../policy/permit'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Denied, Question } from './action'

/**
 * The request after the sandbox stopped an attempt: evidence, the narrowest addition, and the way outside. It asks for
 * nothing that is beside the work; the evidence holds that too. Undefined: what stopped it is what its yes was for.
 */
export async function retryQuestion(
  command: readonly string[],
  { denied, permit }: { readonly denied: Denied; readonly permit: Permit },
  { cwd, sandboxPolicy }: TurnContext,
  { parser, sandbox, workspace }: CommandParts,
): Promise<Question | undefined> {
  const home = workspace.home()
  const isBeside = besideTheWork(home, workspace.environment(sandboxPolicy, true))
  const names = await foldersNamed(command, home, parser)
  const asked = denied.evidence.filter((each) => !isBeside(each))
  if (isCovered(asked, permit.grants, { home, names })) return undefined
  const where = { home, names, mayGrant: (grant: Grant) => sandbox.lays?.(grant) ?? true }
  const missing = offerMissing(asked, permit.grants, where)
  const noOnlyThis = missing ? undefined : whyNoOffer(asked, where)
  const stop: StopReason = {
    boundary: 'sandbox',
    why: whyStopped(asked, sandboxPolicy),
    evidence: denied.evidence,
    ...(noOnlyThis === undefined ? {} : { noOnlyThis }),
  }
  return {
    effect: effectOfEvidence(asked, { home, cwd }),
    stop,
    offers: missing ? [missing, offerOutside()] : [offerOutside()],
  }
}
