import { countingIn } from '@shared/messages/counting'
import type { Strings } from '../../strings'

const { number, counted } = countingIn('de-DE')
const comments = (n: number): string => counted(n, { one: 'Kommentar', other: 'Kommentare' })

/** The words of the view of changes: its bar, files, lines and comments. */
export const changes = {
  ofTurn: 'Änderungen dieser Runde',
  ofPatch: 'Änderungen dieses Patches',
  ofSession: 'Änderungen dieser Sitzung, Runde für Runde',
  close: 'Änderungen schließen',
  files: 'Dateien',
  lines: 'Geänderte Zeilen',
  inline: 'Untereinander',
  sideBySide: 'Nebeneinander',
  layout: 'Anordnung',
  tooNarrow: 'Nebeneinander braucht ein breiteres Fenster',
  nextChange: 'Nächste Änderung',
  previousChange: 'Vorige Änderung',
  collapseAll: 'Alle Dateien einklappen',
  expandAll: 'Alle Dateien ausklappen',
  fold: (path: string) => `${path} einklappen`,
  unfold: (path: string) => `${path} ausklappen`,
  fileOf: (n: number, all: number) => `Datei ${number(n)} von ${number(all)}`,
  wholeFile: 'Ganze Datei',
  changesOnly: 'Nur Änderungen',
  reading: 'Wird gelesen …',
  anotherByNow:
    'Die Datei ist inzwischen eine andere: um diese Änderungen herum lässt sie sich nicht zeigen.',
  notTold: {
    missing: 'Die Datei ist nicht (mehr) da.',
    'no-file': 'Das ist keine Datei.',
    'no-text': 'Die Datei ist kein Text.',
    failed: 'Die Datei lässt sich nicht lesen.',
    outside: 'Die Datei liegt außerhalb der Ordner dieser Sitzung und wird nicht gezeigt.',
    closed: 'Befehle dürfen diese Datei nicht lesen, darum wird sie nicht gezeigt.',
    large: 'Die Datei ist größer als 5 MB und wird nicht gezeigt.',
  },
  kinds: { created: 'Neu', changed: 'Geändert', deleted: 'Gelöscht', moved: 'Verschoben', mode: 'Rechte' },
  movedFrom: (path: string) => `Verschoben von ${path}`,
  mode: (before: string, after: string) => `Rechte ${before} → ${after}`,
  executable: 'Ausführbar gemacht',
  notExecutable: 'Nicht mehr ausführbar',
  link: 'Link',
  binary: 'Eine Binärdatei: ihre Bytes werden nicht gezeigt.',
  linkLines: 'Ein symbolischer Link: die Zeilen sagen, wohin er führt.',
  onlyMoved: 'Verschoben, nicht geändert.',
  onlyMode: 'Nur die Rechte sind geändert.',
  empty: 'Eine leere Datei.',
  noLines: 'Keine Zeile geändert.',
  added: 'hinzugefügt',
  removed: 'entfernt',
  line: (n: number) => `Zeile ${String(n)}`,
  pick: (n: number) => `Zeile ${String(n)} wählen`,
  comment: 'Kommentieren',
  commentOn: (n: number) => (n === 1 ? 'Diese Zeile kommentieren' : `${number(n)} Zeilen kommentieren`),
  commentOff: 'Erst eine Zeile wählen: an ihrer Nummer oder mit den Pfeiltasten',
  commentLabel: (path: string, from: number, to: number) =>
    from === to
      ? `Kommentar zu ${path}, Zeile ${String(from)}`
      : `Kommentar zu ${path}, Zeilen ${String(from)} bis ${String(to)}`,
  commentHint: 'Was ist hier zu tun?',
  drop: 'Diesen Kommentar entfernen',
  elsewhere: (n: number) => `${comments(n)} zu Zeilen, die hier nicht gezeigt werden`,
  comments,
  send: (n: number) => `${comments(n)} senden`,
  sendOff: 'Noch ist nichts geschrieben',
  sendQueued: 'Der Agent arbeitet: gesendet wird am Ende der Runde.',
  waiting: (n: number) => (n === 1 ? '1 Anfrage wartet' : `${number(n)} Anfragen warten`),
  keys: 'Pfeiltasten wählen eine Zeile, mit Umschalt mehrere. n und p: nächste und vorige Änderung. ] und [: nächste und vorige Datei. x klappt die Datei ein, w zeigt sie ganz, c kommentiert, v wechselt die Anordnung.',
  open: 'Änderungen öffnen',
  take: (path: string) => `${path} übernehmen`,
  lastTaken: 'Die letzte Datei kann nicht ausgelassen werden: dann den Patch ablehnen',
  part: (taken: number, all: number) =>
    `${number(taken)} von ${number(all)} Dateien werden angewendet. Der Agent erfährt, welche ausgelassen sind.`,
  unsent: (n: number) => `${comments(n)} nicht gesendet`,
  leftOut: 'Ausgelassen',
} as const satisfies Strings['changes']
