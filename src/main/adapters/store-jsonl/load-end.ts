import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { RecordEnd } from '../../core/ports/session-store'
import { SessionRebuilder, type Rebuilt } from './rebuild-session'

/** A record that is larger is read a piece at a time, as a whole. */
const mostBytes = 64 * 1024 * 1024
/** So many lines from the start are looked at for the head and the first message. */
const headLines = 40

const eventLine = /^\{"timestamp":"[^"]{0,40}","type":"(?:countersign_event|event_msg)"/
const turnLine = /^\{"timestamp":"[^"]{0,40}","type":"countersign_event","payload":\{"type":"turn\.started","/
const messageType = 'event_msg","payload":{"type":"user_message"'
/** What came of these is told of the whole record: what was taken back, and agents that may still be at work. */
const toldOfTheWhole = /"type":"(?:session\.rewound|agent\.started)"/
/** Of these, but the person's messages, the last one counts, wherever it stands. */
const counting =
  /","type":"(countersign_summary"|turn_context"|compacted"|event_msg","payload":\{"type":"(?:token_count|user_message)")/g

/**
 * Rebuilds the last turns of a record, as few whole ones of ours as `enough` says, with the same numbers that they have in the whole. Undefined where
 * only the whole can tell them, or the file cannot be read: whoever reads the whole is told why.
 */
export async function loadEnd(
  file: string,
  enough: RecordEnd,
): Promise<(Rebuilt & { readonly userMessagesBefore: number }) | undefined> {
  const bytes = await readWhole(file).catch(() => undefined)
  if (!bytes) return undefined
  // A character for each byte: a text is searched faster, and as a whole by one pattern.
  const text = bytes.toString('latin1')
  const start = toldOfTheWhole.test(text) ? undefined : startOf(text, enough)
  if (start === undefined) return undefined
  const before = lookThrough(text, start)
  const lineAt = (at: number): Buffer => bytes.subarray(at, endOf(text, at))
  const rebuilder = new SessionRebuilder()
  for (const at of before.needed) rebuilder.add(lineAt(at))
  const first = rebuilder.goOnAt(before.lines + 1)
  if (first === undefined) return undefined
  for (let at = start; at < text.length; at = endOf(text, at) + 1) rebuilder.add(lineAt(at))
  const rebuilt = rebuilder.finish()
  if (!rebuilt || rebuilder.madeUpTurns || rebuilt.summary.id in {}) return undefined
  const events = rebuilt.events.filter(({ seq }) => seq >= first)
  return { ...rebuilt, events, userMessagesBefore: before.userMessages }
}

async function readWhole(file: string): Promise<Buffer | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > mostBytes) return undefined
    // At once: each further piece would wait for its turn.
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
    // One that was read in part would end early: what is last there is not what was last.
    return bytesRead === stats.size ? bytes : undefined
  } finally {
    await handle.close()
  }
}

/** Where the first of the last turns begins; undefined: with nothing before it. */
function startOf(text: string, enough: RecordEnd): number | undefined {
  let [events, size] = [0, 0]
  for (let end = text.length; end > 0;) {
    const start = lineStart(text, end - 1)
    const head = text.slice(start, Math.min(end, start + 200))
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

interface BeforeEnd {
  /** Where the lines begin that the last turns need: the head with the first message, and the last of what counts wherever it stands. */
  readonly needed: readonly number[]
  readonly lines: number
  readonly userMessages: number
}

/** What stands before the last turns; of most of it nothing but the heads of the lines is looked at. */
function lookThrough(text: string, end: number): BeforeEnd {
  const head: number[] = []
  let at = 0
  while (at < end && head.length < headLines && !isMessage(text, head.at(-1))) {
    head.push(at)
    at = endOf(text, at) + 1
  }
  const last = new Map<string, number>()
  let userMessages = 0
  for (const { index, 1: type = '' } of text.matchAll(counting)) {
    if (index >= end) break
    const start = lineStart(text, index)
    // Elsewhere in a line it is something that was said.
    if (index - start >= 60) continue
    if (type === messageType) userMessages += 1
    else if (start >= at) last.set(type, start)
  }
  let lines = 0
  for (let from = 0; from < end; from = endOf(text, from) + 1) lines += 1
  return { needed: [...head, ...[...last.values()].sort((a, b) => a - b)], lines, userMessages }
}

const isMessage = (text: string, at: number | undefined): boolean =>
  at !== undefined && text.slice(at, at + 200).includes(`"type":"${messageType}`)

/** Where a line ends that stands at or before this place, without its newline. */
function endOf(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Where the line begins in which this place is; a newline ends its line. */
const lineStart = (text: string, at: number): number => (at < 1 ? 0 : text.lastIndexOf('\n', at - 1) + 1)
