import type { Offer } from '@shared/domain/approval'
import { opensFiles, opensNetwork } from '@shared/domain/sandbox-policy'
import { incidentalWrites } from '../commands/incidental-writes'
import {
  predictedByFacts,
  predictedByRehearsal,
  withPredicted,
  type PredictedGrants,
  type PredictionContext,
} from '../commands/predicted-grants'
import { gitSettingsOf, withGitSettings } from '../commands/git-settings'
import { mayGrantIn } from '../commands/offers'
import { namedBy } from '../commands/removed-trees'
import type { Judgement } from '../commands/judge-command'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import type { SeenInRehearsal } from '../turn/request-rehearsals'
import type { Question } from './action'

const none: PredictedGrants = { grants: [], stays: [] }

/** What a rehearsal alone says, where it went through to its end; else what the facts say besides. */
const merged = (seen: PredictedGrants, facts: PredictedGrants, whole: boolean): PredictedGrants =>
  whole ? seen : { grants: [...seen.grants, ...facts.grants], stays: [...seen.stays, ...facts.stays] }

const same = (one: readonly Offer[] | undefined, other: readonly Offer[]): boolean => {
  const grants = (offers: readonly Offer[]): string =>
    JSON.stringify(offers.map((each) => each.grants.map((grant) => JSON.stringify(grant)).sort()))
  return one !== undefined && grants(one) === grants(other)
}

/** The offers after a rehearsal that went through, and did what no grant gives: a yes in the sandbox does not let it through, which is said. */
const withLack = (offers: readonly Offer[]): readonly Offer[] =>
  offers.map((offer) =>
    offer.kind === 'only-this' && offer.means.kind === 'run'
      ? { ...offer, id: 'only-this-rehearsed', means: { ...offer.means, mayFail: 'lacks' } }
      : offer,
  )

/**
 * A question with what facts foresee in its narrow offer, and with what a rehearsal will say of it: a yes then lets the command
 * through, and is not followed by a question for the same thing. What nothing is known of stays as it is.
 */
export async function withForesight(
  question: Question,
  { command, looked }: Pick<CommandCall, 'command'> & { readonly looked: Judgement['looked'] | undefined },
  { cwd, sandboxPolicy }: Pick<TurnContext, 'cwd' | 'sandboxPolicy'>,
  { parser, workspace, patches, sandbox }: CommandParts,
): Promise<Question> {
  const { offers } = question
  if (!offers.some(({ kind }) => kind === 'only-this')) return question
  const env = workspace.environment(sandboxPolicy, true)
  const home = workspace.home()
  const places = await patches.places(sandboxPolicy, cwd, env['TMPDIR'])
  const settings = await gitSettingsOf(command, home, parser)
  const { names, paths } = await namedBy(command, home, parser)
  const at: PredictionContext = {
    home,
    writable: opensFiles(sandboxPolicy) ? ['/'] : places.writable,
    // Setting an address connects to nobody.
    asksHosts: !opensNetwork(sandboxPolicy) && settings.length === 0,
    mayGrant: mayGrantIn(sandbox),
    names,
    isIncidental: incidentalWrites(home, env, paths),
  }
  const exact = (wider: readonly Offer[] | undefined): readonly Offer[] | undefined =>
    wider && withGitSettings(wider, settings, (grant) => sandbox.lays?.(grant) === true)
  const facts = looked ? predictedByFacts(looked, at) : none
  const shown = exact(withPredicted(offers, facts, 'facts')) ?? offers
  return {
    ...question,
    offers: shown,
    afterRehearsal: (seen: SeenInRehearsal) => {
      const rehearsed = predictedByRehearsal(seen, at)
      if (seen.whole && rehearsed.lacks)
        return withLack(exact(withPredicted(offers, rehearsed, 'rehearsal')) ?? offers)
      const better = exact(withPredicted(offers, merged(rehearsed, facts, seen.whole), 'rehearsal'))
      return same(better, shown) ? undefined : better
    },
  }
}
