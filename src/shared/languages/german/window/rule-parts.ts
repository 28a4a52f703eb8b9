import { countingIn } from '../../../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { ruleParts as english } from '../../english/window/rule-parts'

const { forms, number } = countingIn('de-DE')

/** The words of effect rules: where one is made, and where they are listed. */
export const ruleParts: Wording<typeof english> = {
  reading: 'Was sie beantwortet hätte, wird nachgesehen …',
  none: 'Daraus wird keine Regel: ein Name darin lässt sich nicht als Muster sagen, oder ein Ort gehört nie in eine Regel.',
  deniedTitle: 'Davon abgelehnt',
  open: (what: string) => `Die Sitzung öffnen: ${what}`,
  command: 'Befehl',
  folder: 'Ordner',
  covers: 'Umfasst',
  writes: 'Darf schreiben',
  deletes: 'Darf löschen',
  atMost: (files: string) => `höchstens ${files}`,
  unsaved: (count: number) => `, davon ${number(count)} in keinem Git`,
  level: 'Beantwortet',
  levels: { low: 'niedriges Risiko', medium: 'bis mittleres Risiko', high: 'bis hohes Risiko' },
  problem: 'Solange die Datei einen Fehler hat, wird nichts gespeichert.',
  failed: 'Was sie beantwortet hätte, konnte nicht nachgesehen werden.',
  ends: {
    title: 'Endet',
    hour: 'in 1 Stunde',
    today: 'am Ende des Tages',
    month: 'in 30 Tagen',
    runs: 'nach einer Zahl von Läufen',
    branch: (branch: string) => `wenn ${branch} nicht mehr ausgecheckt ist`,
    never: 'nie',
    runsLabel: 'Wie viele Läufe',
  },
  list: 'Wirkungsregeln',
  listEmpty:
    'Es gibt noch keine. Nach einer Probe macht „Erlauben für …“ in einer Anfrage eine aus dem, was der Befehl getan hat.',
  suggestedTitle: 'Heute vorgeschlagen',
  suggested: (times: number) =>
    `Schon ${String(times)}-mal erlaubt. Eine Regel würde das künftig beantworten:`,
  take: 'Diese Wirkungen für 30 Tage erlauben',
  dismiss: 'Nicht vorschlagen',
  file: 'Gespeichert in ',
  fileWrong: 'Die Datei der Regeln hat einen Fehler, und keine ihrer Regeln gilt:',
  fileOld: 'Regeln einer früheren Version gelten nicht:',
  suspend: 'Aussetzen',
  suspendWhat: (name: string) => `Die Regel ${name} aussetzen`,
  resume: 'Fortsetzen',
  resumeWhat: (name: string) => `Die Regel ${name} fortsetzen`,
  used: forms('einmal genutzt', (count) => `${count}-mal genutzt`, 'noch nicht genutzt'),
  lastUsed: (when: string) => `, zuletzt ${when}`,
  timeLeft: (time: string) => `, noch ${time}`,
  left: forms(', noch 1 Lauf', (count) => `, noch ${count} Läufe`, ', kein Lauf mehr übrig'),
  standing: {
    'in-force': 'gilt',
    time: 'beendet: die Zeit ist um',
    runs: 'beendet: die Läufe sind verbraucht',
    branch: 'gilt auf diesem Branch nicht',
    unused: 'ausgesetzt: 30 Tage nicht genutzt',
    person: 'ausgesetzt',
  },
  remove: 'Entfernen',
  removeWhat: (name: string) => `Die Regel ${name} entfernen`,
  anyCommand: 'Jeder Befehl, der sich proben lässt',
  everywhere: 'überall',
  more: forms('1 weitere', (count) => `${count} weitere`),
}
