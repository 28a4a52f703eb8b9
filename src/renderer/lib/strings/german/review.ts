import type { Strings } from '../../strings'

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
  count: (n: number) => (n === 1 ? '1 Befund' : `${String(n)} Befunde`),
  said: 'Worte des Reviews; niemand hat sie geprüft.',
  leftOut: (n: number) =>
    n === 1
      ? '1 weiterer war nicht lesbar oder einer zu viel.'
      : `${String(n)} weitere waren nicht lesbar oder zu viele.`,
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
    n === 1 ? '1 Befund an den Agenten senden' : `${String(n)} Befunde an den Agenten senden`,
  sendOff: 'Befunde an den Agenten senden',
  sendNone: 'Zuerst einen Befund annehmen.',
  changes: 'In den Änderungen',
  collapse: 'Befunde verbergen',
  expand: 'Befunde zeigen',
} as const satisfies Strings['review']
