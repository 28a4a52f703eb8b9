/** Where a person stands among the messages of a session: what of them was fetched, and the field's text then. */
export interface Recalled {
  readonly index: number
  readonly text: string
}

/** A field as a key finds it. */
export interface FieldNow {
  readonly text: string
  readonly caret: number
}

/**
 * The message that Up or Down fetches, `messages` being the oldest first; undefined: the key has its own meaning. Only an empty field,
 * or one that holds the last fetched message untouched with the caret at its end, fetches. Down from the newest gives the empty field.
 */
export function fetchSent(
  key: 'ArrowUp' | 'ArrowDown',
  messages: readonly string[],
  field: FieldNow,
  last: Recalled | undefined,
): Recalled | undefined {
  const kept = last !== undefined && field.text === last.text && field.caret === field.text.length
  if (field.text !== '' && !kept) return undefined
  const at = kept && field.text !== '' ? last.index : messages.length
  const index = key === 'ArrowUp' ? at - 1 : at + 1
  if (index === messages.length && field.text !== '') return { index, text: '' }
  const text = messages[index]
  return text === undefined ? undefined : { index, text }
}
