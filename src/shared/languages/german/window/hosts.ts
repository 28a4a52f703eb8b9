import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'wird verbunden',
    connected: 'verbunden',
    lost: 'nicht verbunden, wird wieder versucht',
    over: 'nicht verbunden, wird nicht wieder versucht',
  },
  none: 'Kein Host ist eingerichtet. Einer ist ein Befehl, der Standardeingabe und -ausgabe auf eine Maschine mit Countersign trägt.',
  test: 'Prüfen',
  testOf: (name) => `Prüfen: ${name}`,
  testing: 'Wird geprüft …',
  answers: (version, platform, ms) => `Version ${version} auf ${platform} antwortet in ${String(ms)} ms`,
  missing: (what) => `Fehlt dort: ${what}`,
  remove: 'Entfernen',
  removeOf: (name) => `Entfernen: ${name}`,
  add: 'Host hinzufügen',
  name: 'Name',
  nameHint: 'Höchstens 48 Buchstaben, Ziffern, „-“ und „_“.',
  command: 'Befehl',
  commandHint: 'Was ihn erreicht, zum Beispiel: ssh build1',
  engine: 'Engine dort',
  engineHint: 'Ihr Name oder absoluter Pfad; leer: countersign',
  taken: 'Es gibt einen Host dieses Namens oder eines, der ihm gleicht.',
  notWords: 'Ein Befehl beginnt mit einem Programm; ein Wort mit Leerzeichen steht in Anführungszeichen.',
}
