import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'wird verbunden',
    connected: 'verbunden',
    lost: 'nicht verbunden, wird wieder versucht',
    over: 'nicht verbunden, wird nicht wieder versucht',
  },
  asks: {
    title: (host, program) => `${host}: ${program} fragt`,
    whose: 'Seine eigenen Worte, oder die der Maschine, die es erreicht. Niemand hat sie geprüft.',
    answer: 'Antwort',
    goesTo: (program) =>
      `Was hier steht, geht an ${program} und sonst nirgendwohin, und wird nicht aufgehoben.`,
    send: 'Antworten',
    compared: 'Der Fingerabdruck ist mit dem der Maschine verglichen.',
    yes: 'Ja',
    no: 'Nein',
    waits: 'Hier ist nichts zu tippen: Es geht weiter, sobald da ist, worauf gewartet wird.',
  },
  lend: {
    title: 'Schlüssel leihen',
    count: (count) => (count === 0 ? 'keine' : String(count)),
    means:
      'Solange dieses Fenster verbunden ist, darf die Engine dort diese Modelle mit dem Schlüssel dieser Maschine fragen, falls sie für dieselbe Adresse keinen hat. Er wird dort nie geschrieben, aber wer jene Maschine verwaltet, könnte ihn währenddessen lesen.',
    missing: 'hier kein Schlüssel',
  },
  ends: 'Beim Schließen von Countersign dort beenden, was von hier begonnen wurde',
  newThere: 'Neue Sitzung auf einem Host',
  host: 'Host',
  folder: 'Ordner dort',
  folderHint: 'Ein absoluter Pfad jener Maschine, oder ~/…',
  start: 'Dort beginnen',
  tryAgain: 'Nochmals versuchen',
  tryAgainOf: (name) => `Nochmals versuchen: ${name}`,
  none: 'Kein Host ist eingerichtet.',
  hidden: 'Wird in Fenstern nicht gezeigt.',
  fleet: (name: string) =>
    `Sandboxes eines Clusters, jede für eine Sitzung gemacht: auf der Startseite, oder mit countersign exec --host ${name} --clone REMOTE PROMPT`,
  test: 'Prüfen',
  testOf: (name) => `Prüfen: ${name}`,
  testing: 'Wird geprüft …',
  answers: (version, platform, ms) => `Version ${version} auf ${platform} antwortet in ${String(ms)} ms`,
  leftOut: (count) =>
    count === 1
      ? '1 weitere Prüfung ist weggelassen.'
      : `${String(count)} weitere Prüfungen sind weggelassen.`,
  checks: { ok: 'in Ordnung', warn: 'Warnung', missing: 'fehlt' },
  said: 'Worte jener Maschine. Niemand hat sie geprüft.',
  remove: 'Entfernen',
  removeOf: (name) => `Entfernen: ${name}`,
  removeTitle: (name) => `${name} entfernen?`,
  removeText:
    'Er wird aus config.toml genommen. Dort ändert sich nichts: Seine Sitzungen laufen weiter, was wartet, wartet, und dieses Fenster zeigt beides nicht mehr.',
  add: 'Host hinzufügen',
  expected:
    'Erwartet wird dort Countersign in derselben Version, als „countersign“ im Pfad jener Anmeldung. Jeder andere Befehl und eine Engine an anderem Ort gehören in config.toml.',
  name: 'Name',
  via: 'Erreicht über',
  destination: 'Ziel',
  container: 'Container',
  added: (name) => `${name} wurde hinzugefügt.`,
  refused: {
    name: 'Erwartet wird ein Name aus höchstens 48 Buchstaben, Ziffern, „-“ und „_“, der mit einem Buchstaben oder einer Ziffer beginnt.',
    destination:
      'Erwartet wird ein Ziel aus Buchstaben, Ziffern, „.“, „-“ und „_“, zum Beispiel build1 oder me@build1. Alles andere gehört in config.toml.',
    container:
      'Erwartet wird der Name eines Containers aus Buchstaben, Ziffern, „.“, „-“ und „_“. Alles andere gehört in config.toml.',
    unknown: 'Diesen Host gibt es in config.toml nicht mehr.',
    'by-hand': 'Sein Befehl ist von Hand geschrieben; erwartet wird, dass er dort herausgenommen wird.',
    changed: 'config.toml wurde inzwischen geändert; nichts wurde geschrieben. Bitte nochmals versuchen.',
    taken: (host) => `Einen Host ${host} gibt es schon; nichts wurde geschrieben.`,
    alike: (host) => `Erwartet wird ein Name, der dem des Hosts ${host} nicht gleicht.`,
    file: 'In config.toml wurde nichts geschrieben:',
  },
  older: (host) => `Ältere Sitzungen von ${host}`,
  archived: (host) => `Archiviert auf ${host}`,
  engine: {
    title: 'Die Engine dort',
    asking: 'Wird gefragt …',
    means:
      'Was die Engine dort über sich sagt. Geändert wird es dort, in ihrer config.toml und mit countersign config: von hier ändert es kein Fenster. Was ihre Maschine hat, sagt „Prüfen“.',
    file: 'config.toml dort',
    models: 'Modelle',
    servers: 'MCP-Server',
    rules: 'Wirkungsregeln',
    none: 'Keine',
    leftOut: (count) =>
      count === 1
        ? '1 weiterer Eintrag ist ausgelassen.'
        : `${String(count)} weitere Einträge sind ausgelassen.`,
  },
  search: {
    on: (host) => `Auf ${host}`,
    not: (host) => `${host} wurde nicht durchsucht.`,
    searching: 'Suche läuft …',
    nothing: (host) => `Nichts gefunden auf ${host}`,
    further: (host) => `Auf ${host} weitersuchen`,
  },
}
