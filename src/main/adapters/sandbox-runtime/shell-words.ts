import { quoteWord } from '@shared/domain/quote-shell'

/**
 * A command as text for a POSIX shell, each word in single quotes, in which nothing has a meaning. sandbox-runtime only
 * takes text.
 */
export function posixWords(command: readonly string[]): string {
  return command.map(quoteWord).join(' ')
}

/** An argument as PowerShell before 7.3 must have it so that the program receives it whole. */
function nativeArgument(word: string): string {
  const escaped = word.replace(/(\\*)"/g, '$1$1\\"')
  return /\s/.test(word) ? escaped.replace(/\\+$/, '$&$&') : escaped
}

/** A command for `powershell.exe -EncodedCommand`: base64 without any character that a shell on the way could read. */
export function powershellEncoded(command: readonly string[]): string {
  const quote = (word: string): string => `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  const [program = '', ...args] = command
  // A program that cannot be started must fail: without Stop, PowerShell would go on and exit with 0.
  const script = `$ErrorActionPreference = 'Stop'; & ${[program, ...args.map(nativeArgument)].map(quote).join(' ')}; exit $LASTEXITCODE`
  return Buffer.from(script, 'utf16le').toString('base64')
}
