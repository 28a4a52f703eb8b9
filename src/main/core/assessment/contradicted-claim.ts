import type { ClaimKind, Difference } from '@shared/domain/assessment'
import type { Effect } from '@shared/domain/effect'
import type { Floor } from '@shared/domain/facts'
import type { RiskCategory } from '@shared/domain/risk'

/** What an agent may claim of a command, and the words it does it in. */
interface Claim {
  readonly kind: ClaimKind
  readonly said: RegExp
  /** What such a claim cannot stand beside. */
  readonly against: readonly RiskCategory[]
}

const changes: readonly RiskCategory[] = [
  'data_deletion',
  'system_modification',
  'privilege_escalation',
  'resource_exhaustion',
]

/**
 * The claims, the most definite first. A claim is only heard where the words are about the command: "the file system is
 * read-only" is the reason for asking, and "not safe" is no claim of safety.
 */
const claims: readonly Claim[] = [
  {
    kind: 'read-only',
    said: /(?<!\b(?:not|n't|isn't|never) (?:a |strictly |entirely )?)\bread-?\s?only\b(?!\s*(?:file\s?system|fs\b|sandbox|mode|policy|mount|volume|disk|root|access|error|director|folder))/i,
    against: changes,
  },
  {
    kind: 'only-reads',
    said: /\b(?:only|just|merely|simply)\s+(?:reads?|reading|looks?|looking|lists?|listing|inspects?|inspecting|prints?|printing|checks?|checking|views?|viewing|displays?)\b/i,
    against: changes,
  },
  {
    kind: 'no-changes',
    said: /\b(?:no|without(?: any| making)?|zero)\s+(?:\w+\s+)?(?:changes?|modifications?|side[- ]effects?|writes?)\b|\b(?:does|do|will|would)(?:n't| not)\s+(?:\w+\s+)?(?:change|modify|alter|write|delete|remove|touch|affect|overwrite)\b|\bnothing\s+(?:is|will be|gets)\s+(?:changed|modified|deleted|written|removed)\b|\bnon-?destructive\b/i,
    against: changes,
  },
  {
    kind: 'safe',
    said: /(?<!\b(?:not|n't|isn't|never|un|type|thread|fail|memory)[ -]?(?:\w+ )?)\b(?:safe(?:ly)?|harmless|risk-?free|no\s+(?:real\s+)?(?:risk|danger|harm))\b(?!\s*(?:mode|guard|point))/i,
    against: [...changes, 'data_exfiltration'],
  },
]

/** Where "read-only" is said of what stopped the command, the agent claims nothing of the command itself. */
const ofTheBoundary =
  /\b(?:file\s?system|fs|sandbox|workspace|director(?:y|ies)|folder|mount|volume|disk|root|policy|environment|session)\b[^.;,]{0,24}\bread-?\s?only\b/gi

/** Longest justification that is looked at, in characters. */
const longestClaim = 4000

/** What is known of the request against which a claim is held. */
export interface Known {
  readonly floor: Floor
  /** The effect that was checked, when there is one; see `changing`. */
  readonly effect?: Effect
  /** True when the checked facts say that something is changed or removed. */
  readonly changing?: boolean
}

/**
 * What the agent claims where it does not fit what checks and facts found; undefined when it fits, or nothing is claimed. It
 * holds our name for the claim, never the agent's text.
 */
export function contradictedClaim(justification: string | undefined, known: Known): Difference | undefined {
  const said = justification?.slice(0, longestClaim).replaceAll(ofTheBoundary, ' ') ?? ''
  const { floor, changing = false, effect } = known
  const contradicted = ({ kind, against }: Claim): boolean =>
    floor.level === 'high' ||
    floor.categories.some((category) => against.includes(category)) ||
    (changing && kind !== 'safe')
  const claim = claims.find((each) => each.said.test(said) && contradicted(each))
  if (!claim) return undefined
  const [reason] = floor.reasons
  return {
    kind: 'claim',
    claim: claim.kind,
    ...(effect && (changing || !reason) ? { effect } : reason && { reason }),
    ...(floor.level && { level: floor.level }),
  }
}
