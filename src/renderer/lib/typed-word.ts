const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/**
 * Whether the word that stands in place of a hold was typed: all of it and nothing else, in whatever case, and in whatever form a keyboard
 * or an input method gives its letters (`ö` as two characters, full-width letters). Look-alikes and what is not seen are other letters.
 * No word is ever typed where none is expected.
 */
export const isWordTyped = (typed: string, expected: string): boolean =>
  plain(expected) !== '' && plain(typed) === plain(expected)
