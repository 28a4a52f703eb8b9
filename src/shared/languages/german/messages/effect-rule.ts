import { counting } from './counting'
import type { effectRule as english } from '../../english/messages/effect-rule'
import type { Wording } from '../../../messages/spoken'

const { forms } = counting

/** What an effect rule covers, and what it would have answered. */
export const effectRule: Wording<typeof english> = {
  theseFiles: forms('diese Datei', (count) => `diese ${count} Dateien`),
  everythingIn: (folder) => `alles in ${folder}`,
  kindIn: (kind, folder) => `${kind} in ${folder}`,
  here: 'dem Arbeitsordner',
  writes: (list) => `schreibt ${list}`,
  deletes: (count, list) => `löscht höchstens ${count} (${list})`,
  hosts: (list) => `erreicht ${list}`,
  nothing: 'ändert nichts',
  ofLast: (answered, asked) => `${answered} der letzten ${asked}`,
  wouldHave: (what) => `Hätte beantwortet: ${what}.`,
  noneOnFile: 'Hier wurde noch nichts gefragt.',
  denied: forms(
    'darunter diese eine, die abgelehnt wurde',
    (count) => `darunter diese ${count}, die abgelehnt wurden`,
  ),
  unknown: (count) => `${count} unbekannt, da nicht geprobt`,
  endsAt: (when) => `bis ${when}`,
  endsAfter: forms('für 1 Lauf', (count) => `für ${count} Läufe`),
  endsWith: (branch) => `solange der Branch ${branch} ist`,
  noEnd: 'ohne Ende',
}
