import { quoteCommand } from '@shared/domain/quote-shell'
import { isShellWord } from '@shared/domain/shell-word'

/** A command as it is shown: the script, and the wrapper that was folded away (undefined when there was none). */
export interface ShownCommand {
  readonly text: string
  readonly wrapper: string | undefined
}

/** Folds `bash -lc SCRIPT` to SCRIPT, of a shell of the system alone; any other argv is joined, quoted as a shell would need it. Nothing is cut. */
export function shownCommand(argv: readonly string[]): ShownCommand {
  const [program, flag, script] = argv
  if (argv.length === 3 && program !== undefined && script !== undefined && isShellFlag(program, flag)) {
    return { text: script, wrapper: `${program} ${flag ?? ''}` }
  }
  return { text: quoteCommand(argv), wrapper: undefined }
}

/** The command with a text in place of the one that `shownCommand` shows; a text that had no shell gets one. */
export function commandWithText(argv: readonly string[], text: string): string[] {
  const [program, flag] = argv
  const wrapped = shownCommand(argv).wrapper !== undefined
  return wrapped && program !== undefined && flag !== undefined ? [program, flag, text] : ['bash', '-c', text]
}

const isShellFlag = (program: string, flag: string | undefined): boolean =>
  isShellWord(program) && (flag === '-lc' || flag === '-c')

/** A piece of a command with its colour class; the pieces joined are the command, character by character. */
export interface ShellToken {
  readonly kind: 'program' | 'flag' | 'string' | 'variable' | 'operator' | 'plain'
  readonly text: string
}

const lexeme =
  /(?<string>'[^']*'?|"(?:\\[^]|[^"\\])*"?)|(?<variable>\$\{[^}]*\}?|\$\w+)|(?<operator>&&|\|\||[|;&]|[0-9]?(?:>>|<<|[<>])|\n)|(?<space>[ \t]+)|(?<word>(?:\\[^]|[^\s'"$|;&<>\\])+)|(?<rest>[^])/g
const assignment = /^\w+=/

/** Quiet colours for reading, nothing more: no decision rests on this split (the engine parses for itself). */
export function shellTokens(script: string): readonly ShellToken[] {
  let expectsProgram = true
  const tokens: ShellToken[] = []
  for (const match of script.matchAll(lexeme)) {
    const text = match[0]
    const groups = match.groups ?? {}
    if (groups['operator'] !== undefined) {
      tokens.push({ kind: 'operator', text })
      expectsProgram = !/[<>]/.test(text)
    } else if (groups['string'] !== undefined) {
      tokens.push({ kind: 'string', text })
      expectsProgram = false
    } else if (groups['variable'] !== undefined) {
      tokens.push({ kind: 'variable', text })
    } else if (groups['word'] !== undefined) {
      tokens.push({ kind: wordKind(text, expectsProgram), text })
      expectsProgram = expectsProgram && assignment.test(text)
    } else {
      tokens.push({ kind: 'plain', text })
    }
  }
  return tokens
}

function wordKind(word: string, expectsProgram: boolean): ShellToken['kind'] {
  if (expectsProgram && !assignment.test(word)) return 'program'
  return word.startsWith('-') ? 'flag' : 'plain'
}
