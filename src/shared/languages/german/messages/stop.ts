import { counting } from './counting'
import type { Messages } from '../../../messages/spoken'

const { forms, number } = counting

/** Why something waits. */
export const stop: Messages['stop'] = {
  nouns: {
    write: { one: 'Schreiben nach', many: 'Schreibzugriffe' },
    read: { one: 'Lesen von', many: 'Lesezugriffe' },
    network: { one: 'Verbindung zu', many: 'Verbindungen' },
    syscall: { one: 'Systemaufruf', many: 'Systemaufrufe' },
  },
  because: {
    protected: 'geschützt',
    'read-only': 'die Sandbox lässt nur lesen',
    'no-root': 'in keinem beschreibbaren Ordner',
    credentials: 'Zugangsdaten sind nicht lesbar',
    'past-proxy': 'geht am Proxy vorbei, und sonst führt nichts hinaus',
    'not-granted': 'diesen Host hat niemand erlaubt',
    'never-allowed': 'eine Adresse, die nie erlaubt ist',
    'not-allowed': 'die Sandbox erlaubt es nicht',
  },
  firstOf: (many, target) => `${many}, zuerst ${target}`,
  protectedBy: (path) => `${path} ist geschützt`,
  stopped: (what, because) => `Sandbox: ${what}; ${because}.`,
  unreported: 'Sandbox: gestoppt, ohne Angabe wovon.',
  unchanged: ' Nichts wurde geändert.',
  protocols: {
    http: 'unverschlüsseltes HTTP',
    connect: 'ein Tunnel, wie für HTTPS',
    socks5: 'ein SOCKS5-Tunnel',
  },
  asksHost: (place) =>
    `Netz: der laufende Befehl will ${place}, was niemand erlaubt hat. Er wartet auf die Antwort.`,
  notListed: 'Der Befehl ist nicht als ungefährlich bekannt.',
  effects: 'Er tut mehr, als ohne Frage geschehen darf.',
  danger: (what) => `${what}. Darum wird vor dem Ausführen gefragt.`,
  dangerUnconfined: (what) => `${what}. Es gilt keine Sandbox, darum wird vor dem Ausführen gefragt.`,
  managed: {
    sure: (rule) => `Es fällt unter die Regel „${rule}“ dieses Rechners`,
    perhaps: (rule) => `Es fällt vielleicht unter die Regel „${rule}“ dieses Rechners`,
    because: (reason) => `: ${reason}`,
    unread: (problem) => `Die Regeln dieses Rechners sind nicht lesbar (${problem})`,
  },
  managedAsks: (what) => `${what}. Darum wird gefragt.`,
  escalated: 'Der Agent will das außerhalb der Sandbox ausführen.',
  again: 'Der Befehl soll noch einmal laufen. Vorher wird gefragt, und der Agent erfährt, was daraus wurde.',
  edited:
    'Der Befehl wurde geändert. Vor dem Ausführen wird gefragt, und der Agent erfährt von der Änderung.',
  noSandbox: {
    command: (reason) =>
      `Keine Sandbox funktioniert: ${reason}. Nichts begrenzt das, darum läuft es nur mit einem Ja.`,
    patch: (reason) =>
      `Keine Sandbox funktioniert: ${reason}. Nichts begrenzt das, darum wird der Patch nur mit einem Ja angewendet.`,
    contained: (reason, unheld) =>
      `Keine Sandbox funktioniert: ${reason}. Der Container allein stellt nicht sicher, ${unheld}; darum läuft es nur mit einem Ja.`,
    unheld: {
      'read-only': 'dass nichts geschrieben wird',
      'no-network': 'dass es sich mit niemandem verbindet',
      'own-folders': 'dass es in den Ordnern der Sitzung bleibt',
      effects: 'dass es zuerst an Kopien zu sehen ist',
    },
  },
  everyPatch: 'Nach der Richtlinie „Vor Unbekanntem fragen“ wird vor jedem Patch gefragt.',
  patch: (parts) => `Vor dem Anwenden des Patches wird gefragt: ${parts}.`,
  guarded: (paths) => `berührt Geschütztes: ${paths}`,
  outside: (paths) => `schreibt außerhalb der beschreibbaren Ordner: ${paths}`,
  really: (path, place) => `${path} (eigentlich ${place})`,
  more: (count) => ` und ${number(count)} weitere`,
  inputLimits: (policy) => `Der Prozess wurde unter anderen Grenzen gestartet (${policy}) und behält sie.`,
  inputOutside:
    'Der Prozess läuft außerhalb der Sandbox: was er bekommt, kann alles tun, was die eigenen Rechte zulassen.',
  tool: (tool, server) =>
    `Der Agent will ${tool} des MCP-Servers ${server} aufrufen. Was das tut, lässt sich nicht prüfen.`,
  doubts: {
    contradicts: ' Er sagt, dass es nur liest, und auch, dass es zerstört.',
    restated: ' Er sagt, dass es nur liest, und sagte in dieser Sitzung schon anderes.',
    unread:
      ' Er sagte, dass es nur liest; seine Liste von Werkzeugen ist seither eine andere, und welche, hat er nicht gesagt.',
  },
  acpAgent: (agent, where) =>
    `${agent} fragt, bevor es das tut. Es tut es selbst, ${where}; was hier steht, ist seine Angabe.`,
  inSandbox: 'in der Sandbox dieser Sitzung',
  withoutSandbox: 'ohne Sandbox',
  desk: (agent) => `${agent} fragt, in der eigenen Sitzung; der Lauf ist außerhalb dieser Sandbox.`,
  deskRefused: (agent) =>
    `Der eigene Prüfer von ${agent} hat dies abgelehnt und nennt keinen Grund. Mit einem Ja läuft es außerhalb dieser Sandbox; mit einem Nein bleibt es dabei, und ein Text dazu kommt nicht an.`,
  deskRefusedSaying: (agent, reason) =>
    `Der eigene Prüfer von ${agent} hat dies abgelehnt und sagt: „${reason}“. Mit einem Ja läuft es außerhalb dieser Sandbox; mit einem Nein bleibt es dabei, und ein Text dazu kommt nicht an.`,
  deskEdited: (agent) =>
    `Der Befehl wurde geändert. ${agent} führt ihn so aus, wie er hier steht, in der eigenen Sitzung und außerhalb dieser Sandbox.`,
  besides: (given) => ` Der Lauf bekommt außerdem: ${given}`,
  changes: (paths) => `Seit der Erlaubnis geändert: ${paths}.`,
  untold: 'ein Name, der in einem Text außerhalb des Arbeitsordners steht',
  noOnlyThis: (target, because, more) => `${target} lässt sich nicht einzeln hinzufügen: ${because}.${more}`,
  noOnlyThisMore: forms(
    ' Das gilt auch für 1 weiteren.',
    (count) => ` Das gilt auch für ${count} weitere.`,
    '',
  ),
  notAdded: {
    guess: 'nur in der Ausgabe gelesen',
    connection: 'keine Verbindung, die sich durchlassen ließe',
    read: 'ein Lesezugriff, und die werden nur in den Einstellungen geöffnet',
    'system-call': 'keine Datei',
    'home-entry': 'ein Eintrag im Benutzerordner oder darüber, der als Ganzes geöffnet werden müsste',
    'part-of-path': 'kein ganzer Pfad',
    shut: 'etwas, das die Sandbox keinem Befehl öffnet',
  },
  unseen: {
    gone: 'ist nicht mehr da',
    secret: 'kann Schlüssel oder Passwörter enthalten: genannt, nie gezeigt',
    large: 'mehr geändert, als hier gezeigt werden kann',
    unshown: 'geändert; was darin stand oder jetzt steht, lässt sich nicht zeigen',
  },
}
