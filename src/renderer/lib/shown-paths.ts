import { fromHome } from '@shared/domain/named-path'

/** The path with the home directory written as ~. An empty home changes nothing. */
export function withTilde(path: string, home: string): string {
  if (home === '' || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The path as it is read from a folder: relative below it, else with ~ for the home directory. */
export function pathFrom(path: string, folder: string, home: string): string {
  return folder !== '/' && path.startsWith(`${folder}/`)
    ? path.slice(folder.length + 1)
    : withTilde(path, home)
}

/** What a person typed as a folder, as an absolute path; undefined when it is neither absolute nor under ~. */
export function absoluteFolder(typed: string, home: string): string | undefined {
  const path = fromHome(typed.trim(), home)
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : undefined
}

/** Splits a sentence at its paths, so that they can be set in mono; the parts joined are the sentence. */
export function splitAtPaths(sentence: string): readonly { readonly text: string; readonly path: boolean }[] {
  return sentence
    .split(/((?<=^|\s)(?:~|\.{1,2})?\/[^\s]*[^\s.,;:])/)
    .filter((text) => text !== '')
    .map((text) => ({ text, path: /^(?:~|\.{1,2})?\/\S/.test(text) }))
}
