import { open } from 'node:fs/promises'
import { isUserMessage } from '../../core/conversation/session-prefix'
import { decodeLine } from './decode-line'
import { readLines } from './read-lines'

const headTypes = /^\{"timestamp":"[^"]{0,40}","type":"(?:session_meta|countersign_summary)"/
const itemType = '"type":"response_item"'
const eventType = '"type":"countersign_event"'
const steeredMessage = '"payload":{"type":"user_message","countersign_steered":true'
const turnEvents = /"payload":\{"type":"(?:turn\.started|turn\.finished|session\.rewound)"/

/** Finds the user messages that are in force, each by the number of its line, from the lines of a record in order. */
class MessagesInForce {
  #lines: number[] = []
  #last = -1
  /** How many messages stood before each turn. */
  readonly #starts = new Map<number, number>()
  #settled = 0

  get lines(): readonly number[] {
    return this.#lines
  }

  add(line: Buffer): void {
    this.#last += 1
    const start = line.toString('latin1', 0, 200)
    // It leads into no turn.
    if (start.includes(steeredMessage)) this.#settled = this.#lines.length
    if (!start.includes(itemType) && !(start.includes(eventType) && turnEvents.test(start))) return
    const record = decodeLine(line.toString('utf8'))
    if (record?.kind === 'item' && isUserMessage(record.item)) this.#lines.push(this.#last)
    if (record?.kind !== 'event') return
    const { event } = record
    if (event.type === 'turn.started') this.#starts.set(event.turnNumber, this.#settled)
    if (event.type === 'session.rewound') this.#takeBack(event.turnNumber)
    this.#settled = this.#lines.length
  }

  #takeBack(turnNumber: number): void {
    const before = this.#starts.get(turnNumber)
    if (before === undefined) return
    this.#lines = this.#lines.slice(0, before)
    for (const number of this.#starts.keys()) if (number >= turnNumber) this.#starts.delete(number)
  }
}

/**
 * The bytes of a record that stand strictly before its n-th user message from 0 of those in force, without the lines that say which
 * session it is; all of them for Infinity. Undefined when there are not so many user messages (docs/spec/records.md). Throws the file
 * system's errors.
 */
export async function forkLines(file: string, beforeUserMessage: number): Promise<Buffer | undefined> {
  const handle = await open(file, 'r')
  try {
    const messages = new MessagesInForce()
    await readLines(handle, (line) => {
      messages.add(line)
      return undefined
    })
    const end = messages.lines[beforeUserMessage]
    if (end === undefined && beforeUserMessage !== Infinity) return undefined
    const kept: Buffer[] = []
    let at = 0
    await readLines(handle, (line) => {
      if (at === end) return false
      at += 1
      if (!headTypes.test(line.toString('latin1', 0, 120))) kept.push(Buffer.from(line), Buffer.from('\n'))
      return undefined
    })
    return Buffer.concat(kept)
  } finally {
    await handle.close()
  }
}
