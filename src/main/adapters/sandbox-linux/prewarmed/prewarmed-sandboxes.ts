import { setTimeout as delay } from 'node:timers/promises'
import { dirname } from 'node:path'
import type { RunSpec } from '../../../core/ports/sandbox'
import { atExit } from '../../own-process/at-exit'
import type { PrewarmedSandbox, NoneMade } from './prewarmed-sandbox'
import type { PlannedRun } from '../mounts/mount-plan'
import { isUnder } from '../writable-roots'

/** How long a sandbox is held without a command: within a turn, and after its end. */
const [idleMs, restingMs] = [60_000, 10_000] as const
/** How long a turn's end waits for a sandbox that is just being made; it is let go of in any case. */
const restMs = 1_000
/** So many are held at once, each for another session or policy. */
const maxPrewarmed = 8
/** So often in a row one could not be entered; none is held after that. */
const maxFailures = 3

/** Whose commands may meet in a sandbox: those of one session with the same limits. */
const keyOf = ({ workspace, policy, session }: RunSpec): string =>
  JSON.stringify([workspace, policy, session])

/** Whether a run may have a sandbox that is made for others, too: it is one of a turn's, with no grants and no staging. */
function canBePrewarmed({ inTurn, permit, staging }: RunSpec): boolean {
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

interface Prewarmed {
  readonly rules: string
  readonly sandbox: PrewarmedSandbox
  readonly idle: NodeJS.Timeout
}

/** What prewarmed sandboxes are made with. Both are asked anew each time. */
export interface PrewarmedSandboxesParts {
  readonly make: (spec: RunSpec) => Promise<PrewarmedSandbox | NoneMade>
  readonly plan: (spec: RunSpec) => Promise<PlannedRun | { readonly problem: string }>
}

/** A sandbox that a run may enter, and the run's plan. */
export interface Taken {
  readonly sandbox: PrewarmedSandbox
  readonly planned: PlannedRun
}

/**
 * Holds sandboxes for the commands of turns, since making one takes longer than most commands do: each is made for the first command
 * that can use it. A later one gets it only when its own plan, made afresh, asks for exactly what is mounted in it, and every mounted
 * place is still the same thing; otherwise it is let go of, and another is made. A run that cannot be held lets go of those that work
 * where it does, for runs must agree on what is pinned (decision 160).
 */
export class PrewarmedSandboxes {
  readonly #parts: PrewarmedSandboxesParts
  readonly #sandboxes = new Map<string, Prewarmed>()
  #failures = 0
  /** The plans of the runs that go on, each of which could move what is just being mounted. */
  readonly #running = new Set<PlannedRun>()
  #making: Promise<unknown> = Promise.resolve()

  constructor(parts: PrewarmedSandboxesParts) {
    this.#parts = parts
    atExit(() => {
      this.close()
    })
  }

  /** Lets go of everything that is held. */
  close(): void {
    for (const key of [...this.#sandboxes.keys()]) this.#drop(key)
  }

  /** Says that a run begins; returns the way to say that it is over. */
  begin(planned: PlannedRun): () => void {
    this.#running.add(planned)
    return () => {
      this.#running.delete(planned)
    }
  }

  /** A sandbox for this run, held or made; undefined: it needs its own. One thing after another. */
  async take(spec: RunSpec): Promise<Taken | undefined> {
    if (this.#failures >= maxFailures || !canBePrewarmed(spec)) return undefined
    const taking = this.#making.then(() => this.#take(spec))
    this.#making = taking.catch(() => undefined)
    return taking
  }

  async #take(spec: RunSpec): Promise<Taken | undefined> {
    const planned = await this.#parts.plan(spec)
    if ('problem' in planned) return undefined // the run's own way says it
    const key = keyOf(spec)
    const rules = rulesOf(planned)
    const held = this.#sandboxes.get(key)
    if (held?.rules === rules && held.sandbox.places.unchanged()) {
      this.#idles(key, held, idleMs)
      return { sandbox: held.sandbox, planned }
    }
    this.#dropWhere(planned.plan.places.roots, rules)
    this.#drop(key)
    const sandbox = await this.#made(spec, planned)
    if (!sandbox) return undefined
    const [oldest] = this.#sandboxes.keys()
    if (this.#sandboxes.size >= maxPrewarmed && oldest !== undefined) this.#drop(oldest)
    this.#idles(key, { rules: rulesOf(sandbox.mountPlan), sandbox }, idleMs)
    return { sandbox, planned: sandbox.mountPlan }
  }

  /** bubblewrap finds each place by its name: what a command leads elsewhere just then would be elsewhere for all that follow. */
  async #made(spec: RunSpec, planned: PlannedRun): Promise<PrewarmedSandbox | undefined> {
    const isSafe = (each: PlannedRun): boolean =>
      [...this.#running].every((run) =>
        rulesOf(run) === rulesOf(each) ? isSteady(each) : !couldMove(run, each),
      )
    if (!isSafe(planned)) return undefined
    const sandbox = await this.#parts.make(spec)
    if ('why' in sandbox) return undefined // nor can the run have its own, which says what is wrong
    if (isSafe(sandbox.mountPlan) && sandbox.places.unchanged()) return sandbox
    sandbox.discard()
    return undefined
  }

  /** Lets go of what is held for work in these folders: a run makes its own sandbox there. */
  async dismiss(roots: readonly string[]): Promise<void> {
    await this.#making
    this.#dropWhere(roots, undefined)
  }

  /** Says whether one could be entered. */
  entered({ sandbox }: Taken, could: boolean): void {
    this.#failures = could ? 0 : this.#failures + 1
    if (could) return
    for (const [key, held] of [...this.#sandboxes]) if (held.sandbox === sandbox) this.#drop(key)
  }

  /**
   * At the end of a turn: takes away everything that stands in a workspace in which nothing runs, and soon what is held besides. Never
   * rejects, and takes no longer than restMs.
   */
  async rest(): Promise<void> {
    await Promise.race([this.#making, delay(restMs, undefined, { ref: false })])
    for (const [key, held] of [...this.#sandboxes])
      if (held.sandbox.mountPlan.plan.protection.missing.length > 0) this.#drop(key)
      else this.#idles(key, held, restingMs)
  }

  /** Lets go of what is held for a session. */
  async leave(session: string): Promise<void> {
    await this.#making
    for (const [key, { sandbox }] of [...this.#sandboxes])
      if (sandbox.mountPlan.spec.session === session) this.#drop(key)
  }

  /** The names of what is held, once none is being made. */
  async settled(): Promise<readonly string[]> {
    await this.#making
    return [...this.#sandboxes.values()].map(({ sandbox }) => sandbox.name)
  }

  /** Those that were used last stand last. */
  #idles(
    key: string,
    { rules, sandbox, idle }: Omit<Prewarmed, 'idle'> & Partial<Prewarmed>,
    ms: number,
  ): void {
    clearTimeout(idle)
    this.#sandboxes.delete(key)
    const drop = (): void => {
      this.#drop(key)
    }
    this.#sandboxes.set(key, { rules, sandbox, idle: setTimeout(drop, ms).unref() })
  }

  #drop(key: string): void {
    const held = this.#sandboxes.get(key)
    if (!held) return
    clearTimeout(held.idle)
    this.#sandboxes.delete(key)
    held.sandbox.discard()
  }

  /** What has these rules may stay. */
  #dropWhere(roots: readonly string[], rules: string | undefined): void {
    const meets = (root: string): boolean =>
      roots.some((other) => isUnder(root, other) || isUnder(other, root))
    for (const [key, held] of [...this.#sandboxes])
      if (held.rules !== rules && held.sandbox.mountPlan.plan.places.roots.some(meets)) this.#drop(key)
  }
}

const writableIn = ({ plan: { places }, grants }: PlannedRun): readonly string[] => [
  ...places.roots,
  ...places.temporary,
  ...grants.folders,
]

/** Everything that is mounted for a run, by where. */
const mountedIn = (planned: PlannedRun): readonly string[] => [
  ...writableIn(planned),
  ...[...planned.plan.protection.masks, ...planned.plan.closed].map(({ path }) => path),
]

/**
 * Whether a command that runs under this plan can move nothing that the plan mounts: each of its places, what is writable
 * included, lies directly in a writable place, in a pinned folder, or where nothing can be written. A folder in between
 * could be renamed with the mount in it, and something else be put there at the moment in which another sandbox is made.
 */
export function isSteady(planned: PlannedRun): boolean {
  const { protection } = planned.plan
  const writable = writableIn(planned)
  const pinned = protection.masks.flatMap(({ kind, path }) => (kind === 'pinned' ? [path] : []))
  const holds = new Set([...writable, ...pinned])
  return mountedIn(planned).every((path) => {
    const around = dirname(path)
    return holds.has(around) || !writable.some((root) => isUnder(around, root))
  })
}

/** Whether a command that runs under one plan could move something around what another one mounts, whatever is pinned for it. */
export function couldMove(running: PlannedRun, planned: PlannedRun): boolean {
  const writable = writableIn(running)
  return mountedIn(planned).some((path) => writable.some((root) => isUnder(dirname(path), root)))
}
