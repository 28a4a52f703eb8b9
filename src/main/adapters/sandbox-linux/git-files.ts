/**
 * Where a `.git` file says the git folder is, as git reads it (setup.c, read_gitfile): all after the colon but line ends, up
 * to a NUL. Undefined when it is no such file.
 */
export function folderPointedTo(text: string): string | undefined {
  const path = /^gitdir: ([^]*?)[\r\n]*$/.exec(text)?.[1]?.split('\0', 1)[0]
  return path === '' ? undefined : path
}

/** Where a git folder's `commondir` says that hooks, configuration and objects are, as git reads it; empty: nowhere. */
export const commonFolderOf = (text: string): string => text.replace(/[\r\n]+$/, '').split('\0', 1)[0] ?? ''
