import type { TakenRehearsal } from '../turn/request-rehearsals'
import type { TurnContext } from '../turn/turn-context'
import type { ActionParts } from './action'
import { askRules } from './answer-by-rules'
import { isForRulesNow, type Asked, type Opened } from './open-request'

/** What a rule took of a request that waited, to be put in place or freed. */
export interface RuledMeanwhile {
  readonly rule: string
  readonly taken: TakenRehearsal
}

/** A waiting request before rules that came after it. */
export interface RulesAgain {
  /** The id of the rehearsal that is shown, where one rule answers by it now. Nothing is rehearsed for it. */
  ask(): Promise<string | undefined>
  /** The request is over: hands over what a rule took; undefined: none did. */
  end(): RuledMeanwhile | undefined
}

/**
 * Asks the rules once more about a request that waits, by the very rehearsal that it shows and that could be put in place by a person. What no rule is asked about at
 * first is none to them later either.
 */
export function rulesAgain(asked: Asked, opened: Opened, turn: TurnContext, parts: ActionParts): RulesAgain {
  const over = new AbortController()
  const isOver = (): boolean => over.signal.aborted
  let held: RuledMeanwhile | undefined
  const ask = async (): Promise<string | undefined> => {
    const { effectRules } = parts
    const so = opened.found()
    const { rehearsing } = opened
    if (isOver() || !effectRules || !rehearsing || !isForRulesNow(asked, opened)) return undefined
    if (so?.rehearsal.state !== 'found') return undefined
    const { found } = so.rehearsal
    if (found.applies?.kind !== 'possible') return undefined
    const ended = {
      found,
      seen: so.seen,
      take: () => held?.taken ?? rehearsing.takeAny(),
    }
    const level = opened.open.checked.floor.level ?? 'not-assessed'
    const ruled = await askRules(
      {
        ...{ command: asked.call.command, level },
        rehearse: (hosts) => Promise.resolve(hosts.length === 0 ? ended : undefined),
      },
      turn,
      effectRules,
    )
    if (ruled.kind !== 'answered' || !ruled.rule) return undefined
    if (isOver()) {
      await ruled.taken.free()
      return undefined
    }
    held = { rule: ruled.rule.name, taken: ruled.taken }
    return found.applies.id
  }
  let asking: Promise<string | undefined> | undefined
  return {
    ask: () => (asking ??= ask().finally(() => (asking = undefined))),
    end: () => {
      const given = held
      over.abort()
      held = undefined
      return given
    },
  }
}
