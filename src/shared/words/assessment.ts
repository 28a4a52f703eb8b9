import { z } from 'zod'
import { Assessment } from '../domain/assessment'
import { Facts, FactTarget, Floor, FloorReason } from '../domain/facts'
import { differenceInWords, whyNotAssessed } from './difference'
import { effectInWords } from './effect'
import { RowInWords, rowInWords } from './fact-row'
import { reasonInWords } from './reason'

const TargetInWords = FactTarget.omit({
  name: true,
  realName: true,
  place: true,
  spared: true,
  unversioned: true,
  gone: true,
  leadsTo: true,
})

/** Facts as other programs are told them: sentences in place of what they are made from. */
export const FactsInWords = Facts.extend({
  effect: z.string(),
  rows: z.array(RowInWords),
  targets: z.array(TargetInWords),
})
export type FactsInWords = z.infer<typeof FactsInWords>

const ReasonInWords = FloorReason.pick({ rule: true, level: true, category: true }).extend({
  text: z.string(),
})

/** A floor as other programs are told it. */
export const FloorInWords = Floor.extend({ reasons: z.array(ReasonInWords) })
export type FloorInWords = z.infer<typeof FloorInWords>

/** An assessment as other programs are told it, which is how records from before sentences became data have it as well. */
export const AssessmentInWords = Assessment.extend({
  facts: FactsInWords.optional(),
  floor: FloorInWords.optional(),
  differs: z.array(z.string()).default([]),
})
export type AssessmentInWords = z.infer<typeof AssessmentInWords>

/** The facts in words. */
export const factsInWords = (facts: Facts): FactsInWords => ({
  ...facts,
  effect: effectInWords(facts.effect),
  rows: facts.rows.map(rowInWords),
  targets: facts.targets.map(
    ({ name, realName, place, spared, unversioned, gone, leadsTo, ...target }) => target,
  ),
})

/** The floor in words. */
export const floorInWords = (floor: Floor): FloorInWords => ({
  ...floor,
  reasons: floor.reasons.map((reason) => ({
    rule: reason.rule,
    level: reason.level,
    ...(reason.category && { category: reason.category }),
    text: reasonInWords(reason),
  })),
})

/** What changes of an assessment while its request waits, in words. */
export function viewInWords<A extends Omit<Assessment, 'facts' | 'floor'>>(assessment: A) {
  const reason = whyNotAssessed(assessment)
  return {
    ...assessment,
    ...(reason !== undefined && { reason }),
    differs: assessment.differs.map(differenceInWords),
  }
}

/** The assessment in words. */
export function assessmentInWords({ facts, floor, ...view }: Assessment): AssessmentInWords {
  return {
    ...viewInWords(view),
    ...(facts && { facts: factsInWords(facts) }),
    ...(floor && { floor: floorInWords(floor) }),
  }
}
