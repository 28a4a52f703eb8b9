import type { RunSpec } from '../../core/ports'
import { passesGate } from './gate'
import type { LaidRun, PlannedRun } from './laid-run'
import type { WaitingSandbox } from './waiting-sandbox'

/** How long after a run the next one's sandbox is made: the result of the run is on its way by then. */
const pauseMs = 10
/** How long a sandbox waits for a command before it is taken down. */
const idleMs = 30_000

/** What must be the same for a run to use a sandbox that was made after another; its command may be any. */
function keyOf({ cwd, workspace, env, policy }: RunSpec): string {
  return JSON.stringify([cwd, workspace, policy, env])
}

/** Whether a run's sandbox can be made before its command is known: it has no grants and no staging. */
export function canWait({ permit, staging, env }: RunSpec): boolean {
  return (
    permit.confinement === 'sandbox' && permit.grants.length === 0 && staging === undefined && passesGate(env)
  )
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
    process.off('exit', this.#clear)
    for (const ended of this.#ended.splice(0)) ended.clear()
  }
  readonly #ended: LaidRun[] = []
  #waiting: Waiting | undefined
  #making: Promise<void> = Promise.resolve()
  #pause: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(make: (spec: RunSpec) => Promise<WaitingSandbox | undefined>) {
    this.#make = make
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
    if (this.#ended.length === 0) process.once('exit', this.#clear)
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

  async #prepare(spec: RunSpec): Promise<void> {
    this.#drop()
    const sandbox = await this.#make(spec)
    if (!sandbox) return
    this.#waiting = { key: keyOf(spec), rules: rulesOf(sandbox.laid), sandbox }
    this.#idle = setTimeout(this.#drop, idleMs).unref()
    process.once('exit', this.#drop)
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
    const { sandbox, rules } = waiting
    const planned = await plan()
    const { exitCode, signalCode } = sandbox.process.child
    const alive = exitCode === null && signalCode === null
    if (alive && !('problem' in planned) && rulesOf(planned) === rules && sandbox.places.unchanged())
      return { sandbox, planned }
    sandbox.discard()
    return undefined
  }

  #out(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    clearTimeout(this.#idle)
    process.off('exit', this.#drop)
    return waiting
  }
}
