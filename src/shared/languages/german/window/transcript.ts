import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

/** The words of a session's record. */
export const transcript = {
  empty: 'Noch keine Nachricht. Was soll der Agent tun?',
  opening: 'Aufzeichnung wird gelesen …',
  toEnd: 'Zum Ende',
  earlier: 'Frühere Runden zeigen',
  copyCode: 'Code kopieren',
  showBetween: (characters: number) => `Die ${number(characters)} Zeichen dazwischen zeigen`,
  command: 'Befehl',
  commandRunning: 'Befehl, läuft',
  stillRunning: 'Läuft noch',
  noLongerRunning: 'Läuft nicht mehr',
  runsOutside: 'außerhalb der Sandbox',
  keptRunning: 'bleibt über seine Runde hinaus',
  showOutput: (command: string) => `Ausgabe von ${command}`,
  nothingPrinted: 'Noch keine Ausgabe.',
  stoppedByYou: 'Von Hand angehalten',
  deniedByYou: 'Von Hand abgelehnt',
  stop: 'Anhalten',
  hasEnded: 'Beendet',
  listensOn: (port: number) => `Lauscht auf Port ${String(port)}`,
  openInBrowser: 'Im Browser öffnen',
  openToAll: 'Solange er offen ist, erreicht ihn jedes Programm und jeder Benutzer dieses Rechners.',
  openPort: (port: number) => `Im Browser öffnen: Port ${String(port)}`,
  stopProcess: (command: string) => `${command} anhalten`,
  commandWaiting: 'Befehl, wartet auf eine Entscheidung',
  waiting: 'Wartet auf eine Entscheidung',
  collapse: 'Ausgabe verbergen',
  expand: 'Ausgabe zeigen',
  dropped: (lines: number) =>
    `${lines === 1 ? '1 frühere Zeile ist' : `${number(lines)} frühere Zeilen sind`} hier nicht gezeigt.`,
  omitted: (bytes: number) => `${number(bytes)} Byte in der Mitte wurden ausgelassen.`,
  summary: {
    read: (name: string) => `${name} gelesen`,
    listed: (path: string) => (path === '' ? 'Ordner aufgelistet' : `${path} aufgelistet`),
    searched: (query: string, path: string) =>
      query === ''
        ? `Dateien aufgelistet${path === '' ? '' : ` in ${path}`}`
        : `„${query}“ gesucht${path === '' ? '' : ` in ${path}`}`,
  },
  again: (grants: string) => `Noch einmal, diesmal erlaubt: ${grants}`,
  againOutside: 'Noch einmal ohne Sandbox',
  againPlain: 'Noch einmal in der Sandbox',
  inputSent: 'Eingabe gesendet',
  outside: 'Lief ohne Sandbox',
  exit: (code: number, duration: string) => `Exit-Code ${String(code)}, ${duration}`,
  stopped: 'Von der Sandbox gestoppt',
  stoppedBeside: (targets: readonly string[]) =>
    `; nebenbei gestoppt: ${targets[0] ?? ''}${targets.length > 1 ? ` und ${String(targets.length - 1)} weitere` : ''}`,
  connectionRefused: (target: string) => `Die Sandbox hat eine Verbindung zu ${target} abgelehnt`,
  partStopped: (target: string) => `Die Sandbox hat einen Teil gestoppt: ${target}`,
  timedOut: (limit: string) => `Zeit abgelaufen nach ${limit}`,
  cancelled: 'Unterbrochen',
  refused: 'Abgelehnt',
  failed: 'Konnte nicht starten',
  exitedBadly: 'Gescheitert',
  plan: {
    title: 'Der Plan des Agenten',
    progress: (done: number, all: number) => `Plan: ${String(done)} von ${String(all)} erledigt`,
    status: { pending: 'Zu tun', in_progress: 'In Arbeit', completed: 'Erledigt' },
  },
  toolRejected: (name: string) => `Werkzeugaufruf abgelehnt: ${name}`,
  searched: (query: string) =>
    query === '' ? 'Das Modell hat im Web gesucht' : `Das Modell hat im Web gesucht: ${query}`,
  viewed: (label: string) => `Der Agent hat ein Bild angesehen: ${label}`,
  tool: {
    label: (server: string, tool: string) => `Werkzeug ${tool} von ${server}`,
    of: (server: string) => `des MCP-Servers ${server}`,
    waiting: 'Wartet auf eine Entscheidung',
    running: 'Läuft',
    answered: (duration: string) => `beantwortet, ${duration}`,
    failed: (duration: string) => `gescheitert, ${duration}`,
    none: 'keine Antwort',
    refused: 'nicht aufgerufen',
    unknown: 'Die Runde endete vor der Antwort.',
    arguments: 'Argumente',
    noArguments: 'Ohne Argumente',
    result: 'Was der Server geantwortet hat',
    stopped: (reason: string) => `Keine Antwort: ${reason}.`,
    picture: (mimeType: string) => `Bild der Antwort, ${mimeType}`,
    sound: (mimeType: string) => `Ton der Antwort, ${mimeType}`,
  },
  agent: {
    label: (name: string) => `Agent ${name}`,
    review: (name: string) => `Review ${name}`,
    working: 'Arbeitet',
    waits: (count: number) =>
      count === 1 ? '1 Entscheidung wartet' : `${String(count)} Entscheidungen warten`,
    outcome: {
      completed: 'Fertig',
      interrupted: 'Angehalten',
      failed: 'Gescheitert',
      closed: 'Geschlossen',
    },
    said: 'Was er geantwortet hat',
    task: 'Seine Aufgabe',
    open: 'Verlauf öffnen',
    openOf: (name: string) => `Verlauf von ${name} öffnen`,
    stop: (name: string) => `Agent ${name} anhalten`,
    running: 'Agenten bei der Arbeit',
  },
  retrying: (attempt: number, reason: string) =>
    `Das Modell wird noch einmal gefragt, Versuch ${String(attempt)}: ${reason}`,
  turnInterrupted: 'Runde unterbrochen.',
  turnFailed: 'Runde gescheitert.',
  showEarlier: (count: number) =>
    count === 1 ? 'Den ersten Versuch zeigen' : `Die ${String(count)} Versuche davor zeigen`,
  hideEarlier: (count: number) =>
    count === 1 ? 'Den ersten Versuch verbergen' : `Die ${String(count)} Versuche davor verbergen`,
  showLines: (lines: number) => `Alle ${number(lines)} Zeilen zeigen`,
  showKeptLines: (lines: number) => `Die ${number(lines)} behaltenen Zeilen zeigen`,
  showAll: 'Alles zeigen',
  fault: 'Fehler',
  retry: 'Noch einmal',
  reasoning: 'Überlegung',
  configured: (model: string, sandbox: string, approval: string) =>
    `Ab hier: ${model}; ${sandbox}; ${approval}.`,
  image: (alt: string) => `Bild, nicht geladen: ${alt}`,
  picture: (label: string) => `Bild: ${label}`,
  compacted: {
    manual:
      'Gespräch verdichtet. Das Modell macht mit dieser Zusammenfassung weiter; die Aufzeichnung behält alles.',
    automatic:
      'Gespräch verdichtet, weil es den Kontext des Modells fast füllte. Das Modell macht mit dieser Zusammenfassung weiter; die Aufzeichnung behält alles.',
  },
  output: 'Ausgabe',
  denied: 'Abgelehnt.',
  deniedSaid: (text: string) => `Abgelehnt, mit den Worten: ${text}`,
  youSaid: (text) => `Mit den Worten: ${text}`,
  connectionDenied: 'Die Verbindung wurde abgelehnt. Der Befehl lief ohne sie weiter.',
  connectionUnanswered: 'Zur Verbindung hat niemand geantwortet, sie kam also nicht zustande.',
  withdrawn: 'Die Runde endete, ehe jemand geantwortet hat.',
  expired: {
    first: 'Verfallen. Nichts lief, und kein Agent wartet mehr darauf.',
    retry: 'Verfallen. Es lief nicht noch einmal, und kein Agent wartet mehr darauf.',
    network: 'Verfallen. Die Verbindung kam nicht zustande, und kein Agent wartet mehr auf sie.',
    patch: 'Verfallen. Nichts wurde geändert, und kein Agent wartet mehr darauf.',
    tool: 'Verfallen. Es wurde nicht aufgerufen, und kein Agent wartet mehr darauf.',
    input: 'Verfallen. Nichts wurde gesendet, und kein Agent wartet mehr darauf.',
  },
  runAgain: 'Erlauben und noch einmal ausführen …',
  askAgain: 'Den Agenten bitten, es noch einmal zu versuchen',
  askAgainWhileRunning: 'Eine Runde läuft. Erst muss sie zu Ende sein.',
} as const satisfies LaterStrings['transcript']

/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Denkt nach',
  writing: 'Schreibt',
  waiting: 'Wartet',
  reviewing: 'Sieht durch',
  changing: 'Ändert Dateien',
  model: (model: string) => `Wartet auf ${model}.`,
  room: 'Das Gespräch wird verdichtet.',
  again: (model: string, attempt: number) => `Fragt ${model} noch einmal, Versuch ${String(attempt)}.`,
  decision: (count: number) =>
    count === 1 ? 'Wartet auf eine Entscheidung' : `Wartet auf ${String(count)} Entscheidungen`,
  answer: (server: string | undefined) => `Auf die Antwort an ${server ?? 'den Agenten'}.`,
  server: (server: string, tool: string) => `Auf ${tool} des Servers ${server}.`,
  agents: (model: string, names: readonly string[]) =>
    `Wartet auf ${model} oder auf ${names.length === 1 ? 'den Agenten' : 'die Agenten'} ${names.join(', ')}.`,
} as const satisfies LaterStrings['waits']

/** Das Ende der Demo. */
export const demoEnd: LaterStrings['demoEnd'] = {
  title: 'Das war die Demo. In diesem Lauf:',
  answers: (asked, allowed, denied, unanswered) =>
    asked === 0
      ? 'Nichts wurde gefragt.'
      : `${asked === 1 ? 'Einmal' : `${String(asked)}-mal`} gefragt: ${[
          ...(allowed > 0 ? [`${String(allowed)} erlaubt`] : []),
          ...(denied > 0 ? [`${String(denied)} abgelehnt`] : []),
          ...(unanswered > 0 ? [`${String(unanswered)} ohne Antwort`] : []),
        ].join(', ')}.`,
  byRules: (rules) =>
    `Ohne Frage beantwortet von der Regel ${rules.map((rule) => `„${rule}“`).join(' und ')}.`,
  undoable: (files) =>
    `${files === 1 ? '1 Datei' : `${String(files)} Dateien`} außerhalb des Projekts geändert; das lässt sich zurücknehmen.`,
  undone: (files) => `${files === 1 ? '1 Datei ist' : `${String(files)} Dateien sind`} wieder wie zuvor.`,
  untouched: 'Außerhalb des Projekts ist nichts geändert.',
  undo: 'Jetzt zurücknehmen',
  undoLast: (files: number) =>
    files === 1 ? 'Die letzte Datei zurücknehmen' : `Die letzten ${String(files)} Dateien zurücknehmen`,
  openProject: 'Mein Projekt öffnen',
}
