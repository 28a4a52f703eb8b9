import type { Strings } from '../../strings'

/** The words of a question that an MCP server asks while its tool runs; without a server the agent asks. */
export const question = {
  title: (server: string | undefined, tool: string) =>
    server === undefined ? 'Der Agent fragt etwas' : `${server} fragt etwas, für sein Werkzeug ${tool}`,
  kind: 'Frage',
  notApproval: 'Keine Freigabe: die Antwort erlaubt nichts.',
  says: (server: string | undefined) => (server === undefined ? 'Der Agent sagt' : 'Der Server sagt'),
  saysOf: (server: string | undefined) =>
    `Worte des ${server === undefined ? 'Agenten' : `Servers ${server}`}. Niemand hat sie geprüft.`,
  form: 'Antwort',
  address: 'Adresse',
  host: 'Host',
  plain: 'Nicht verschlüsselt: andere auf dem Weg können mitlesen und ändern (http).',
  another: 'Andere Antwort:',
  goesTo: (server: string | undefined) =>
    server === undefined
      ? 'Was hier eingetragen wird, geht unverändert an den Agenten und sein Modell und wird mit allem aufgezeichnet, was das Modell erfährt.'
      : `Was hier eingetragen wird, geht unverändert an ${server}. Es wird nicht aufgezeichnet; der Agent erfährt, was der Server daraus macht.`,
  visited: 'Countersign ruft diese Adresse nicht ab. Geöffnet wird sie im Browser, und nur auf Klick hin.',
  secret:
    'Das fragt nach etwas, das wie ein Geheimnis aussieht. Server dürfen in einem Formular nicht nach Geheimnissen fragen: besser leer lassen, außer der Grund ist bekannt.',
  optional: 'freiwillig',
  suggested: 'Vom Server vorausgefüllt.',
  yes: 'Ja',
  no: 'Nein',
  unset: 'Nicht beantwortet',
  expected: (what: string) => `Erwartet: ${what}.`,
  open: 'Im Browser öffnen',
  send: 'Antwort senden',
  done: 'Ist erledigt',
  decline: 'Ablehnen',
  cancel: 'Abbrechen',
  keyNamed: (key: string) => `Feld ${key}`,
  position: (at: number, of: number) => `${String(at)} von ${String(of)}`,
  inboxGroup: 'Fragen von Servern und Agenten',
  closed: (server: string | undefined, how: string) => `${server ?? 'Der Agent'} fragte etwas: ${how}.`,
  ended: {
    accept: 'beantwortet',
    decline: 'abgelehnt',
    cancel: 'abgebrochen',
    withdrawn: 'zurückgezogen, der Aufruf war vorbei',
  },
} as const satisfies Strings['question']
