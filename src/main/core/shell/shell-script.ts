import { isShellWord, programName, shellNames } from '@shared/domain/shell-word'

export { isShellWord, programName, shellNames }

/** Every program that reads POSIX-like shell text. */
export const readsShellText: ReadonlySet<string> = new Set([
  ...shellNames,
  ...[
    'ash',
    'csh',
    'fish',
    'mksh',
    'oksh',
    'pdksh',
    'posh',
    'rbash',
    'rksh',
    'tcsh',
    'yash',
    'elvish',
    'hush',
    'nu',
    'xonsh',
  ],
])

/** True for the programs that read POSIX-like shell text, by the last segment of their name. */
export const isShell = (program: string): boolean => readsShellText.has(program)

function scriptAfter(rest: readonly string[]): string | undefined {
  const at = rest.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word))
  if (at < 0) return undefined
  return rest.slice(0, at).every((word) => word.startsWith('-') || word.startsWith('+'))
    ? rest[at + 1]
    : undefined
}

/**
 * The script of a `bash -lc SCRIPT` style argv, or undefined when the command is none. Option clusters with `c` in
 * them count (`-c`, `-lc`, `-ec`), since each makes the shell run the next word.
 */
export function shellScriptOf(words: readonly string[]): string | undefined {
  const [program, ...rest] = words
  return program !== undefined && isShellWord(program) ? scriptAfter(rest) : undefined
}

/** The same for whatever calls itself a shell, wherever it lies: for finding harm, never for saying that there is none. */
export function supposedScriptOf(words: readonly string[]): string | undefined {
  const [program, ...rest] = words
  return program !== undefined && isShell(programName(program)) ? scriptAfter(rest) : undefined
}

/** True for argv of exactly the form the known-safe list looks into: `bash -lc SCRIPT` or `bash -c SCRIPT`. */
export function isBareShellCall(words: readonly string[]): boolean {
  return words.length === 3 && (words[1] === '-lc' || words[1] === '-c') && shellScriptOf(words) !== undefined
}
