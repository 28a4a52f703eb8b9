import type { NeededAction } from '@shared/domain/replay'
import type { RiskLevel } from '@shared/domain/risk'
import { firstCharacters } from '@shared/domain/first-characters'
import type { HistoryEntry, PastAction } from '../ports/agent-histories'
import type { PastVerdict } from './judge-past'

/** Questions that are the same: the verdict on the first of them, and what became of all. */
export interface PastQuestion {
  readonly action: Pick<PastAction, 'agent' | 'cwd' | 'workspace'>
  readonly verdict: PastVerdict
  when: string | undefined
  times: number
  asked: NeededAction['asked']
  answer: NeededAction['answer']
}

/** So many different questions are kept; of more the least grave go, and are counted alone. */
const maxQuestions = 5000
/** Of a command so much is kept. */
const maxShown = 2000

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, 'not-assessed': 2, high: 3 }

/** The worst first, then what was denied, then what comes up most, then the latest. */
export const worstFirst = (one: PastQuestion, other: PastQuestion): number =>
  rank[other.verdict.level] - rank[one.verdict.level] ||
  Number(other.answer === 'denied') - Number(one.answer === 'denied') ||
  other.times - one.times ||
  (other.when ?? '').localeCompare(one.when ?? '')

/** What is counted of a past. What it holds does not grow with it. */
export class Tally {
  sessions = 0
  actions = 0
  askedThen = 0
  askedUnknown = 0
  deniedThen = 0
  wouldAsk = 0
  wouldRefuse = 0
  readonly unreadable = { torn: 0, too_long: 0, hidden: 0, unopened: 0 }
  #questions = new Map<string, PastQuestion>()

  /** Everything but an action, which is judged first. */
  note(entry: Exclude<HistoryEntry, { kind: 'action' }>): void {
    switch (entry.kind) {
      case 'session':
        this.sessions += 1
        return
      case 'unreadable':
        this.unreadable[entry.why === 'too-long' ? 'too_long' : entry.why] += 1
        return
      case 'unopened':
        this.unreadable.unopened += 1
        return
      case 'bytes':
        return
    }
  }

  /** An action with what would be decided today. */
  add(action: PastAction, verdict: PastVerdict): void {
    this.actions += 1
    if (action.asked === 'yes') this.askedThen += 1
    if (action.asked === 'unknown') this.askedUnknown += 1
    if (action.answer === 'denied') this.deniedThen += 1
    if (verdict.decision === 'refuse') this.wouldRefuse += 1
    if (verdict.decision !== 'ask') return
    this.wouldAsk += 1
    const command = firstCharacters(verdict.command, maxShown)
    const { agent, cwd, workspace, at: when, asked, answer } = action
    const key = JSON.stringify([agent, cwd, command])
    const known = this.#questions.get(key)
    if (known) {
      known.times += 1
      // One no counts, whatever else was said to the same.
      if (known.answer !== 'denied' && answer !== 'unknown') known.answer = answer
      if (known.asked !== 'yes' && asked !== 'unknown') known.asked = asked
      if ((when ?? '') > (known.when ?? '')) known.when = when
      return
    }
    const cut = command.length < verdict.command.length
    const kept = { ...verdict, command, ...(cut && { commands: undefined }) }
    this.#questions.set(key, {
      ...{ action: { agent, cwd, workspace }, verdict: kept, when, times: 1, asked, answer },
    })
    if (this.#questions.size > maxQuestions) {
      const worst = [...this.#questions].sort(([, one], [, other]) => worstFirst(one, other))
      this.#questions = new Map(worst.slice(0, Math.floor(maxQuestions * 0.8)))
    }
  }

  /** What would need a person, the worst first. */
  questions(): readonly PastQuestion[] {
    return [...this.#questions.values()].sort(worstFirst)
  }
}
