import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { counted, number } = countingIn('de-DE')

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
  preview: 'Vorschau',
  pixels: (width: number, height: number) => `${number(width)} × ${number(height)} Pixel`,
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
    large: 'Die Datei ist zu groß, um gezeigt zu werden.',
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
  /** What is made and has no lines, where it is no file. */
  made: {
    folder: 'Ein neuer Ordner.',
    link: 'Ein neuer Link.',
    pipe: 'Eine neue Pipe.',
    socket: 'Ein neuer Socket.',
    device: 'Ein neues Gerät.',
  },
  noLines: 'Keine Zeile geändert.',
  added: 'hinzugefügt',
  removed: 'entfernt',
  line: (n: number) => `Zeile ${String(n)}`,
  pick: (n: number) => `Zeile ${String(n)} wählen`,
  comment: 'Kommentieren',
  commentOn: (n: number) => (n === 1 ? 'Diese Zeile kommentieren' : `${number(n)} Zeilen kommentieren`),
  commentOff: 'Erst eine Zeile wählen: durch einen Klick oder mit den Pfeiltasten',
  commentLabel: (path: string, from: number, to: number) =>
    from === to
      ? `Kommentar zu ${path}, Zeile ${String(from)}`
      : `Kommentar zu ${path}, Zeilen ${String(from)} bis ${String(to)}`,
  commentHint: 'Was ist hier zu tun?',
  drop: 'Diesen Kommentar entfernen',
  elsewhere: (n: number) => `${comments(n)} zu Zeilen, die hier nicht gezeigt werden`,
  send: (n: number) => `${comments(n)} senden`,
  sendOff: 'Noch ist nichts geschrieben',
  sent: (count) => (count === 1 ? '1 Kommentar ist gesendet.' : `${number(count)} Kommentare sind gesendet.`),
  sendQueued: 'Der Agent arbeitet: gesendet wird am Ende der Runde.',
  waiting: (n: number) => (n === 1 ? '1 Anfrage wartet' : `${number(n)} Anfragen warten`),
  keys: 'Pfeiltasten wählen eine Zeile, mit Umschalt mehrere. n und p: nächste und vorige Änderung. ] und [: nächste und vorige Datei. x klappt die Datei ein, w zeigt sie ganz, c kommentiert, v wechselt die Anordnung.',
  open: 'Änderungen öffnen',
  take: (path: string) => `${path} übernehmen`,
  lastTaken: 'Das Letzte kann nicht ausgelassen werden: dann ablehnen',
  part: (taken: number, all: number) =>
    `${number(taken)} von ${number(all)} Dateien ${taken === 1 ? 'wird' : 'werden'} angewendet; der Agent erfährt es.`,
  partOfHunks: (taken: number, all: number) =>
    `${number(taken)} von ${number(all)} Änderungen ${taken === 1 ? 'wird' : 'werden'} angewendet; der Agent erfährt es.`,
  takeHunk: (header: string) => `Änderung ${header} übernehmen`,
  whole: {
    moved: 'Wird auch verschoben: nur ganz zu übernehmen oder auszulassen.',
    mode: 'Auch die Rechte ändern sich: nur ganz zu übernehmen oder auszulassen.',
    cut: 'Nicht alles davon ist gezeigt: nur ganz zu übernehmen oder auszulassen.',
  },
  unsent: (n: number) => `${comments(n)} nicht gesendet`,
  leftOut: 'Ausgelassen',
  inPart: 'Teilweise',
} as const satisfies LaterStrings['changes']

const lines = (n: number): string => counted(n, { one: 'Zeile', other: 'Zeilen' })

/** The words of patches: cards, files and the turn's changes. */
export const patch = {
  card: 'Patch',
  cardRunning: 'Patch, wird angewendet',
  cardWaiting: 'Patch, wartet auf eine Entscheidung',
  files: (n: number) => counted(n, { one: 'Datei', other: 'Dateien' }),
  noFiles: 'Keine Datei',
  applied: 'In der Sandbox angewendet',
  appliedOutside: 'Ohne Sandbox angewendet',
  applying: 'Wird angewendet',
  waiting: 'Wartet auf eine Entscheidung',
  rejected: 'Abgelehnt',
  stopped: 'Von der Sandbox gestoppt',
  failed: (code: number) => `Nicht angewendet, Exit-Code ${String(code)}`,
  fates: { add: 'Neu', delete: 'Gelöscht' },
  movedTo: (path: string) => `Verschoben nach ${path}`,
  empty: 'Eine leere Datei.',
  noLines: 'Keine Zeile geändert.',
  added: (n: number) => `${lines(n)} hinzugefügt`,
  removed: (n: number) => `${lines(n)} entfernt`,
  notAll: 'nicht alle gezeigt',
  gap: (n: number) => `${number(n)} Zeichen ${n === 1 ? 'ist' : 'sind'} hier nicht gezeigt.`,
  showAll: (n: number) => `Alle ${number(n)} Zeilen zeigen`,
  collapse: 'Änderungen verbergen',
  expand: 'Änderungen zeigen',
  changesThisTurn: 'Änderungen dieser Runde',
  diff: (name: string) => `Änderungen in ${name}`,
} as const satisfies LaterStrings['patch']

/** The words of reviews: what to look at, what was found, what becomes of it. */
export const review = {
  menu: 'Review der Änderungen …',
  title: 'Review der Änderungen',
  lead: 'Ein Modell liest die Änderungen und sagt, was es verbessern würde. Es liest nur: keine Datei wird geschrieben, nichts über das Netz erreicht, kein Werkzeug eines MCP-Servers benutzt.',
  target: 'Was angesehen wird',
  targets: {
    uncommitted: 'Alles, was in keinem Commit ist',
    branch: 'Was seit einem Branch neu ist',
    commit: 'Ein Commit',
    custom: 'In eigenen Worten',
  },
  branch: 'Branch',
  branchExample: 'main',
  commit: 'Commit',
  commitExample: 'HEAD',
  custom: 'Was angesehen wird, in eigenen Worten',
  start: 'Review starten',
  cancel: 'Abbrechen',
  card: (hint: string) => `Review: ${hint}`,
  running: 'Liest',
  broken: 'Das Review kam nicht zum Ende.',
  none: 'Keine Befunde',
  count: (n: number) => (n === 1 ? '1 Befund' : `${number(n)} Befunde`),
  said: 'Worte des Reviews; niemand hat sie geprüft.',
  leftOut: (n: number) =>
    n === 1
      ? '1 weiterer war nicht lesbar oder einer zu viel.'
      : `${number(n)} weitere waren nicht lesbar oder zu viele.`,
  priority: (n: number) => `P${String(n)}`,
  priorities: [
    'Priorität 0: scheitert bei allen',
    'Priorität 1: ehe es weitergeht',
    'Priorität 2: demnächst',
    'Priorität 3: wäre schön',
  ],
  sure: (percent: number) => `${String(percent)} % sicher`,
  lines: (start: number, end: number) =>
    start === end ? `Zeile ${String(start)}` : `Zeilen ${String(start)} bis ${String(end)}`,
  finding: (title: string) => `Befund: ${title}`,
  accept: 'Annehmen',
  dismiss: 'Verwerfen',
  acceptThis: (title: string) => `Annehmen: ${title}`,
  dismissThis: (title: string) => `Verwerfen: ${title}`,
  sent: 'An den Agenten gesendet',
  send: (n: number) =>
    n === 1 ? '1 Befund an den Agenten senden' : `${number(n)} Befunde an den Agenten senden`,
  sendOff: 'Befunde an den Agenten senden',
  sendNone: 'Zuerst einen Befund annehmen.',
  changes: 'In den Änderungen',
  collapse: 'Review verbergen',
  expand: 'Review zeigen',
} as const satisfies LaterStrings['review']
