import type { Strings } from '../../strings'

/** The words of the page of grants, and of a grant where it acts. */
export const grants = {
  title: 'Erlaubnisse',
  heading: 'Erlaubnisse und Regeln',
  lede: 'Was über die Richtlinie hinaus erlaubt ist. Ein Widerruf gilt ab dem nächsten Befehl; was läuft, läuft weiter.',
  rules: 'Regeln',
  limited: 'Für eine Runde oder Sitzung',
  command: 'Befehl',
  folder: 'Ordner',
  adds: 'Zusätzlich',
  holds: 'Gilt',
  given: 'Gegeben',
  action: 'Aktion',
  revoke: 'Widerrufen',
  revokeWhat: (what: string) => `Erlaubnis widerrufen: ${what}`,
  narrow: 'Einengen …',
  narrowWhat: (what: string) => `Einengen …: die Regel für ${what}`,
  narrowTitle: 'Die Regel einengen',
  narrowText:
    'Eine Regel kann hier nur enger werden. Was weiter geht, wird mit der Antwort auf eine Anfrage erlaubt.',
  narrowRule: 'Regel, mit einem Stern am Ende',
  narrowSave: 'Sichern',
  narrowCancel: 'Abbrechen',
  anyCommand: 'Jeder Befehl',
  toolOf: (tool: string, server: string) =>
    `Werkzeug ${tool} des MCP-Servers ${server}, mit beliebigen Argumenten`,
  patchOf: 'Patches an ',
  atDesk: (agent: string) => `hier nichts: ${agent} führt es aus, außerhalb dieser Sandbox`,
  addsNothing: 'nichts: in der Sandbox, wie sie ist',
  untilRevoked: 'Jede Sitzung hier, bis zum Widerruf',
  scopeIn: {
    turn: (session: string) => `Eine Runde von „${session}“`,
    session: (session: string) => `Sitzung „${session}“`,
  },
  unknownSession: 'einer Sitzung, die nicht in der Liste steht',
  reading: 'Erlaubnisse werden gelesen …',
  emptyTitle: 'Über die Richtlinie hinaus ist nichts erlaubt',
  emptyText:
    'Was für eine Runde, eine Sitzung oder durch eine Regel erlaubt wird, steht hier und lässt sich hier zurücknehmen.',
  applied: {
    turn: 'Durch die Erlaubnis für diese Runde gedeckt',
    session: 'Durch die Erlaubnis für diese Sitzung gedeckt',
    rule: 'Durch die Regel für diesen Ordner gedeckt',
  },
  connected: {
    turn: (hosts: string) => `Nach der Erlaubnis für diese Runde durfte es sich ${hosts}`,
    session: (hosts: string) => `Nach der Erlaubnis für diese Sitzung durfte es sich ${hosts}`,
    rule: (hosts: string) => `Nach der Regel für diesen Ordner durfte es sich ${hosts}`,
  },
  notInForce: 'nicht mehr in Kraft',
} as const satisfies Strings['grants']
