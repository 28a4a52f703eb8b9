import type { InputLine } from './line-splitter'

/** The members of a message that was read; each is still untrusted. */
export type Fields = Readonly<Record<string, unknown>>

/** JSON-RPC's own codes for what cannot be read as a message. */
export const lineCodes = { unreadable: -32700, invalid: -32600 } as const

/** Who gets what the lines hold. `refuse` tells the client what was expected; the line has then no other effect. */
export interface ObjectReader {
  readonly take: (fields: Fields) => void
  readonly refuse: (code: number, message: string) => void
}

/** Reads each line as one JSON object. Never throws for what a line holds. */
export function readObjects(lines: readonly InputLine[], reader: ObjectReader): void {
  for (const line of lines) {
    switch (line.kind) {
      case 'line':
      case 'unfinished':
        readObject(line.text, reader)
        break
      case 'not-utf8':
        reader.refuse(lineCodes.unreadable, 'Parse error: the line is not UTF-8; expected one JSON object')
        break
      case 'too-long':
        reader.refuse(
          lineCodes.invalid,
          `Invalid request: the line is longer than ${String(line.limit)} bytes, which is the most`,
        )
        break
    }
  }
}

function readObject(text: string, { take, refuse }: ObjectReader): void {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    // The client's mistake: it is told, and nothing else depends on it.
    refuse(lineCodes.unreadable, 'Parse error: the line is not JSON; expected one JSON object')
    return
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    refuse(lineCodes.invalid, 'Invalid request: expected one JSON object on a line')
    return
  }
  take(message as Fields)
}
