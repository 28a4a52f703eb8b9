import type { Messages } from '../spoken'

/** What becomes of the permissions of agents when they are taken over, in German. */
export const ruleImport: Messages['ruleImport'] = {
  anyCommand: 'steht für jeden Befehl; eine Regel nennt ihre Befehle',
  innerStar: 'enthält ein „*“; in einer Regel steht es nur am Ende, hinter einem Leerzeichen',
  notPlain: 'ist kein einfacher Befehl',
  edits: 'betrifft Änderungen; eine Regel betrifft, was Befehle tun',
  reads: 'betrifft das Lesen, wonach hier nicht gefragt wird',
  servers: 'betrifft das Werkzeug eines Servers, nach dem eigens gefragt wird',
  otherTool: (tool) => `${tool} ist kein Werkzeug, das hier Befehle ausführt`,
  otherCall: (name) => `${name} ist keine prefix_rule`,
  noDecision: 'die Entscheidung ist weder allow noch prompt noch forbidden',
  noPattern: 'das Muster ist keine Liste von Wörtern oder steht für mehr als 50 Befehle',
  noCall:
    'ist mehr als ein Aufruf mit einfachen Werten; ab hier wird nichts gelesen, und es könnte alles verbieten',
  noFile: 'ist keine Einstellungsdatei; sie könnte alles verbieten',
  asks: 'fragt; aus einer Frage wird kein Ja, und gefragt wird hier ohnehin',
  denies: 'verbietet; aus einem Nein wird kein Ja, und Regeln enthalten keines',
  tooBroad: (why) => `zu weit: ${why}`,
  against: (entry) =>
    `${entry} fragt nach einem Teil davon oder verbietet ihn, was eine Regel nicht aussparen kann`,
  none: 'Keine Berechtigungen von Agenten gefunden.',
  would: (count, file) => `${count} kämen zu ${file} hinzu (mit --write):`,
  added: (count, file) => `${count} kamen zu ${file} hinzu:`,
  rule: { one: 'Regel', other: 'Regeln' },
  effects:
    'Jede lässt ihre Befehle im Ordner ihrer Sitzung schreiben und sonst nichts: kein Löschen, keine Hosts, nichts Hohes, 30 Tage lang. Weiter nur von Hand.',
  there: (entry, name) => `${entry}: schon da, als „${name}“`,
  refused: 'Nicht übernommen:',
}
