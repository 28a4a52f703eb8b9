import { z } from 'zod'
import { Assessment } from '../domain/assessment'
import { Facts, FactTarget, Floor, FloorReason } from '../domain/facts'
import { differenceInWords, whyNotAssessed } from './difference'
import { effectInWords } from './effect'
import { RowMessage, rowInWords } from './fact-row'
import { reasonInWords } from './reason'

const TargetMessage = FactTarget.omit({
  name: true,
  realName: true,
  place: true,
  spared: true,
  unversioned: true,
  gone: true,
  leadsTo: true,
})

/** Facts as other programs are told them: sentences in place of what they are made from. */
export const FactsMessages = Facts.extend({
  effect: z.string(),
  rows: z.array(RowMessage),
  targets: z.array(TargetMessage),
})
export type FactsMessages = z.infer<typeof FactsMessages>

const ReasonMessage = FloorReason.pick({ rule: true, level: true, category: true }).extend({
  text: z.string(),
})

/** A floor as other programs are told it. */
export const FloorMessages = Floor.extend({ reasons: z.array(ReasonMessage) })
export type FloorMessages = z.infer<typeof FloorMessages>

/** An assessment as other programs are told it, which is how records from before sentences became data have it as well. */
export const AssessmentMessages = Assessment.extend({
  facts: FactsMessages.optional(),
  floor: FloorMessages.optional(),
  differs: z.array(z.string()).default([]),
})
export type AssessmentMessages = z.infer<typeof AssessmentMessages>

/** The facts in words. */
export const factsInWords = (facts: Facts): FactsMessages => ({
  ...facts,
  effect: effectInWords(facts.effect),
  rows: facts.rows.map(rowInWords),
  targets: facts.targets.map(
    ({ name, realName, place, spared, unversioned, gone, leadsTo, ...target }) => target,
  ),
})

/** The floor in words. */
export const floorInWords = (floor: Floor): FloorMessages => ({
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
export function assessmentInWords({ facts, floor, ...view }: Assessment): AssessmentMessages {
  return {
    ...viewInWords(view),
    ...(facts && { facts: factsInWords(facts) }),
    ...(floor && { floor: floorInWords(floor) }),
  }
}
