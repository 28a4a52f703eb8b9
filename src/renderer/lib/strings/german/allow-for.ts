import type { Strings } from '../../strings'

/** The words of the drawer that allows for longer than one run. */
export const allowFor = {
  title: 'Erlauben für',
  kind: 'Wo es läuft',
  kinds: {
    'only-this': 'In der Sandbox',
    outside: 'Außerhalb der Sandbox',
  },
  kindHints: {
    'only-this': 'Mit genau dem, was dazukommt',
    outside: 'Mit allen eigenen Rechten',
  },
  scopes: {
    turn: (turn: number) => `Diese Runde, Runde ${String(turn)}`,
    session: () => 'Diese Sitzung',
  },
  ruleScope: 'Jede Sitzung in ',
  scopeHints: {
    turn: 'Vergessen, wenn die Runde endet',
    session: 'Vergessen, wenn die Sitzung endet',
    rule: 'Eine gespeicherte Regel, bis zum Widerruf unter Erlaubnisse',
  },
  off: {
    outsideRule: 'Aus: eine Regel läuft nie außerhalb der Sandbox.',
    patchRule: 'Aus: ein Patch wird höchstens für eine Sitzung erlaubt.',
    other: 'Aus: für diese Anfrage nicht angeboten.',
  },
  editLabel: {
    command: 'Der Befehl der Regel; ein Stern am Ende erlaubt weitere Wörter',
    host: 'Der Host der Regel; *. vor einem Namen erlaubt alle Namen darunter',
  },
  valid: {
    command: 'Passt. „ *“ am Ende erlaubt weitere Wörter.',
    host: 'Passt. „*.“ vor einem Namen erlaubt alle darunter.',
  },
  checking: 'Wird geprüft …',
  unchecked: 'Nicht geprüft: die Engine hat nicht geantwortet.',
  ruleTitle: 'Regel, die gespeichert wird',
  grantTitle: 'Erlaubnis, die gegeben wird',
  command: 'Befehl',
  host: 'Host',
  anyCommand: 'jeder, in diesem Ordner',
  files: 'Dateien',
  folder: 'Ordner',
  adds: 'Zusätzlich',
  holds: 'Gilt',
  addsNothing: 'nichts: läuft in der Sandbox, wie sie ist',
  exactly: 'für genau diesen Befehl, in diesem Ordner, unter dieser Sandbox-Richtlinie',
  exactlyText: 'für Befehle, auf die das passt, in diesem Ordner, unter dieser Sandbox-Richtlinie',
  exactlyHost: 'für Verbindungen jedes Befehls in diesem Ordner',
  tool: 'Werkzeug',
  toolOf: (tool: string, server: string) => `${tool} des MCP-Servers ${server}`,
  arguments: 'Argumente',
  anyArguments: 'beliebige',
  whileDescribed: 'solange der Server das Werkzeug beschreibt wie jetzt',
  serverUnchecked: 'Was der Server mit einem Aufruf tut, lässt sich nicht prüfen.',
  exactlyFiles: 'für Patches an genau diesen Dateien',
  sandboxStays: 'Die Sandbox bleibt an.',
  noSandbox: 'Keine Sandbox begrenzt es.',
  save: {
    turn: 'Für diese Runde erlauben',
    session: 'Für diese Sitzung erlauben',
    rule: 'Regel speichern und erlauben',
  },
} as const satisfies Strings['allowFor']
