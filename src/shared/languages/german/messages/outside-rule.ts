import { counting } from './counting'
import type { outsideRule as english } from '../../english/messages/outside-rule'
import type { Wording } from '../../../messages/spoken'

const { forms, number } = counting

/** What an effect rule does not cover of what a rehearsal showed. */
export const outsideRule: Wording<typeof english> = {
  writes: (path) => `schreibt auch ${path}`,
  deletes: (path) => `löscht auch ${path}`,
  unsaved: (files, path) => `löscht ${files}, die es sonst nirgends gibt (${path})`,
  loses: (files, path) => `verliert ${files} (${path})`,
  lost: forms('eine Datei', (count) => `${count} Dateien`),
  files: (files, most) => `löscht ${number(files)} Dateien, mehr als ${number(most)}`,
  connects: (host) => `will ${host} erreichen`,
  level: { medium: 'ist von mittlerem Risiko', high: 'ist von hohem Risiko' },
  ended: {
    time: 'ihre Zeit ist um',
    runs: 'ihre Läufe sind verbraucht',
    branch: 'sie ist für einen anderen Branch',
    unused: 'sie wurde 30 Tage nicht genutzt und ist ausgesetzt',
    person: 'sie ist ausgesetzt',
    unknown: 'ihre Nutzung lässt sich nicht zählen',
  },
  wouldHave: (rule, but) => `Die Regel „${rule}“ hätte das beantwortet, aber ${but}.`,
  unseen: 'nicht alles davon ließ sich proben',
  others: forms('1 weiteres', (count) => `${count} weitere`),
  asked: (list) => `${list}: Dazu wird gefragt.`,
  beyond: (list, rule) => `Über „${rule}“ hinaus: ${list}.`,
  notCovered: (list, rule) => `${list}: Das deckt die Regel „${rule}“ nicht ab.`,
}
