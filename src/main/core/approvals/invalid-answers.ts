import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'

/** A rule's text only says something with an offer that shows one, in scope `rule`. Throws FaultError `bad-request`. */
export function refuseInvalidRule(
  request: ApprovalRequest,
  decision: Extract<Decision, { kind: 'allow' }>,
): void {
  const offer = request.offers.find((each) => each.id === decision.offerId)
  if (decision.scope === 'rule' && offer?.rule !== undefined) return
  throw new FaultError({
    code: 'bad-request',
    message: 'This answer cannot carry a rule; expected an offer that shows one, and the scope "rule".',
  })
}

/** A part is files of the patch that was shown, not all of them, for one run: what is kept for longer holds for the whole. Throws the same. */
export function refuseInvalidPart(
  { changes = {} }: ApprovalRequest,
  { leaveOut, scope = 'once' }: Extract<Decision, { kind: 'allow' }>,
): void {
  if (leaveOut === undefined) return
  const left = new Set(leaveOut)
  const known = leaveOut.every((path) => Object.hasOwn(changes, path))
  if (known && left.size === leaveOut.length && left.size < Object.keys(changes).length && scope === 'once')
    return
  throw new FaultError({
    code: 'bad-request',
    message:
      'This answer cannot leave these files out; expected some of the files of a patch, each once and not all, and the scope "once".',
  })
}

/** What is put in place is what was shown last, or a part of it. Throws the same. */
export function refuseInvalidApply(
  { rehearsal }: ApprovalRequest,
  { rehearsal: id, leaveOut = [] }: Extract<Decision, { kind: 'apply' }>,
): void {
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  if (found?.applies?.kind !== 'possible' || found.applies.id !== id)
    throw new FaultError({
      code: 'bad-request',
      message:
        'This rehearsal is not what the request shows; expected the id of one that can be put in place.',
    })
  const known = new Set(found.changes.map(({ path }) => path))
  const left = new Set(leaveOut)
  if (left.size === leaveOut.length && leaveOut.every((path) => known.has(path)) && left.size < known.size)
    return
  throw new FaultError({
    code: 'bad-request',
    message:
      'This answer cannot leave these changes out; expected paths of changes that are shown, each once and not all.',
  })
}
