import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { RecordEnd } from '../../core/ports/session-store'
import { SessionRebuilder, type Rebuilt } from './rebuild-session'

/** A record that is larger is read a piece at a time, as a whole. */
const mostBytes = 64 * 1024 * 1024
/** So many lines from the start are looked at for the head and the first message. */
const headLines = 40

const newline = 10
const eventLine = /^\{"timestamp":"[^"]{0,40}","type":"(?:countersign_event|event_msg)"/
const turnLine = /^\{"timestamp":"[^"]{0,40}","type":"countersign_event","payload":\{"type":"turn\.started","/
const messageLine = '"type":"event_msg","payload":{"type":"user_message"'
/** What came of these is told of the whole record: what was taken back, and agents that may still be at work. */
const toldOfTheWhole = ['"type":"session.rewound"', '"type":"agent.started"']
/** Of these the last one counts, wherever it stands. */
const lastCounts = [
  'countersign_summary',
  'turn_context',
  'compacted',
  'event_msg","payload":{"type":"token_count',
]

/**
 * Rebuilds the last turns of a record, as few whole ones of ours as `enough` says, with the same numbers that they have in the whole. Undefined where
 * only the whole can tell them, or the file cannot be read: whoever reads the whole is told why.
 */
export async function loadEnd(
  file: string,
  enough: RecordEnd,
): Promise<(Rebuilt & { readonly userMessagesBefore: number }) | undefined> {
  const bytes = await readWhole(file).catch(() => undefined)
  if (!bytes || toldOfTheWhole.some((each) => bytes.includes(each))) return undefined
  const lines = new EndOfRecord(bytes, enough)
  if (lines.start === undefined) return undefined
  const rebuilder = new SessionRebuilder()
  for (const line of lines.before()) rebuilder.add(line)
  const first = rebuilder.goOnAt(lines.lineOfStart())
  if (first === undefined) return undefined
  for (const line of lines.behind()) rebuilder.add(line)
  const rebuilt = rebuilder.finish()
  if (!rebuilt || rebuilder.madeUpTurns || rebuilt.summary.id in {}) return undefined
  const events = rebuilt.events.filter(({ seq }) => seq >= first)
  return { ...rebuilt, events, userMessagesBefore: lines.userMessagesBefore() }
}

async function readWhole(file: string): Promise<Buffer | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    return stats.isFile() && stats.size <= mostBytes ? await handle.readFile() : undefined
  } finally {
    await handle.close()
  }
}

/** The lines of a record as its last turns need them; of the others nothing but the heads is looked at. */
class EndOfRecord {
  readonly #bytes: Buffer
  /** Where the first of the last turns begins; undefined: with nothing before it. */
  readonly start: number | undefined

  constructor(bytes: Buffer, enough: RecordEnd) {
    this.#bytes = bytes
    this.start = this.#startOf(enough)
  }

  /** The head with the first message, and the last of what counts wherever it stands, in their order. */
  before(): readonly Buffer[] {
    const end = this.start ?? 0
    const head: Buffer[] = []
    let at = 0
    while (at < end && head.length < headLines && !head.at(-1)?.subarray(0, 200).includes(messageLine)) {
      const line = this.#lineAt(at)
      head.push(line)
      at += line.length + 1
    }
    const last = lastCounts.map((type) => this.#lastOf(type, end)).filter((start) => start >= at)
    return [...head, ...last.sort((a, b) => a - b).map((start) => this.#lineAt(start))]
  }

  *behind(): Generator<Buffer> {
    for (let at = this.start ?? 0; at < this.#bytes.length;) {
      const line = this.#lineAt(at)
      yield line
      at += line.length + 1
    }
  }

  /** The number of the line with which the last turns begin, from 1. */
  lineOfStart(): number {
    return this.#count('\n') + 1
  }

  userMessagesBefore(): number {
    return this.#count(messageLine)
  }

  #startOf(enough: RecordEnd): number | undefined {
    let [events, size] = [0, 0]
    for (let end = this.#bytes.length; end > 0;) {
      const start = end < 2 ? 0 : this.#bytes.lastIndexOf(newline, end - 2) + 1
      const head = this.#bytes.toString('latin1', start, Math.min(end, start + 200))
      if (eventLine.test(head)) {
        events += 1
        size += end - start
        const reached = events > enough.events || size > enough.characters
        if (reached && turnLine.test(head)) return start === 0 ? undefined : start
      }
      end = start
    }
    return undefined
  }

  #lineAt(start: number): Buffer {
    const end = this.#bytes.indexOf(newline, start)
    return this.#bytes.subarray(start, end === -1 ? this.#bytes.length : end)
  }

  /** Where the last line of a type begins that stands before `end`; -1: there is none. */
  #lastOf(type: string, end: number): number {
    const wanted = `","type":"${type}"`
    for (let at = end; at > 0;) {
      at = this.#bytes.lastIndexOf(wanted, at - 1)
      if (at === -1) return -1
      const start = this.#bytes.lastIndexOf(newline, at) + 1
      // Elsewhere in a line it is something that was said.
      if (at - start < 60) return start
    }
    return -1
  }

  /** How often a text stands before the last turns. */
  #count(text: string): number {
    const end = this.start ?? 0
    let count = 0
    for (
      let at = this.#bytes.indexOf(text);
      at !== -1 && at < end;
      at = this.#bytes.indexOf(text, at + text.length)
    )
      count += 1
    return count
  }
}
