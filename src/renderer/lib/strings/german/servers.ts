import type { Strings } from '../../strings'

/** The words of the MCP servers in the settings. */
export const servers = {
  heading: 'MCP-Server',
  none: 'Keiner eingerichtet. Hinzufügen: countersign mcp add NAME -- PROGRAMM ARGUMENTE',
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
  in: (n: number) => (n === 1 ? 'in 1 Sitzung' : `in ${String(n)} Sitzungen`),
  tools: (n: number) => (n === 1 ? '1 Werkzeug' : `${String(n)} Werkzeuge`),
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
  address: 'Adresse',
} as const satisfies Strings['servers']
