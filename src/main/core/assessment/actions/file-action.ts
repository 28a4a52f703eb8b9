import type { SimpleCommand, Word } from '../../shell/graph'
import { resolveAll } from '../../shell/paths'

/** What is done to a file: the loudest that the command may do. `change` is an edit in place or of attributes. */
export type Access = 'read' | 'create' | 'append' | 'write' | 'change' | 'delete' | 'move'

/** The files below a folder whose names fit all of these patterns. */
export interface Fits {
  readonly names: readonly { readonly pattern: string; readonly anyCase: boolean }[]
  /** Folders and links are left out. */
  readonly filesAlone: boolean
}

/**
 * What an action is aimed at. `exact`: `paths` themselves; `glob`: the patterns in `paths`; `below`: something below the
 * folders in `paths`, all of it unless `filtered`. No paths: the target is not known. `text` is how it was written.
 */
export interface Target {
  readonly text: string
  readonly paths: readonly string[]
  readonly spread: 'exact' | 'glob' | 'below'
  readonly filtered: boolean
  /** Where all of the filter is known: what fits it. */
  readonly fits?: Fits
  /** The name that is used inside, should the path turn out to be a folder (`cp a dir`). */
  readonly name?: string
}

/** One thing that a command does to files on this machine. */
export interface FileAction {
  readonly command: number
  readonly access: Access
  readonly target: Target
  readonly recursive: boolean
  /** True for a change of attributes only (chmod, chown, touch of what is there). */
  readonly attributes: boolean
  /** Absent where that is not known by the words alone: nothing is left of what was in the file, and nothing else comes into it. */
  readonly empties?: boolean
  /** Which folders a delete leaves where they are: `all` (rm without -r), or those that are not empty (rmdir). */
  readonly spares?: 'all' | 'full'
}

/** A word as the target of an action; what is not known of it widens the target to the folder it must lie in. */
export function targetOf(word: Word, command: SimpleCommand): Target {
  const { text } = word
  if (command.host !== undefined) return { text, paths: [], spread: 'exact', filtered: false }
  if (word.known) {
    const paths = resolveAll(text === '' ? '.' : text, command.cwd)
    return { text, paths, spread: word.glob ? 'glob' : 'exact', filtered: false }
  }
  if (word.below) return { text, paths: word.below.roots, spread: 'below', filtered: word.below.filtered }
  const cut = word.head.lastIndexOf('/')
  // `/home/x/$name` lies below /home/x; `/$name` may be anything.
  if (cut <= 0) return { text, paths: [], spread: 'below', filtered: false }
  return { text, paths: resolveAll(word.head.slice(0, cut), command.cwd), spread: 'below', filtered: true }
}

/** The file that an operand would have inside a folder: `cp a/b dir` makes dir/b. */
export function insideFolder(folder: Target, source: Word): Target {
  // What the shell makes of a pattern are other names than the pattern's own.
  if (source.glob || !source.known) return { ...folder, spread: 'below', filtered: true }
  const name = source.text.replace(/\/+$/, '')
  const last = name.slice(name.lastIndexOf('/') + 1)
  return { ...folder, paths: folder.paths.map((path) => (path === '/' ? `/${last}` : `${path}/${last}`)) }
}
