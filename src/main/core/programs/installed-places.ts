const trees = [
  '/bin/',
  '/sbin/',
  '/lib/',
  '/usr/',
  '/snap/',
  '/opt/homebrew/',
  '/opt/local/',
  '/nix/store/',
  '/gnu/store/',
]

/** Whether a system keeps the programs that everybody starts by name at this real path: what is kept below them as source is none. */
export const isInstalled = (path: string): boolean =>
  trees.some((tree) => path.startsWith(tree)) && !path.startsWith('/usr/src/')
