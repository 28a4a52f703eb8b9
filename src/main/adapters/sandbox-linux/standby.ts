import { setTimeout as delay } from 'node:timers/promises'
import type { RunSpec } from '../../core/ports'
import { atExit } from '../own-process/at-exit'
import { passesGate } from './gate'
import type { LaidRun, PlannedRun } from './laid-run'
import type { WaitingSandbox } from './waiting-sandbox'

/** How long after a run the next one's sandbox is made: the result of the run is on its way by then. */
const pauseMs = 10
/** How long a sandbox waits for a command before it is taken down; a turn's end takes it down at once. */
const idleMs = 10_000
/** How long a turn's end waits for a sandbox that is just being made; it is taken down in any case. */
const restMs = 1_000

/** What must be the same for a run to use a sandbox that was made after another; its command may be any. */
function keyOf({ cwd, workspace, env, policy }: RunSpec): string {
  return JSON.stringify([cwd, workspace, policy, env])
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
function rulesOf({ plan: { places, protection, closed }, grants }: PlannedRun): string {
  return JSON.stringify([places, protection.masks, protection.links, closed, grants])
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

/**
 * Keeps one sandbox ready for the command after this one, since making it takes longer than most commands do. It is used
 * only when the run's own plan, made afresh, asks for exactly what is mounted in it, and every mounted place is still the
 * same thing; otherwise it is taken down, and the run makes its own. A run that makes its own takes it down as well, for
 * two runs must agree on what is pinned (decision 013).
 */
export class Standby {
  readonly #make: (spec: RunSpec) => Promise<WaitingSandbox | undefined>
  readonly #drop = (): void => {
    this.#out()?.sandbox.discard()
  }
  readonly #clear = (): void => {
    for (const ended of this.#ended.splice(0)) ended.clear()
  }
  readonly #ended: LaidRun[] = []
  #waiting: Waiting | undefined
  #making: Promise<void> = Promise.resolve()
  #pause: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(make: (spec: RunSpec) => Promise<WaitingSandbox | undefined>) {
    this.#make = make
    atExit(() => {
      this.#drop()
      this.#clear()
    })
  }

  /**
   * Takes over a run that is over: a little later a sandbox is made for the next one like it, and then what stood for the
   * old run is cleared away, so that what both need stays where it is.
   */
  follow(ended: LaidRun): void {
    if (!canWait(ended.spec)) {
      ended.clear()
      return
    }
    this.#ended.push(ended)
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      this.#making = this.#making.then(() => this.#prepare(ended.spec)).finally(this.#clear)
      this.#making = this.#making.catch(() => undefined) // the next run makes its own, and says what is in the way
    }, pauseMs).unref()
  }

  /** Takes down the sandbox that waits, and clears away what stood for runs that are over: a run without it begins. */
  async dismiss(): Promise<void> {
    clearTimeout(this.#pause)
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

  async #prepare(spec: RunSpec): Promise<void> {
    this.#drop()
    const sandbox = await this.#make(spec)
    if (!sandbox) return
    this.#waiting = { key: keyOf(spec), rules: rulesOf(sandbox.laid), sandbox }
    this.#idle = setTimeout(this.#drop, idleMs).unref()
  }

  /**
   * The sandbox that waits, where it fits this run; it is the caller's to close and clear then. `plan` is asked for the run's
   * plan as things are now.
   */
  async take(
    spec: RunSpec,
    plan: () => Promise<PlannedRun | { readonly problem: string }>,
  ): Promise<{ readonly sandbox: WaitingSandbox; readonly planned: PlannedRun } | undefined> {
    clearTimeout(this.#pause)
    await this.#making
    if (!canWait(spec) || this.#waiting?.key !== keyOf(spec)) return undefined
    const waiting = this.#out()
    if (!waiting) return undefined
    const { sandbox } = waiting
    let planned: PlannedRun | undefined
    try {
      planned = fitting(waiting, await plan())
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
