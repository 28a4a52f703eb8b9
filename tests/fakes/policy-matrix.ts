import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOfTurn, policyAnswers, type PolicyAnswer, type PolicyTurn } from './policy-scenarios'

/** What happens in a row for each answer: who is asked, what runs where, and last what the model is told. */
export type PolicyOutcomes = Readonly<Record<PolicyAnswer, string>>

/** The names of the corpus's rows, as they stand there, and what each says. */
export const policyMatrix: readonly (readonly [string, PolicyOutcomes])[] = readFileSync(
  join(import.meta.dirname, '../corpus/policy-matrix.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [scenario, policy, mode, ...outcomes] = JSON.parse(line) as string[]
    const named = policyAnswers.map((answer, at) => [answer, outcomes[at] ?? ''])
    return [[scenario, policy, mode].join(', '), Object.fromEntries(named) as PolicyOutcomes] as const
  })

/** What the corpus says of a row; throws where it says nothing. */
export function outcomesOf(turn: PolicyTurn): PolicyOutcomes {
  const found = policyMatrix.find(([name]) => name === nameOfTurn(turn))
  if (!found) throw new Error(`no row says what happens in ${nameOfTurn(turn)}`)
  return found[1]
}

/** Why somebody is asked first in an outcome; undefined: nobody is. */
export const firstQuestion = (outcome: string): string | undefined => /ask\(([^)]*)\)/.exec(outcome)?.[1]
