import type { Messages } from '../spoken'
import type { GitStanding } from '../../domain/facts'
import { countingIn, listedAs } from '../counting'

const { number, counted, scaled } = countingIn('de-DE')

function git({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const parts = [
    untracked > 0 ? `${number(untracked)} unversioniert` : '',
    modified > 0 ? `${number(modified)} geändert` : '',
    tracked > 0 ? `${number(tracked)} im Commit oder vorgemerkt` : '',
    ignored > 0 ? `${number(ignored)} ignoriert` : '',
  ].filter((part) => part !== '')
  const said = parts.length === 0 ? 'keine Dateien' : parts.join(', ')
  return complete ? said : `${said}, nicht alle angesehen`
}

/** Numbers, sizes and lists. */
export const amounts = {
  number,
  git,
  files: (count: number) => counted(count, { one: 'Datei', other: 'Dateien' }),
  size: (bytes: number) => (bytes < 1000 ? counted(bytes, { one: 'Byte', other: 'Byte' }) : scaled(bytes)),
  listed: (names: readonly string[], unlisted = 0) =>
    listedAs(names, unlisted, { and: ' und ', more: (count) => ` und ${String(count)} weitere` }),
} as const satisfies Messages['amounts']
