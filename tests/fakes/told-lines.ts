import type { Answer, RecordedRequest } from './model-server'

/** What was told of a session, or is on its record. */
export interface Told {
  readonly type: string
  readonly sessionId: string
  readonly turnId?: string
  readonly callId?: string
}

/**
 * A model whose turns have two commands and a word. Each command says so many lines, `c<call>-<line>`, one after the other, and adds them to `ran.txt`, so
 * that a line that is missing or there twice is seen. What was begun by a turn that an engine took with it counts as one of its commands.
 */
export function sayingLines(steps: number): (request: RecordedRequest) => Answer {
  return (request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    const outputs = input.filter(({ type }) => type === 'function_call_output').length
    if (outputs % 3 === 2) return { text: 'Done there.' }
    const work = `for n in $(seq ${String(steps)}); do echo c${String(outputs)}-$n | tee -a ran.txt; sleep 0.03; done`
    return {
      text: 'I will.',
      calls: [{ name: 'shell', arguments: JSON.stringify({ command: ['bash', '-c', work] }) }],
    }
  }
}

/** An engine that reads a record numbers it anew (decision 092); what happened is known by its turn and its call. */
const keyOf = ({ type, turnId = '', callId = '' }: Omit<Told, 'sessionId'>): string =>
  `${type} ${turnId} ${callId}`

/** What was told of turns and commands and is not on record, and how many more turns began there than ended. */
export function lostOf(
  told: readonly Told[],
  record: readonly Omit<Told, 'sessionId'>[],
): { readonly lost: readonly string[]; readonly open: number } {
  const onRecord = new Set(record.map(keyOf))
  const lasting = told.filter(({ type }) => /^(turn|command)\.(started|finished)$/.test(type)).map(keyOf)
  const count = (wanted: string): number => record.filter(({ type }) => type === wanted).length
  return {
    lost: lasting.filter((key) => !onRecord.has(key)),
    open: count('turn.started') - count('turn.finished'),
  }
}
