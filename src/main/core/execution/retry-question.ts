import type { Offer, StopReason } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { effectOfEvidence } from '../approvals/effect-of-evidence'
import { incidentalWrites } from '../commands/incidental-writes'
import { covers } from '../commands/covered-grants'
import {
  isCovered,
  mayGrantIn,
  offerMissing,
  offerOutside,
  staysAsSaid,
  whyNoOffer,
} from '../commands/offers'
import { gitSettingsOf, withGitSettings } from '../commands/git-settings'
import { namedBy } from '../commands/removed-trees'
import { whyStopped } from '../commands/why-stopped'
import type { Permit } from '../policy/permit'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Question } from './action'

/**
 * The request after the sandbox stopped an attempt: evidence, the narrowest addition, and the way outside. It asks for
 * nothing that is beside the work or stays as its yes said; the evidence holds that too. `hosts` are those that the attempt was let reach. Undefined: what stopped it is
 * what its yes was for.
 */
export async function retryQuestion(
  command: readonly string[],
  {
    denied,
    permit: { grants: held },
    hosts = [],
  }: {
    readonly denied: { readonly evidence: readonly Evidence[] }
    readonly permit: Pick<Permit, 'grants'>
    readonly hosts?: readonly Grant[]
  },
  { cwd, sandboxPolicy }: TurnContext,
  { parser, sandbox, workspace }: CommandParts,
): Promise<Question | undefined> {
  const home = workspace.home()
  const { names, paths } = await namedBy(command, home, parser)
  const isIncidental = incidentalWrites(home, workspace.environment(sandboxPolicy, true), paths)
  const stays = staysAsSaid(held, { home, names })
  const asked = denied.evidence.filter((each) => !isIncidental(each) && !stays(each))
  if (isCovered(asked, held, { home, names })) return undefined
  const where = { home, names, mayGrant: mayGrantIn(sandbox) }
  const missing = withHosts(offerMissing(asked, held, where), held, hosts)
  const noOnlyThis = missing ? undefined : whyNoOffer(asked, where)
  const stop: StopReason = {
    boundary: 'sandbox',
    why: whyStopped(asked, sandboxPolicy),
    evidence: [...denied.evidence],
    ...(noOnlyThis === undefined ? {} : { noOnlyThis }),
  }
  const offers = missing ? [missing, offerOutside()] : [offerOutside()]
  const settings = await gitSettingsOf(command, home, parser)
  const isOfGit = settings.length > 0 && asked.every(({ target }) => target.endsWith('/config'))
  return {
    effect: isOfGit
      ? { act: { kind: 'git-settings', settings: [...settings] } }
      : effectOfEvidence(asked, { home, cwd }),
    stop,
    offers: withGitSettings(offers, settings, (grant) => sandbox.lays?.(grant) === true),
  }
}

/** The offer with the hosts that the attempt was let reach, each once, behind what it had: they were let through to that run alone. */
function withHosts(
  offer: Offer | undefined,
  held: readonly Grant[],
  hosts: readonly Grant[],
): Offer | undefined {
  if (!offer) return undefined
  const grants = [...held]
  for (const grant of [...hosts, ...offer.grants.slice(held.length)])
    if (!covers(grants, grant)) grants.push(grant)
  return { ...offer, grants }
}
