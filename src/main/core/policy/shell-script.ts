const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh'])

/** The last path segment of a program's name, without a Windows `.exe`. */
export function programName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
  return base.toLowerCase().endsWith('.exe') ? base.slice(0, -4) : base
}

/**
 * The script of a `bash -lc SCRIPT` style argv, or undefined when the command is none. Option clusters with `c` in
 * them count (`-c`, `-lc`, `-ec`), since each makes the shell run the next word.
 */
export function shellScriptOf(words: readonly string[]): string | undefined {
  const [program, ...rest] = words
  if (program === undefined || !shells.has(programName(program))) return undefined
  const at = rest.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word))
  if (at < 0) return undefined
  return rest.slice(0, at).every((word) => word.startsWith('-') || word.startsWith('+'))
    ? rest[at + 1]
    : undefined
}

/** True for argv of exactly the form the known-safe list looks into: `bash -lc SCRIPT` or `bash -c SCRIPT`. */
export function isBareShellCall(words: readonly string[]): boolean {
  return words.length === 3 && (words[1] === '-lc' || words[1] === '-c') && shellScriptOf(words) !== undefined
}
