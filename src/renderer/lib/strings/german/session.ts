import { countingIn } from '@shared/messages/counting'
import type { Wording } from '@shared/messages/spoken'
import type { session as english } from '../session'
import type { Strings } from '../../strings'

const { number, counted, scaled } = countingIn('de-DE')

const composer = {
  label: 'Nachricht an den Agenten',
  placeholder: 'Nachricht an den Agenten',
  send: 'Senden',
  running: 'Eine Runde läuft. Das lässt sich senden, wenn sie zu Ende ist.',
  queue: 'Anstellen',
  queueHint: 'Wird gesendet, wenn die laufende Runde von selbst zu Ende ist.',
  queued: 'Wird gesendet, wenn die Runde zu Ende ist',
  held: 'Angestellt und nicht gesendet: die Runde endete nicht von selbst',
  sendNow: 'Senden',
  sendNowOf: (text: string) => `Senden: ${text}`,
  given: 'Der Agent liest das vor seinem nächsten Schritt',
  steer: 'Jetzt senden',
  steerOf: (text: string) => `Jetzt senden: ${text}`,
  steerHint:
    'Der Agent liest es vor seinem nächsten Schritt. Die Runde läuft weiter, und was er fragt, bleibt offen.',
  stopAndSend: 'Runde anhalten und senden',
  stopAndSendHint: 'Hält die laufende Runde an, lehnt ab, was sie fragt, und sendet das sofort.',
  stopAndSendOf: (text: string) => `Runde anhalten und senden: ${text}`,
  edit: 'Ändern',
  editOf: (text: string) => `Ändern: ${text}`,
  removeOf: (text: string) => `Entfernen: ${text}`,
  withPictures: (count: number) => `mit ${counted(count, { one: 'Bild', other: 'Bildern' })}`,
  promptSent: (name: string) => `Was /${name} sendet`,
  promptTooLong: 'Ausgefüllt ist diese Vorlage länger als eine Nachricht sein darf (1.000.000 Zeichen).',
  promptEmpty: 'Diese Vorlage enthält keinen Text: es gibt nichts zu senden.',
  nothingBehind: (name: string) => `/${name} nimmt nichts dahinter.`,
  noSuch: (name: string, typed: string) => `/${name} kennt ${typed} nicht. Ohne Namen lässt sich auswählen.`,
  noAgents: 'In dieser Sitzung arbeiten keine Agenten.',
  completions: 'Passende Befehle, Vorlagen und Dateien',
  fitting: (count: number) =>
    `${count === 1 ? '1 passt' : `${String(count)} passen`}. Auf und Ab wählen, Eingabetaste nimmt.`,
  commands: {
    agents: { detail: 'Zu den Agenten gehen, die für diese Sitzung arbeiten' },
    compact: { detail: 'Das Modell mit einer Zusammenfassung weitermachen lassen' },
    effort: { detail: 'Wie lange das Modell nachdenkt', hint: '[Aufwand]' },
    model: { detail: 'Das Modell wählen', hint: '[Name]' },
    policy: { detail: 'Wählen, wann gefragt wird', hint: '[Name]' },
    redo: { detail: 'Zurückgenommenes wiederherstellen' },
    review: {
      detail: 'Review dessen, was in keinem Commit ist, oder des Genannten',
      hint: '[was angesehen wird]',
    },
    undo: { detail: 'Zurücknehmen, was die letzte Runde im Ordner geändert hat' },
  },
  effort: 'Denkaufwand',
  efforts: {
    default: 'Üblicher Aufwand',
    none: 'Kein Aufwand',
    minimal: 'Kleinster Aufwand',
    low: 'Niedriger Aufwand',
    medium: 'Mittlerer Aufwand',
    high: 'Hoher Aufwand',
    xhigh: 'Sehr hoher Aufwand',
    max: 'Größter Aufwand',
  },
  empty: 'Zuerst eine Nachricht schreiben.',
  model: 'Modell',
  approval: 'Freigabe-Richtlinie',
  sandbox: 'Sandbox',
  sessionUsed: (tokens: number, cost: string | undefined) =>
    `${tokens.toLocaleString('de-DE')} Tokens${cost === undefined ? '' : `, ${cost}`}`,
  turnUsed: (tokens: number, cost: string | undefined) =>
    `Die letzte Runde: ${tokens.toLocaleString('de-DE')} Tokens${cost === undefined ? '' : `, ${cost}`}`,
  contextUsed: (percent: number) => `${String(percent)} % des Kontexts belegt`,
  contextExact: (used: number, window: number) =>
    `${number(used)} von ${number(window)} Tokens bei der letzten Antwort`,
  compact: 'Jetzt verdichten',
  compactHint:
    'Das Modell macht mit einer Zusammenfassung weiter; die Aufzeichnung behält alles. Dasselbe wie /compact.',
  pictures: 'Bilder dieser Nachricht',
  attach: 'Ein Bild anhängen',
  remove: 'Entfernen',
  removePicture: (name: string) => `${name} entfernen`,
  names: (names: readonly string[], more: number) =>
    `${names.join(', ')}${more > 0 ? ` und ${number(more)} weitere` : ''}`,
  leftOut: {
    none: (names: string) => `Nicht angehängt, da kein PNG-, JPEG-, GIF- oder WebP-Bild: ${names}.`,
    unread: (names: string) => `Nicht angehängt, da nicht lesbar: ${names}.`,
    size: (names: string, bytes: number) =>
      `Nicht angehängt, da die Bilder einer Nachricht zusammen ${scaled(bytes)} haben dürfen: ${names}.`,
    count: (names: string, most: number) =>
      `Nicht angehängt, da eine Nachricht ${number(most)} Bilder fasst: ${names}.`,
  },
  notWhileRunning: 'Zu ändern, wenn die Runde zu Ende ist.',
} as const satisfies Wording<typeof english>['composer']

const transcript = {
  empty: 'Noch keine Nachricht. Was soll der Agent tun?',
  opening: 'Aufzeichnung wird gelesen …',
  toEnd: 'Zum Ende',
  earlier: 'Frühere Runden zeigen',
  copyCode: 'Code kopieren',
  showBetween: (characters: number) => `Die ${number(characters)} Zeichen dazwischen zeigen`,
  command: 'Befehl',
  commandRunning: 'Befehl, läuft',
  stillRunning: 'Läuft noch',
  runsOutside: 'außerhalb der Sandbox',
  keptRunning: 'bleibt über seine Runde hinaus',
  showOutput: (command: string) => `Ausgabe von ${command}`,
  nothingPrinted: 'Noch keine Ausgabe.',
  stoppedByYou: 'Von Hand angehalten',
  stop: 'Anhalten',
  hasEnded: 'Beendet',
  listensOn: (port: number) => `Lauscht auf Port ${String(port)}`,
  openInBrowser: 'Im Browser öffnen',
  openToAll: 'Solange er offen ist, erreicht ihn jedes Programm und jeder Benutzer dieses Rechners.',
  openPort: (port: number) => `Im Browser öffnen: Port ${String(port)}`,
  stopProcess: (command: string) => `${command} anhalten`,
  commandWaiting: 'Befehl, wartet auf eine Entscheidung',
  waiting: 'Wartet auf eine Entscheidung',
  running: (age: string) => `Läuft, ${age}`,
  collapse: 'Ausgabe verbergen',
  expand: 'Ausgabe zeigen',
  dropped: (lines: number) => `${number(lines)} frühere Zeilen sind hier nicht gezeigt.`,
  omitted: (bytes: number) => `${number(bytes)} Byte in der Mitte wurden ausgelassen.`,
  summary: {
    read: (name: string) => `${name} gelesen`,
    listed: (path: string) => (path === '' ? 'Ordner aufgelistet' : `${path} aufgelistet`),
    searched: (query: string, path: string) =>
      query === ''
        ? `Dateien aufgelistet${path === '' ? '' : ` in ${path}`}`
        : `„${query}“ gesucht${path === '' ? '' : ` in ${path}`}`,
  },
  again: (grants: string) => `Noch einmal, darf zusätzlich ${grants}`,
  againOutside: 'Noch einmal ohne Sandbox',
  againPlain: 'Noch einmal in der Sandbox',
  inputSent: 'Eingabe gesendet',
  outside: 'Lief ohne Sandbox',
  exit: (code: number, duration: string) => `Exit-Code ${String(code)}, ${duration}`,
  stopped: 'Von der Sandbox gestoppt',
  stoppedBeside: (targets: readonly string[]) =>
    `; nebenbei gestoppt: ${targets[0] ?? ''}${targets.length > 1 ? ` und ${String(targets.length - 1)} weitere` : ''}`,
  connectionRefused: (target: string) => `Die Sandbox hat eine Verbindung zu ${target} abgelehnt`,
  timedOut: (limit: string) => `Zeit abgelaufen nach ${limit}`,
  cancelled: 'Unterbrochen',
  refused: 'Abgelehnt',
  failed: 'Konnte nicht starten',
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
    back: (title: string) => `Zurück zu ${title}`,
    worksFor: 'Ein Agent von',
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
  askAgain: 'Den Agenten bitten, es noch einmal zu versuchen',
  askAgainWhileRunning: 'Eine Runde läuft. Noch einmal bitten, wenn sie zu Ende ist.',
} as const satisfies Wording<typeof english>['transcript']

const elsewhere = (agent: string): string =>
  `Eine Sitzung von ${agent}, die dort läuft, außerhalb dieser Sandbox; hier wird nur über ihre Fragen entschieden.`

/** The words of one session: its composer and its record. */
export const session = { elsewhere, composer, transcript } as const satisfies Wording<typeof english>

/** Looking for a text in transcripts. */
export const find = {
  label: 'In diesem Verlauf suchen',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Nichts gefunden' : `${String(at)} von ${more ? 'den letzten ' : ''}${String(count)}`,
  earlier: 'Früherer Treffer (Eingabetaste)',
  later: 'Späterer Treffer (Umschalt+Eingabetaste)',
  close: 'Suche schließen',
  inRecords: 'In Verläufen',
  searching: 'Sucht …',
  stop: 'Suche anhalten',
  nothing: 'In keinem Verlauf',
  further: 'Weitersuchen',
} as const satisfies Strings['find']

/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Denkt nach',
  writing: 'Schreibt',
  waiting: 'Wartet',
  running: 'Läuft',
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
} as const satisfies Strings['waits']

/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined ? `${path} im Editor öffnen` : `${path} im Editor öffnen, Zeile ${String(line)}`,
  off: 'Dateien werden in keinem Editor geöffnet: file_opener in config.toml ist "none".',
  missing: 'Im Ordner dieser Sitzung gibt es diese Datei nicht.',
  closed: 'Geöffnet werden nur Dateien in den Ordnern dieser Sitzung, die ihre Befehle lesen dürfen.',
} as const satisfies Strings['openFile']

/** The words of what can be done to a whole session. */
export const life = {
  menu: 'Aktionen der Sitzung',
  rowMenu: 'Mehr zu dieser Sitzung',
  rename: 'Umbenennen …',
  openInWindow: 'In eigenem Fenster öffnen',
  exportMarkdown: 'Als Markdown exportieren',
  exportJson: 'Als JSON exportieren',
  exportRollout: 'Aufzeichnung (JSONL) exportieren',
  archive: 'Archivieren',
  remove: 'Löschen …',
  whileRunning: 'Zuerst die Runde anhalten.',
  renameTitle: 'Diese Sitzung umbenennen',
  renameLabel: 'Titel',
  renameDo: 'Umbenennen',
  removeTitle: 'Diese Sitzung löschen?',
  removeText: 'Die Aufzeichnung kommt in den Papierkorb des Systems und lässt sich dort zurückholen.',
  removeDo: 'Löschen',
  cancel: 'Abbrechen',
  fork: 'Von hier in einer neuen Sitzung weiter',
  archived: 'Archiviert',
  archivedNone: 'Keine archivierte Sitzung.',
  takeOut: 'Aus dem Archiv holen',
  more: 'Mehr zeigen',
} as const satisfies Strings['life']
