/**
 * A path as the bytes that the kernel has, one character for each: names that a command makes need not be UTF-8, and one
 * that is read as text is another name.
 */
export type BytePath = string & { readonly bytes: unique symbol }

/** The bytes of a path that is known as text. */
export const bytesOf = (path: string): BytePath => Buffer.from(path).toString('latin1') as BytePath

/** Takes text in which each character is one byte, as `latin1` decodes it. */
export const asBytes = (latin1: string): BytePath => latin1 as BytePath

/** For a call to the file system. */
export const onDisk = (path: BytePath): Buffer => Buffer.from(path, 'latin1')

/** For people: what is no UTF-8 shows as U+FFFD, and such text is no path any more. */
export const textOf = (path: BytePath): string => onDisk(path).toString()

/** The path as text, where it is the same path; undefined for bytes that are no UTF-8. */
export function sameAsText(path: BytePath): string | undefined {
  const text = textOf(path)
  return bytesOf(text) === path ? text : undefined
}

/** The path without its last name; `/` for what has only one. */
export const folderOf = (path: BytePath): BytePath =>
  (path.slice(0, path.lastIndexOf('/')) || '/') as BytePath

/** The last name of a path. */
export const lastName = (path: BytePath): string => path.slice(path.lastIndexOf('/') + 1)

/** A name in a folder. */
export const inFolder = (folder: BytePath, name: string): BytePath =>
  (folder === '/' ? `/${name}` : `${folder}/${name}`) as BytePath
