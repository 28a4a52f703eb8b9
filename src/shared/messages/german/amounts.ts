import type { Messages } from '../spoken'
import { countingIn } from '../counting'

/** Numbers, sizes and lists. */
export const amounts: Messages['amounts'] = {
  counting: countingIn('de-DE'),
  file: { one: 'Datei', other: 'Dateien' },
  byte: { one: 'Byte', other: 'Byte' },
  and: ' und ',
  more: (count) => ` und ${String(count)} weitere`,
  git: {
    untracked: (count) => `${count} unversioniert`,
    modified: (count) => `${count} geändert`,
    tracked: (count) => `${count} im Commit oder vorgemerkt`,
    ignored: (count) => `${count} ignoriert`,
    none: 'keine Dateien',
    notAll: ', nicht alle angesehen',
  },
}
