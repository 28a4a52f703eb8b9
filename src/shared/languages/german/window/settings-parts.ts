import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

/** The words of the parts of the settings page that are more than a list of settings. */
export const settingsParts = {
  providers: {
    test: 'Prüfen',
    testWhat: (name: string) => `Prüfen: die Verbindung zu ${name}`,
    testing: 'Wird geprüft …',
    answers: (models: number, ms: number) =>
      `Antwortet: ${number(models)} ${models === 1 ? 'Modell' : 'Modelle'}, ${String(ms)} ms`,
    key: {
      none: 'kein Schlüssel nötig',
      environment: (variable: string) => `Schlüssel aus der Variablen ${variable}`,
      stored: 'Schlüssel hinterlegt',
      missing: 'noch kein Schlüssel',
    },
    changeKey: 'Schlüssel ändern',
    removeKey: 'Schlüssel entfernen',
    removeKeyOf: (name: string) => `Schlüssel entfernen: ${name}`,
    keyOf: (name: string) => `Schlüssel für ${name}`,
    save: 'Speichern',
    cancel: 'Abbrechen',
    own: 'aus config.toml',
  },
  policies: {
    title: 'In Worten',
    runs: 'Läuft ungefragt',
    asks: 'Fragt',
    stopped: 'Wenn die Sandbox stoppt',
    modes: {
      'read-only': 'Jeder Befehl, in der Sandbox: er liest alles außer Zugangsdaten und schreibt nichts.',
      'workspace-write':
        'Jeder Befehl, in der Sandbox: er liest alles außer Zugangsdaten und schreibt im Ordner der Sitzung und in den temporären Ordnern.',
      'danger-no-network': 'Jeder Befehl, mit Zugriff auf alle Dateien; nur das Netz ist zu.',
      'danger-full-access': 'Jeder Befehl, mit Zugriff auf alles. Es gibt keine Sandbox.',
    },
    safeAlone: 'Nur Befehle, die als sicher bekannt sind, in der Sandbox.',
    networkOpen: 'Das Netz ist offen.',
    networkClosed: 'Eine Verbindung zu einem neuen Host fragt.',
    networkNever: 'Kein Host ist zu erreichen, der nicht vorher erlaubt wurde.',
    questions: {
      untrusted: 'Vor allem, was nicht als sicher bekannt ist.',
      effects:
        'Wenn nicht alles, was ein Befehl auf Kopien tat, im Ordner liegt und zurückgeholt werden kann, oder wenn er ins Netz wollte.',
      'on-failure': 'Wenn die Sandbox einen Befehl gestoppt hat. Nicht vorher, solange es eine Sandbox gibt.',
      'on-request': 'Vor dem, was Schaden anrichten kann, und wenn der Agent mehr verlangt.',
      never: 'Nie. Wonach gefragt würde, wird abgelehnt, und der Agent erfährt es.',
      granular: 'Wie „Bei Bedarf fragen“, je nach Art: was abgeschaltet ist, wird ohne Frage abgelehnt.',
    },
    after: {
      asks: 'Es wird gefragt, mit dem, was fehlt; dann läuft der Befehl noch einmal, nur damit.',
      agent: 'Der Agent erfährt es; er kann um mehr bitten.',
      told: 'Der Agent erfährt es, weiter nichts.',
      nothing: 'Nichts stoppt ihn.',
    },
    always: 'Immer nur lesbar',
    alwaysText:
      'Gits Hooks und Konfiguration und die Einstellungen von Agenten, in jedem Ordner mit Schreibrecht.',
  },
  places: {
    hosts: 'Hosts aus Regeln',
    hostsText: 'Durch Regeln, für die Befehle eines Ordners.',
    noHosts: 'Keine Regel öffnet einen Host.',
    unreadable: 'Außerdem gesperrt',
    unreadableText: 'Pfade, die Befehle nicht lesen dürfen, neben den eingebauten Orten für Zugangsdaten.',
    readable: 'Geöffnet',
    readableText: 'Orte mit Zugangsdaten, die Befehle lesen dürfen.',
    roots: 'Weitere Ordner zum Schreiben',
    unreadableVariables: 'Variablen, die Befehle nicht bekommen',
    readableVariables: 'Geheime Variablen, die Befehle bekommen',
    none: 'keine',
    builtIn:
      'Schlüssel, Tokens und Passwörter der üblichen Programme (.ssh, .aws, .config/gh und viele mehr) sind von vornherein gesperrt.',
  },
  kept: {
    kinds: {
      sessions: 'Sitzungen',
      archived: 'Archivierte Sitzungen',
      rules: 'Regeln',
      keys: 'Schlüssel von Modellservern',
      history: 'Verlauf der Nachrichten',
      checkpoints: 'Kopien von Ordnern, zum Zurücknehmen',
      logs: 'Protokoll',
      config: 'Einstellungen',
    },
    files: (n: number) => (n === 1 ? '1 Datei' : `${number(n)} Dateien`),
    nothing: 'noch nichts',
    total: 'Zusammen',
    show: 'Ordner öffnen',
    copy: 'Pfad kopieren',
    reading: 'Wird gezählt …',
    one: 'Eine Sitzung',
    oneText: 'Exportieren oder ihre Aufzeichnung löschen. Gelöschtes kommt in den Papierkorb.',
    pick: 'Sitzung',
    none: 'Es gibt noch keine Sitzung.',
    exportMarkdown: 'Als Markdown exportieren',
    exportJson: 'Als JSON exportieren',
    remove: 'Löschen …',
  },
} as const satisfies LaterStrings['settingsParts']

/** The words of the MCP servers in the settings. */
export const servers = {
  reading: 'Server werden gelesen …',
  transport: { program: 'Programm', address: 'Adresse' },
  state: {
    off: 'Aus',
    starting: 'Startet',
    ready: 'Bereit',
    waiting: 'Beendet, startet neu',
    failed: 'Gescheitert',
    idle: 'Startet mit der nächsten Sitzung',
    next: 'Folgt mit der nächsten Runde',
  },
  in: (n: number) => (n === 1 ? 'in 1 Sitzung' : `in ${number(n)} Sitzungen`),
  tools: (n: number) => (n === 1 ? '1 Werkzeug' : `${number(n)} Werkzeuge`),
  says: 'Worte des Servers. Niemand hat sie geprüft.',
  reads: 'liest nach eigener Angabe nur',
  stderr: 'Die letzten Zeilen seiner Fehlerausgabe',
  on: (id: string) => `${id} benutzen`,
  restart: 'Neu starten',
  restartWhat: (id: string) => `Neu starten: ${id}`,
  signIn: 'Anmelden',
  signInWhat: (id: string) => `Bei ${id} anmelden`,
  signOut: 'Abmelden',
  cancelWhat: (id: string) => `Anmeldung bei ${id} abbrechen`,
  signOutWhat: (id: string) => `Von ${id} abmelden`,
  signedIn: 'Angemeldet',
  visit: 'Im Browser öffnen',
  visitText:
    'Der Server verlangt eine Anmeldung unter dieser Adresse. Geöffnet wird sie im Browser, und nur auf Klick hin.',
  host: 'Host',
  codeTo: 'Weitergegeben an',
  codeToText:
    'Was bei der Anmeldung herauskommt, geht an diesen anderen Host, der damit auf dem ersten handeln kann.',
  address: 'Adresse',
} as const satisfies LaterStrings['servers']
