import type { CompactionTrigger } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import type { ResponseItem } from '@shared/domain/response-item'
import { compact } from './compact'
import { ContextMeter, type ContextLimits } from './context-limit'
import type { Place } from './environment-context'
import type { SessionRecord } from './session-record'
import type { TurnEnd, TurnWork } from './turn'

type Work = Pick<TurnWork, 'model' | 'request' | 'context'>

/**
 * Keeps one session's history within what its model can hold: counts what the provider counts, and compacts before the
 * limit is reached. A compaction that fails is reported in the session, leaves the history as it was, and is not tried
 * again by itself before one has worked.
 */
export class ContextWindow {
  readonly #record: SessionRecord
  readonly #meter: ContextMeter
  readonly #place: () => Place
  readonly #prompt: string | undefined

  /** `place` is asked for at each compaction. */
  constructor(record: SessionRecord, limits: ContextLimits, place: () => Place) {
    this.#record = record
    this.#meter = new ContextMeter(limits)
    this.#place = place
    this.#prompt = limits.compactPrompt
  }

  /** What a turn calls on its way. */
  watch(work: Work): Pick<TurnWork, 'makeRoom' | 'count' | 'overflow'> {
    const { model } = work.request
    return {
      makeRoom: async () => {
        if (!this.#meter.isFull(model, this.#record.items())) return
        if (!(await this.#compacted(work, 'automatic'))) this.#meter.stop()
      },
      count: (usage) => {
        this.#meter.count(usage, this.#record.items().length)
        const contextWindow = this.#meter.window(model)
        work.context.emit({ type: 'usage.updated', last: usage, contextWindow })
      },
      overflow: () => {
        this.#meter.overflow()
      },
    }
  }

  /** The history is another one now. */
  restart(): void {
    this.#meter.restart()
  }

  /** A turn that only compacts, because a person asked for it. Never throws. */
  async compactAsTurn(work: Work): Promise<TurnEnd> {
    try {
      const done = await this.#compacted(work, 'manual')
      return { outcome: done ? 'completed' : 'failed', lastMessage: undefined }
    } catch (error) {
      if (!work.context.signal.aborted) work.context.emit({ type: 'error.reported', fault: toFault(error) })
      return { outcome: work.context.signal.aborted ? 'interrupted' : 'failed', lastMessage: undefined }
    }
  }

  /** False when it failed, which is reported then; rejects only when the turn was aborted. */
  async #compacted({ model, request, context }: Work, trigger: CompactionTrigger): Promise<boolean> {
    const record = this.#record
    const used = this.#meter.used(record.items())
    const replace = async (summary: string, items: readonly ResponseItem[]): Promise<void> => {
      await record.compact(summary, items)
      this.#meter.restart()
    }
    try {
      const world = { items: () => record.items(), place: this.#place(), tokens: used, replace }
      const prompt = this.#prompt
      await compact({ model, request, context, prompt, ...world }, trigger)
      return true
    } catch (error) {
      if (context.signal.aborted) throw error
      const fault = toFault(error)
      const message = `The conversation was not compacted: ${fault.message}`
      context.emit({ type: 'error.reported', fault: { ...fault, message } })
      return false
    }
  }
}
