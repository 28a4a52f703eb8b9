import type { HookCall } from './hook-action'
import type { HookAsk } from './hook-body'

/** So long after a yes the call may be made again. The agent is told at once, and makes it with its next step. */
const mostMs = 5 * 60 * 1000

/** So many wait at most; the oldest goes. */
const mostHeld = 100

interface Allowed {
  readonly at: number
  readonly planned: string
  readonly changed: () => Promise<readonly string[]>
}

/**
 * Yes's to calls that an agent's own reviewer refused. Each lets exactly that call through once: the same tool with the same input, of
 * the same session, prompt and folder, within five minutes, while nothing has changed that the yes was given on. What is not taken is
 * gone with the engine; what does not fit is asked about, or left to the agent, like any other call.
 */
export class AllowedRetries {
  readonly #now: () => number
  readonly #held = new Map<string, Allowed>()

  /** `now` in milliseconds. A clock that goes backwards ends what waits. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether anything waits to be taken. */
  get wait(): boolean {
    return this.#held.size > 0
  }

  /** Lets this call through when it is made again. `changed` says what is not any more what the yes was given on. */
  hold(call: HookCall, changed: Allowed['changed']): void {
    const key = keyOf(call.ask)
    this.#held.delete(key)
    this.#held.set(key, { at: this.#now(), planned: plannedOf(call), changed })
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostHeld && oldest !== undefined) this.#held.delete(oldest)
  }

  /** Whether this call is one that was allowed so; no other is from then on. */
  async take(call: HookCall): Promise<boolean> {
    const now = this.#now()
    for (const [key, { at }] of this.#held) if (now < at || now - at > mostMs) this.#held.delete(key)
    const key = keyOf(call.ask)
    const found = this.#held.get(key)
    // Before anything is waited for: of two that come at once, one is let through.
    this.#held.delete(key)
    return found !== undefined && found.planned === plannedOf(call) && (await found.changed()).length === 0
  }
}

/** What a call would make of the files as they are, where it is a change of files. */
const plannedOf = ({ files }: HookCall): string => JSON.stringify(files ?? null)

/** What has to be the same. Of a command it is what runs: what is said of it, and how long it may take, can be said otherwise. */
function keyOf({ agent, session, within, cwd, tool, input, wanted }: HookAsk): string {
  const what = wanted.kind === 'command' ? [wanted.script, wanted.besides ?? null] : sorted(input)
  return JSON.stringify([agent, session, within, cwd, tool, wanted.kind, what])
}

/** The same value with the members of each object in order, as a list that no list of the value looks like. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { members: members.map(([name, member]) => [name, sorted(member)]) }
}
