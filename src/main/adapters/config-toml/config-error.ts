/** Where a configuration is wrong and what was expected there. `line` and `column` count from 1; absent: the whole file. */
export interface ConfigProblem {
  readonly file: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly what: string
  readonly expected: string
}

/**
 * The configuration cannot be used, so that nothing may start. The message is one line for a person:
 * `FILE:LINE: what is wrong; expected …`. It never repeats a value that may be a key.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config-invalid'
  readonly file: string
  readonly line: number | undefined
  readonly column: number | undefined
  readonly expected: string
  constructor({ file, line, column, what, expected }: ConfigProblem, cause?: unknown) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${what}; expected ${expected}`, { cause })
    this.file = file
    this.line = line
    this.column = column
    this.expected = expected
  }
}
