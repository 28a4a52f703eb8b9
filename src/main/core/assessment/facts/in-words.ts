import type { GitCounts, PathFact } from './facts-reader'
import type { Landmarks } from './places'

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** "1 file", "312 files". */
export const filesInWords = (count: number): string => plural(count, 'file')

/** A size as people read it: bytes up to a thousand, then KB, MB, GB of 1000, one decimal below ten. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))} ${units[unit] ?? ''}`
}

/** What a name may hold to stand in a sentence as it is: no white space, quotes or commas, nothing that is not seen. */
const plainName = /^[^\s'",;\p{C}\p{Z}]+$/u

/** A name or path in a sentence: quoted with its escapes where it could be read as something else. */
export function nameInWords(name: string): string {
  return plainName.test(name) || /^\$[\w{]/.test(name) ? name : JSON.stringify(name)
}

/** A path as it is shown: from the workspace when it is inside, with `~` for the home folder otherwise. */
export function pathInWords(path: string, landmarks: Landmarks): string {
  return nameInWords(shortened(path, landmarks))
}

function shortened(path: string, { roots, home }: Landmarks): string {
  const root = roots.find((each) => path.startsWith(`${each}/`))
  if (root !== undefined) return path.slice(root.length + 1)
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** How files stand with git, in words; what is zero is left out. */
export function gitInWords(git: GitCounts): string {
  const parts = [
    git.untracked > 0 ? `${git.untracked.toLocaleString('en-US')} untracked` : '',
    git.modified > 0 ? `${git.modified.toLocaleString('en-US')} modified` : '',
    git.tracked > 0 ? `${git.tracked.toLocaleString('en-US')} committed or staged` : '',
    git.ignored > 0 ? `${git.ignored.toLocaleString('en-US')} ignored` : '',
  ].filter((part) => part !== '')
  const said = parts.length === 0 ? 'no files' : parts.join(', ')
  return git.complete ? said : `${said}, not all looked at`
}

/** A time in UTC to the minute. */
export const timeInWords = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/** Number and size of what a path holds: "312 files, 48 MB"; undefined where nothing is known. */
export function contentInWords({ kind, files, bytes, counted, reason }: PathFact): string | undefined {
  switch (kind) {
    case 'missing':
      return 'does not exist'
    case 'unknown':
      return reason ?? 'not known'
    case 'fifo':
      return 'a named pipe'
    case 'socket':
      return 'a socket'
    case 'device':
      return 'a device'
    case 'file':
      return sizeInWords(bytes ?? 0)
    case 'symlink':
      return 'a link'
    case 'directory':
      if (files === undefined || bytes === undefined) return 'a folder'
      if (files === 0)
        return counted ? 'a folder with no file in it' : 'a folder that could not be looked through'
      return `${counted ? '' : 'at least '}${filesInWords(files)}, ${sizeInWords(bytes)}`
  }
}
