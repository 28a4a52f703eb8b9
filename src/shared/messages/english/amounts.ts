import type { GitStanding } from '../../domain/facts'
import { countingIn, listedAs } from '../counting'

const { number, counted, scaled } = countingIn('en-US')

function git({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const parts = [
    untracked > 0 ? `${number(untracked)} untracked` : '',
    modified > 0 ? `${number(modified)} modified` : '',
    tracked > 0 ? `${number(tracked)} committed or staged` : '',
    ignored > 0 ? `${number(ignored)} ignored` : '',
  ].filter((part) => part !== '')
  const said = parts.length === 0 ? 'no files' : parts.join(', ')
  return complete ? said : `${said}, not all looked at`
}

/** Numbers, sizes and lists. */
export const amounts = {
  number,
  git,
  files: (count: number) => counted(count, { one: 'file', other: 'files' }),
  size: (bytes: number) => (bytes < 1000 ? counted(bytes, { one: 'byte', other: 'bytes' }) : scaled(bytes)),
  listed: (names: readonly string[], unlisted = 0) =>
    listedAs(names, unlisted, { and: ' and ', more: (count) => ` and ${String(count)} more` }),
} as const
