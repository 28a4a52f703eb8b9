const plainWord = /^[A-Za-z0-9_@%+=:,./-]+$/

/** A word in single quotes, between which nothing has a meaning for a POSIX shell. A NUL stays: no shell takes one. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * A command as one line of POSIX shell: words that need it in single quotes. A word with a NUL cannot be quoted; then
 * the words are joined by blanks as they are (docs/spec/assessment.md).
 */
export function quoteCommand(command: readonly string[]): string {
  if (command.some((word) => word.includes('\0'))) return command.join(' ')
  return command.map((word) => (plainWord.test(word) ? word : quoteWord(word))).join(' ')
}
