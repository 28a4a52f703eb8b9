import { countingIn } from '../counting'

/** Numbers, sizes and lists. */
export const amounts = {
  counting: countingIn('en-US'),
  file: { one: 'file', other: 'files' },
  byte: { one: 'byte', other: 'bytes' },
  and: ' and ',
  more: (count: number) => ` and ${String(count)} more`,
  git: {
    untracked: (count: string) => `${count} untracked`,
    modified: (count: string) => `${count} modified`,
    tracked: (count: string) => `${count} committed or staged`,
    ignored: (count: string) => `${count} ignored`,
    none: 'no files',
    notAll: ', not all looked at',
  },
} as const
