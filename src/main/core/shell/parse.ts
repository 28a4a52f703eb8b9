import type { CommandGraph } from './graph'

/**
 * One word of a shell line. `text` is the word after quote removal, or its source where it is not `literal`. `pattern`: it
 * holds an unquoted `*`, `?` or `[`, so that file names decide which words the program gets.
 */
export interface ShellWord {
  readonly text: string
  readonly literal: boolean
  readonly pattern?: true
}

/**
 * What a shell script consists of. `plain` means only literal words joined by && || ; | (docs/spec/commands.md); every other
 * construct makes it false. `commands` holds the words of all simple commands, found at any depth, in order.
 */
export interface ShellParse {
  readonly plain: boolean
  readonly commands: readonly (readonly ShellWord[])[]
  /** There when the script is nothing but one here-document command; see ShellHeredoc. */
  readonly heredoc?: ShellHeredoc
}

/**
 * A script of one statement: simple commands joined by `&&`, the last with one here-document and no other redirection,
 * nothing assigned, negated, piped or put in the background. `quoted` says that the shell expands nothing in `body`;
 * `tabs` that it strips leading tabs (`<<-`).
 */
export interface ShellHeredoc {
  readonly commands: readonly (readonly ShellWord[])[]
  readonly delimiter: string
  readonly quoted: boolean
  readonly tabs: boolean
  readonly body: string
}

/** Reads shell text without running anything. */
export interface ShellParser {
  /** What a script says as it is written. Undefined for text that does not parse. */
  parse(script: string): Promise<ShellParse | undefined>
  /** What a command line would run, as far as its own words tell; no file is read. `home` is what `~` stands for. */
  read(command: readonly string[], home?: string): Promise<CommandGraph>
}
