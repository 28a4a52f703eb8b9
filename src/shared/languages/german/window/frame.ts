import { countingIn } from '../../../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { frame as english } from '../../english/window/frame'
import type { Strings } from '../../english/window'

const { number } = countingIn('de-DE')

/** The words of the window round its pages. */
export const frame = {
  app: {
    name: 'Countersign',
    waiting: (n: number) => (n === 1 ? '1 wartet' : `${number(n)} warten`),
    ago: (age: string) => `vor ${age}`,
    onDay: (day: string) => `am ${day}`,
    regions: { rail: 'Sitzungen', transcript: 'Verlauf', composer: 'Nachricht' },
  },
  button: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert',
    checkAgain: 'Noch einmal prüfen',
    dismiss: 'Schließen',
    setKey: 'Schlüssel hinterlegen',
    providers: 'Anbieter',
  },
  /** Said when one comes, wherever the person is. */
  arrival: {
    request: (level: string, session: string) => `Entscheidung nötig, ${level}, Sitzung ${session}`,
    level: (level: string, session: string) => `Jetzt: ${level}, Sitzung ${session}`,
    question: (server: string | undefined, tool: string) =>
      server === undefined ? 'Der Agent fragt etwas' : `${server} fragt etwas, für sein Werkzeug ${tool}`,
  },
  keycaps: { Mod: 'Strg', Shift: 'Umschalt' },
  connection: {
    connecting: 'Verbindung zur Engine …',
    notConnected: 'Die Engine ist nicht verbunden.',
    lostTitle: 'Die Engine ist stehen geblieben',
    lostText: 'Oder sie ist nicht erreichbar. Bis dahin lässt sich nichts beantworten. Entwürfe bleiben.',
    connectAgain: 'Neu verbinden',
    refusedTitle: 'Diese Adresse braucht den Link, den countersign serve ausgegeben hat.',
    refusedText: 'Diesen Link in diesem Browser öffnen. Er enthält ein Token, das einmal gilt.',
    failedTitle: 'Die Engine hat nicht geantwortet',
    tooLarge: 'Zu groß für die Verbindung eines Browsers. Nichts wurde gesendet.',
  },
  rail: {
    inbox: 'Eingang',
    newSession: 'Neue Sitzung',
    search: 'Sitzungen suchen',
    found: (n: number) =>
      n === 0 ? 'Keine Sitzung heißt so' : n === 1 ? '1 Sitzung' : `${number(n)} Sitzungen`,
    older: 'Ältere Sitzungen zeigen',
    open: 'Sitzungen',
    allSessions: 'Alle Sitzungen in diesem Fenster zeigen',
    close: 'Sitzungsliste schließen',
    needsYou: 'Wartet auf Antwort',
    running: 'Läuft',
    fresh: 'Nicht begonnen',
    done: 'Fertig',
    requests: (n: number, notAssessed: number) =>
      notAssessed === 0
        ? `${number(n)} Anfragen`
        : `${number(n)} Anfragen, ${String(notAssessed)} nicht bewertet`,
    ended: { done: 'Fertig', idle: 'Noch keine Runde', interrupted: 'Unterbrochen', failed: 'Gescheitert' },
    runningLabel: 'Läuft',
    forked: 'Weiter aus einer anderen Sitzung',
    unconfined: 'Hier ohne Sandbox',
    sandboxOn: (backend: string) => `Sandbox an: ${backend}`,
    sandboxOff: 'Keine Sandbox',
    onHost: 'Auf dem Host',
    sandboxUnknown: 'Sandbox: nicht verbunden',
    doctor: 'Diesen Rechner prüfen',
    past: 'Rückblick',
    grants: 'Erlaubnisse',
    settings: 'Einstellungen, Erlaubnisse und dieser Rechner',
    preferences: 'Einstellungen',
  },
  part: {
    failed:
      'Dieser Teil des Fensters ließ sich nicht laden. Vielleicht wurde das Programm inzwischen aktualisiert.',
    reload: 'Fenster neu laden',
  },
  bar: {
    backTo: (title: string) => `Zurück zu ${title}`,
    stopTurn: 'Runde anhalten',
    branch: 'Branch',
    model: 'Modell',
    agent: 'Agent',
    sandbox: 'Sandbox-Richtlinie',
    demo: 'Demo',
  },
} as const satisfies Wording<typeof english>

/** The words of the inbox. */
export const inbox = {
  title: 'Eingang',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} zu entscheiden in ${sessions === 1 ? '1 Sitzung' : `${String(sessions)} Sitzungen`}`,
  list: 'Wartet auf Antwort',
  nothingWaits: 'Nichts wartet.',
  emptyTitle: 'Nichts wartet',
  emptyText: 'Eine Anfrage erscheint hier und in ihrer Sitzung, sobald sie gestellt ist.',
  kinds: {
    command: 'Befehl',
    connection: 'Verbindung',
    patch: 'Patch',
    input: 'Eingabe',
    tool: 'Werkzeug',
  },
  byRemoteRun: (program: string) => `von ${program}`,
  byAgent: (name: string) => `Agent ${name}`,
  ownAgent: 'Countersign',
  counts: {
    title: (days: number) => `Entscheidungen der letzten ${String(days)} Tage`,
    asked: (count: number, ends: string) => `${number(count)} Mal gefragt: ${ends}.`,
    allowed: (count: number) => `${number(count)} erlaubt`,
    changed: (count: number) => `${number(count)} geändert`,
    denied: (count: number) => `${number(count)} abgelehnt`,
    withdrawn: (count: number) => `${number(count)} nicht beantwortet`,
    people: (count: number, median: string, longest: string) =>
      count === 1
        ? `1 von einem Menschen beantwortet, binnen ${longest}.`
        : `${number(count)} von Menschen beantwortet, die Hälfte binnen ${median}, alle binnen ${longest}.`,
  },
  order: 'Nach Stufe, dann Alter',
  boundary: {
    sandbox: 'von der Sandbox gestoppt',
    network: 'wartet auf einen Host',
    'approval-policy': 'von der Richtlinie gefragt',
    'missing-sandbox': 'keine Sandbox',
    escalation: 'vom Agenten gefragt',
  },
} as const satisfies Strings['inbox']
