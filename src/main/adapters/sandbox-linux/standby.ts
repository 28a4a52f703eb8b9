import { setTimeout as delay } from 'node:timers/promises'
import type { RunSpec } from '../../core/ports'
import { atExit } from '../own-process/at-exit'
import type { HeldSandbox, NoneMade } from './held-sandbox'
import type { Fits, LaidRun, PlannedRun } from './laid-run'
import { isSteady } from './steady'

/** How long after a run's end a sandbox is made for the next one: the result of the run is on its way by then. */
const pauseMs = 10
/** How long a sandbox is held without a command; a turn's end lets go of it at once. */
const idleMs = 60_000
/** How long a turn's end waits for a sandbox that is just being made; it is let go of in any case. */
const restMs = 1_000

/** So often what was held could not be entered; nothing is held after that. */
const maxFailures = 3

/** What must be the same for a run to use a sandbox that was made after another; its command may be any. */
function keyOf({ cwd, workspace, env, policy, session }: RunSpec): string {
  return JSON.stringify([cwd, workspace, policy, env, session])
}

/** Whether a run's sandbox can be made before its command is known: it is one of a turn's, with no grants and no staging. */
export function canBeHeld({ inTurn, permit, staging }: RunSpec): boolean {
  const plain = permit.confinement === 'sandbox' && permit.grants.length === 0 && staging === undefined
  return inTurn === true && plain
}

/**
 * What may and may not be done in a run, as one text. Placeholders are left out: what is missing for one run stands there for
 * the next.
 */
function rulesOf({ plan: { places, protection, kept, closed }, grants }: PlannedRun): string {
  return JSON.stringify([places, protection.masks, protection.links, kept, closed, grants])
}

interface Held {
  readonly key: string
  readonly rules: string
  readonly sandbox: HeldSandbox
}

/** What a standby is made of. Both are asked anew each time. */
export interface StandbyParts {
  readonly make: (spec: RunSpec, fits: Fits) => Promise<HeldSandbox | NoneMade>
  readonly plan: (spec: RunSpec) => Promise<PlannedRun | { readonly problem: string }>
}

/**
 * Holds one sandbox for the commands of a turn, since making it takes longer than most commands do. A command gets it only when its
 * own plan, made afresh, asks for exactly what is mounted in it, and every mounted place is still the same thing; otherwise it is
 * let go of, and the run makes its own. A run that makes its own lets go of it as well, for two runs must agree on what is pinned
 * (decision 013). It is made while a command runs (decision 072), or after it where that changed what it depends on.
 */
export class Standby {
  readonly #parts: StandbyParts
  readonly #drop = (): void => {
    clearTimeout(this.#idle)
    const held = this.#held
    this.#held = undefined
    held?.sandbox.discard()
  }
  readonly #clear = (): void => {
    for (const ended of this.#ended.splice(0)) ended.clear()
  }
  readonly #ended: LaidRun[] = []
  #held: Held | undefined
  #failures = 0
  #making: Promise<void> = Promise.resolve()
  #next: NodeJS.Timeout | undefined
  /** Until what was asked for last has begun, or is not to be done any more. */
  #begun = Promise.withResolvers<undefined>()
  #idle: NodeJS.Timeout | undefined

  constructor(parts: StandbyParts) {
    this.#parts = parts
    this.#begun.resolve(undefined)
    atExit(() => {
      this.#drop()
      this.#clear()
    })
  }

  /**
   * A run begins in a sandbox of its own: meanwhile one is made for the next like it. Only one that protects exactly what this run's
   * own does, and nothing that the command could move aside while it is mounted.
   */
  meanwhile(running: LaidRun): void {
    if (this.#held || this.#failures >= maxFailures || !canBeHeld(running.spec) || !isSteady(running)) return
    const rules = rulesOf(running)
    this.#later(1, async () => {
      if (!this.#held) await this.#prepare(running.spec, (planned) => rulesOf(planned) === rules)
    })
  }

  /**
   * Takes over a run that is over: a little later there is a sandbox for the next one like it, and then what stood for the
   * old run is cleared away, so that what both need stays where it is.
   */
  follow(ended: LaidRun): void {
    if (this.#failures >= maxFailures || !canBeHeld(ended.spec) || this.#held?.key === keyOf(ended.spec)) {
      ended.clear()
      return
    }
    this.#ended.push(ended)
    this.#later(pauseMs, async () => {
      if (this.#held?.key !== keyOf(ended.spec)) await this.#prepare(ended.spec, () => true)
      this.#clear()
    })
  }

  /** Lets go of the sandbox, and clears away what stood for runs that are over: a run without it begins. */
  async dismiss(): Promise<void> {
    this.#forget()
    await this.#making
    this.#drop()
    this.#clear()
  }

  /** What was held could not be entered. Where that is so again and again, each run makes its own from then on. */
  failed(): void {
    this.#failures += 1
    this.#drop()
  }

  /**
   * The same at the end of a turn, so that nothing stands in a workspace in which nothing runs. Never rejects, and takes
   * no longer than restMs.
   */
  async rest(): Promise<void> {
    const dismissed = this.dismiss().catch(() => undefined) // the next run meets the same trouble, and says it
    await Promise.race([dismissed, delay(restMs, undefined, { ref: false })])
  }

  /** The name of what is held, once none is to be made any more; undefined: nothing is. */
  async settled(): Promise<string | undefined> {
    await this.#begun.promise
    await this.#making
    return this.#held?.sandbox.name
  }

  /** Does one thing after another, and only the last that was asked for of those that have not begun. */
  #later(ms: number, work: () => Promise<void>): void {
    this.#forget()
    const begun = (this.#begun = Promise.withResolvers<undefined>())
    this.#next = setTimeout(() => {
      this.#making = this.#making.then(work).catch(() => undefined) // the next run makes its own, and says what is in the way
      begun.resolve(undefined)
    }, ms).unref()
  }

  #forget(): void {
    clearTimeout(this.#next)
    this.#begun.resolve(undefined)
  }

  async #prepare(spec: RunSpec, fits: Fits): Promise<void> {
    this.#drop()
    const sandbox = await this.#parts.make(spec, fits)
    if ('why' in sandbox) return
    this.#held = { key: keyOf(spec), rules: rulesOf(sandbox.laid), sandbox }
    this.#idles()
  }

  #idles(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(this.#drop, idleMs).unref()
  }

  /** The sandbox that is held and the run's plan, where it fits this run as things are now. */
  async take(
    spec: RunSpec,
  ): Promise<{ readonly sandbox: HeldSandbox; readonly planned: PlannedRun } | undefined> {
    if (this.#failures >= maxFailures || !canBeHeld(spec)) return undefined
    await this.#making
    const held = this.#held
    if (held?.key !== keyOf(spec)) return undefined
    const planned = await this.#parts.plan(spec)
    if (held !== this.#held || 'problem' in planned) return undefined
    if (rulesOf(planned) !== held.rules || !held.sandbox.places.unchanged()) return undefined
    this.#idles()
    return { sandbox: held.sandbox, planned }
  }
}
