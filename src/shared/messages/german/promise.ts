import { forms } from '../counting'
import type { Messages } from '../spoken'

/** What a run did, beside what was shown before the yes to it. */
export const promise: Messages['promise'] = {
  did: {
    created: (path) => `${path} angelegt`,
    changed: (path) => `${path} geändert`,
    deleted: (path) => `${path} gelöscht`,
  },
  tried: (hosts) => `${hosts} angesprochen`,
  others: forms('1 weitere Änderung', (count) => `${count} weitere Änderungen`),
  kept: {
    rehearsal: 'Hat getan, was gezeigt war.',
    facts: 'Nichts geändert, was nicht erlaubt war.',
  },
  stays: (folders) => `${folders} selbst bleibt, wie bei der Erlaubnis gesagt`,
  part: 'Was angesehen wurde, ist wie gezeigt; alles anzusehen war zu viel.',
  notWatched:
    'Nicht beobachtet: lief außerhalb der Sandbox. Nur das Genannte wurde angesehen, und ist wie gezeigt.',
  more: (list) => `Hat mehr getan als gezeigt: ${list}.`,
  suspended: 'Die Erlaubnis ruht und fragt wieder.',
  asksAgain: (list) =>
    `Eine frühere Erlaubnis ruht, denn ein Lauf damit hat mehr getan als gezeigt: ${list}.`,
}
