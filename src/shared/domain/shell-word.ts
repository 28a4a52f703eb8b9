/** The shells that agents are given, and whose scripts may be known to be safe. */
export const shellNames: readonly string[] = ['bash', 'sh', 'zsh', 'dash', 'ksh']

/** Where a system keeps its own shells. A path elsewhere may be any program that calls itself bash. */
const systemFolders = new Set([
  '/bin/',
  '/usr/bin/',
  '/usr/local/bin/',
  '/opt/homebrew/bin/',
  '/run/current-system/sw/bin/',
])

/** The last path segment of a program's name, without a Windows `.exe`. */
export function programName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
  return base.toLowerCase().endsWith('.exe') ? base.slice(0, -4) : base
}

/** A shell by its bare name, or in one of the system's folders: any other program could call itself bash. */
export function isShellWord(word: string): boolean {
  const name = programName(word)
  const folder = word.slice(0, word.lastIndexOf(name))
  return shellNames.includes(name) && (folder === '' || systemFolders.has(folder))
}
