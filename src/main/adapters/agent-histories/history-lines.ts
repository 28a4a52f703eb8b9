import type { HistoryAgent } from '@shared/domain/replay'
import type { HistoryEntry, PastAction, PastWanted } from '../../core/ports/agent-histories'

/** The folder of an action where its history names none: nothing lies in it but what the action names from it. */
export const folderNotSaid = '/folder-not-said'

/** Controls and characters that turn text round, which nobody types in a command; a line with one in what it would run is not read. */
const hidden = /[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]|(?![\n\t\r])\p{Cc}/u

/** A time as all of them write it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
/** More of a command than its reader takes: what is longer cannot be analysed, and is kept no longer than that. */
const maxText = 80_000
/** So many paths of one edit are kept; a tool call has one, a patch some. */
const maxPaths = 500
/** Calls that wait for what came of them. An agent makes a few at once. */
const maxOpen = 64
/** Calls that are remembered, twice as many at most: a session that is taken up again is written down again. */
const maxKnown = 20_000

/** What came of a call, as far as it is said. */
export interface PastOutcome {
  readonly asked: PastAction['asked']
  readonly answer: PastAction['answer']
}
const nothingSaid: PastOutcome = { asked: 'unknown', answer: 'unknown' }

/** One call as a line has it. `id` undefined: nothing can be said of it later. */
export interface PastCall {
  readonly id: string | undefined
  readonly at: string | undefined
  readonly cwd: string | undefined
  readonly wanted: PastWanted
  readonly agent?: HistoryAgent
}

/** Calls that were met, as many as are kept at once. */
export class KnownCalls {
  #now = new Set<string>()
  #before = new Set<string>()

  /** Whether it is new; it is known from then on. */
  add(id: string): boolean {
    if (this.#now.has(id) || this.#before.has(id)) return false
    if (this.#now.size >= maxKnown) {
      this.#before = this.#now
      this.#now = new Set()
    }
    this.#now.add(id)
    return true
  }
}

const textsOf = (wanted: PastWanted): readonly string[] => {
  switch (wanted.kind) {
    case 'command':
      return wanted.argv
    case 'edit':
      return [...wanted.writes, ...wanted.removes]
    case 'patch':
      return [wanted.body]
  }
}

const cut = (text: string): string => (text.length > maxText ? text.slice(0, maxText) : text)

function bounded(wanted: PastWanted): PastWanted {
  switch (wanted.kind) {
    case 'command':
      return { ...wanted, argv: wanted.argv.slice(0, 1000).map(cut) }
    case 'edit':
      return {
        kind: 'edit',
        writes: wanted.writes.slice(0, maxPaths).map(cut),
        removes: wanted.removes.slice(0, maxPaths).map(cut),
      }
    case 'patch':
      return wanted
  }
}

/** What is known of one history while its lines are read: where it works, and the calls of which it is not yet said what came of them. */
export class HistoryState {
  agent: HistoryAgent = 'codex'
  workspace: string | undefined
  cwd: string | undefined
  /** What holds for calls of which nothing is said: a session in which nobody was asked, or each question is on record. */
  unsaid: PastOutcome = nothingSaid
  readonly entries: HistoryEntry[] = []
  readonly #known: KnownCalls
  readonly #ids = new KnownCalls()
  readonly #since: number | undefined
  readonly #open = new Map<string, { readonly call: PastCall; readonly outcome: PastOutcome | undefined }>()
  #begun = false

  constructor(known: KnownCalls, since?: number) {
    this.#known = known
    this.#since = since
  }

  /** Its first line of a session; further ones say nothing new. */
  begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.entries.push({ kind: 'session', agent: this.agent })
  }

  unreadable(why: 'torn' | 'too-long' | 'hidden'): void {
    this.entries.push({ kind: 'unreadable', why })
  }

  /** Takes up a call; with its outcome where that is said in the same breath. */
  call(call: PastCall, outcome?: PastOutcome): void {
    if (this.#since !== undefined && !(Date.parse(call.at ?? '') >= this.#since)) return
    if ([...textsOf(call.wanted), call.cwd ?? ''].some((text) => hidden.test(text))) {
      this.unreadable('hidden')
      return
    }
    const { id } = call
    if (id !== undefined) {
      const text = textsOf(call.wanted).join('\n')
      const isNew = this.#ids.add(id) && this.#known.add(`${id} ${String(text.length)} ${text.slice(0, 100)}`)
      if (!isNew) return
    }
    const at = moment.test(call.at ?? '') ? call.at : undefined
    const kept = { ...call, at, wanted: bounded(call.wanted) }
    if (id === undefined || outcome) {
      this.#push(kept, outcome)
      return
    }
    this.#open.set(id, { call: kept, outcome: undefined })
    if (this.#open.size > maxOpen) this.#close(this.#open.keys().next().value ?? '')
  }

  /** Whether a call waits for its outcome. */
  isOpen(id: string): boolean {
    return this.#open.has(id)
  }

  /** What is said of a call before it has an end. */
  note(id: string, outcome: PastOutcome): void {
    const open = this.#open.get(id)
    if (open) this.#open.set(id, { ...open, outcome })
  }

  /** The end of a call; absent: nothing is said but that it came to one. */
  outcome(id: string, outcome?: PastOutcome): void {
    const open = this.#open.get(id)
    if (!open) return
    if (outcome) this.#open.set(id, { ...open, outcome })
    this.#close(id)
  }

  /** The end of the file: of what is still open nothing more comes. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.#close(id)
  }

  #close(id: string): void {
    const open = this.#open.get(id)
    this.#open.delete(id)
    if (open) this.#push(open.call, open.outcome)
  }

  #push({ at, cwd, wanted, agent }: PastCall, outcome: PastOutcome = this.unsaid): void {
    const folder = cwd ?? this.cwd ?? folderNotSaid
    const workspace = this.workspace ?? folder
    this.entries.push({
      kind: 'action',
      action: { agent: agent ?? this.agent, at, cwd: folder, workspace, wanted, ...outcome },
    })
  }
}

/** An absolute path of Linux or macOS; undefined for anything else. */
export const absolute = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('/') && value.length <= 4096 ? value : undefined

/** A value that is a text. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A value as an object, or an empty one. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

/** The value of a JSON text; undefined for none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON, or nested too deeply
  }
}
