import { setTimeout as delay } from 'node:timers/promises'
import type { RunSpec } from '../../core/ports'
import { atExit } from '../own-process/at-exit'
import { passesGate } from './gate'
import type { Fits, LaidRun, PlannedRun } from './laid-run'
import { isSteady } from './steady'
import type { NoneMade, WaitingSandbox } from './waiting-sandbox'

/** How long after a run the next one's sandbox is looked at, or made: the result of the run is on its way by then. */
const pauseMs = 10
/**
 * How long after its beginning: most commands are over by then, and their results are not kept waiting. Where commands come
 * hard upon each other there would then be no time at all, so that it begins with the command.
 */
const [headStartMs, hurriedMs] = [50, 1] as const
/** Commands that begin so soon after the one before come hard upon each other. */
const hardUponMs = 40
/** How long a sandbox waits for a command before it is taken down; a turn's end takes it down at once. */
const idleMs = 10_000
/** How long a turn's end waits for a sandbox that is just being made; it is taken down in any case. */
const restMs = 1_000

/** What must be the same for a run to use a sandbox that was made after another; its command may be any. */
function keyOf({ cwd, workspace, env, policy, session }: RunSpec): string {
  return JSON.stringify([cwd, workspace, policy, env, session])
}

/** Whether a run's sandbox can be made before its command is known: it is one of a turn's, with no grants and no staging. */
export function canWait({ inTurn, permit, staging, env }: RunSpec): boolean {
  const plain = permit.confinement === 'sandbox' && permit.grants.length === 0 && staging === undefined
  return inTurn === true && plain && passesGate(env)
}

/**
 * What may and may not be done in a run, as one text. Placeholders are left out: what is missing for one run stands there for
 * the next.
 */
function rulesOf({ plan: { places, protection, kept, closed }, grants }: PlannedRun): string {
  return JSON.stringify([places, protection.masks, protection.links, kept, closed, grants])
}

interface Waiting {
  readonly key: string
  readonly rules: string
  readonly sandbox: WaitingSandbox
}

/** The plan, where it asks for exactly what is mounted in the sandbox that waits, and that is still what it was. */
function fitting(
  { rules, sandbox }: Waiting,
  planned: PlannedRun | { readonly problem: string },
): PlannedRun | undefined {
  const { exitCode, signalCode } = sandbox.process.child
  const alive = exitCode === null && signalCode === null
  if (!alive || 'problem' in planned || rulesOf(planned) !== rules) return undefined
  return sandbox.places.unchanged() ? planned : undefined
}

/** What a standby is made of. Both are asked anew each time. */
export interface StandbyParts {
  readonly make: (spec: RunSpec, fits: Fits) => Promise<WaitingSandbox | NoneMade>
  readonly plan: (spec: RunSpec) => Promise<PlannedRun | { readonly problem: string }>
}

/**
 * Keeps one sandbox ready for the command after this one, since making it takes longer than most commands do. It is used
 * only when the run's own plan, made afresh, asks for exactly what is mounted in it, and every mounted place is still the
 * same thing; otherwise it is taken down, and the run makes its own. A run that makes its own takes it down as well, for
 * two runs must agree on what is pinned (decision 013). It is made while the command runs (decision 072), and again after
 * it where the command changed what it depends on.
 */
export class Standby {
  readonly #parts: StandbyParts
  readonly #drop = (): void => {
    this.#out()?.sandbox.discard()
  }
  readonly #clear = (): void => {
    for (const ended of this.#ended.splice(0)) ended.clear()
  }
  readonly #ended: LaidRun[] = []
  #waiting: Waiting | undefined
  #making: Promise<void> = Promise.resolve()
  #next: NodeJS.Timeout | undefined
  /** Until what was asked for last has begun, or is not to be done any more. */
  #begun = Promise.withResolvers<undefined>()
  #idle: NodeJS.Timeout | undefined
  #endedAt = Number.NEGATIVE_INFINITY

  constructor(parts: StandbyParts) {
    this.#parts = parts
    this.#begun.resolve(undefined)
    atExit(() => {
      this.#drop()
      this.#clear()
    })
  }

  /**
   * A run begins: meanwhile a sandbox is made for the next one like it. Only one that protects exactly what this run's own
   * does, and nothing that the command could move aside while it is mounted.
   */
  meanwhile(running: LaidRun): void {
    if (!canWait(running.spec) || !isSteady(running)) return
    const rules = rulesOf(running)
    const hurried = performance.now() - this.#endedAt < hardUponMs
    this.#later(hurried ? hurriedMs : headStartMs, async () => {
      if (!this.#waiting) await this.#prepare(running.spec, (planned) => rulesOf(planned) === rules)
    })
  }

  /**
   * Takes over a run that is over: a little later there is a sandbox for the next one like it, and then what stood for the
   * old run is cleared away, so that what both need stays where it is.
   */
  follow(ended: LaidRun): void {
    this.#endedAt = performance.now()
    if (!canWait(ended.spec)) {
      ended.clear()
      return
    }
    this.#ended.push(ended)
    this.#later(pauseMs, () => this.#renew(ended.spec).finally(this.#clear))
  }

  /** Takes down the sandbox that waits, and clears away what stood for runs that are over: a run without it begins. */
  async dismiss(): Promise<void> {
    this.#forget()
    await this.#making
    this.#drop()
    this.#clear()
  }

  /**
   * The same at the end of a turn, so that nothing stands in a workspace in which nothing runs. Never rejects, and takes
   * no longer than restMs.
   */
  async rest(): Promise<void> {
    const dismissed = this.dismiss().catch(() => undefined) // the next run meets the same trouble, and says it
    await Promise.race([dismissed, delay(restMs, undefined, { ref: false })])
  }

  /** The process of the sandbox that waits, once none is to be looked at or made any more; undefined: none waits. */
  async settled(): Promise<number | undefined> {
    await this.#begun.promise
    await this.#making
    return this.#waiting?.sandbox.process.child.pid
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

  /** Keeps the sandbox that waits where it fits the next run like this, and makes it anew where it does not. */
  async #renew(spec: RunSpec): Promise<void> {
    const waiting = this.#waiting
    if (waiting?.key === keyOf(spec) && fitting(waiting, await this.#parts.plan(spec))) this.#idles()
    else await this.#prepare(spec, () => true)
  }

  async #prepare(spec: RunSpec, fits: Fits): Promise<void> {
    this.#drop()
    const sandbox = await this.#parts.make(spec, fits)
    if ('why' in sandbox) return
    this.#waiting = { key: keyOf(spec), rules: rulesOf(sandbox.laid), sandbox }
    this.#idles()
  }

  #idles(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(this.#drop, idleMs).unref()
  }

  /** The sandbox that waits, where it fits this run as things are now; it is the caller's to close and clear then. */
  async take(
    spec: RunSpec,
  ): Promise<{ readonly sandbox: WaitingSandbox; readonly planned: PlannedRun } | undefined> {
    this.#forget()
    await this.#making
    if (!canWait(spec) || this.#waiting?.key !== keyOf(spec)) return undefined
    const waiting = this.#out()
    if (!waiting) return undefined
    const { sandbox } = waiting
    let planned: PlannedRun | undefined
    try {
      planned = fitting(waiting, await this.#parts.plan(spec))
    } finally {
      if (!planned) sandbox.discard()
    }
    return planned && { sandbox, planned }
  }

  #out(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    clearTimeout(this.#idle)
    return waiting
  }
}
