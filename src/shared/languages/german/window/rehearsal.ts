import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

/** The words of what became of files since a yes was given on them. */
export const changedSince = {
  title: 'Seit der Erlaubnis geändert',
  lead: 'Seit der Erlaubnis geändert. Das läuft jetzt:',
} as const satisfies LaterStrings['changedSince']

/** The words of a request's rehearsal. */
export const rehearsal = {
  title: 'Probelauf',
  running: 'Probelauf an Kopien, ohne Netz …',
  asks: 'Ein Probelauf ist möglich.',
  notContained: 'Kein Probelauf von selbst.',
  because: {
    asks: 'Ein Probelauf ist möglich: an Kopien, ohne Netz.',
    'not-contained':
      'Kein Probelauf von selbst: nicht alles daran bliebe sicher ohne Folgen, oder Geheimes käme zum Vorschein.',
  },
  begin: 'Probelauf starten',
  done: 'Probelauf ohne Netz',
  exit: (code: number) => `Exit-Code ${String(code)}`,
  nothing: 'Nichts wurde geändert.',
  unavailable: (reason: string) => `Kein Probelauf möglich: ${reason}.`,
  refused: (reason: string) => `Probelauf nicht beendet: ${reason}.`,
  timedOut: 'Probelauf nicht beendet',
  changes: 'Was sich ändern würde',
  ofRehearsal: 'Was der Befehl ändern würde',
  more: (n: number) => `Alle ${number(n)} Änderungen zeigen`,
  uncounted: (n: number) =>
    `${n === 1 ? '1 weitere ist' : `${number(n)} weitere sind`} gezählt und nicht aufgeführt.`,
  limits: 'Was er nicht zeigt',
  moreLimits: (n: number) => `${number(n)} weitere`,
  output: 'Ausgabe',
  apply: (taken: number, total: number) =>
    taken === total
      ? total === 1
        ? 'Änderung anwenden'
        : 'Änderungen anwenden'
      : `${number(taken)} von ${number(total)} anwenden`,
  runForReal: 'Wirklich ausführen',
  applyGives: (taken: number, total: number) =>
    taken === total
      ? 'Ein Ja wendet genau dies an.'
      : `Wendet ${number(taken)} von ${number(total)} Änderungen an; der Agent erfährt, was weggelassen ist. Nichts läuft noch einmal.`,
  showKeys: (keys: string) => `Eingabe- und Leertaste tun hier nichts. ${keys} wendet das Gezeigte an.`,
  further: (n: number) => (n === 1 ? '1 weitere Änderung' : `${number(n)} weitere Änderungen`),
  fewer: 'Weniger zeigen',
  each: 'Einzeln zeigen',
  withFolder: 'Mit dem Ordner darum weggelassen',
  appliedAttempt: 'Nicht noch einmal ausgeführt: was der Probelauf zeigte, ist angewendet.',
  appliedPrinted: 'Das gab er aus.',
  answeredApply: 'Angewendet',
  closedApply: 'Was der Probelauf zeigte, ist angewendet.',
  contents: {
    binary: 'Eine Binärdatei: ihre Bytes sind nicht gezeigt.',
    secret: 'Kann Schlüssel oder Passwörter enthalten: genannt, nie gezeigt.',
    outside: 'Außerhalb der Ordner dieser Sitzung: der Inhalt ist nicht gezeigt.',
    large: 'Zu viel, um es hier zu zeigen.',
    none: 'Es gibt keine Zeilen zu zeigen.',
  },
} as const satisfies LaterStrings['rehearsal']
