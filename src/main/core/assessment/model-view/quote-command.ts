const plainWord = /^[A-Za-z0-9_@%+=:,./-]+$/

/**
 * A command as one line of POSIX shell: words that need it in single quotes. A word with a NUL cannot be quoted; then
 * the words are joined by blanks as they are (docs/spec/assessment.md).
 */
export function quoteCommand(command: readonly string[]): string {
  if (command.some((word) => word.includes('\0'))) return command.join(' ')
  return command.map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
