import type { RareMessages } from '../../../messages/spoken'

/** Warum die Engine eines Hosts nicht zu haben ist. */
export const hostProblem: RareMessages['hostProblem'] = {
  ends: {
    exit: (code) => `der Befehl endete mit dem Exitcode ${code}`,
    signal: (signal) => `der Befehl wurde durch ${signal} beendet`,
    'not-started': (program, code) => `der Befehl ${program} ließ sich nicht starten (${code})`,
    ended: 'der Befehl ist zu Ende',
    output: 'seine Ausgabe ist zu Ende',
    'cut-off': 'die Verbindung ist abgerissen',
  },
  early: (end) => `${end}, bevor eine Engine geantwortet hat`,
  version: (there, expected) => `dort läuft Version ${there}; erwartet wird ${expected}`,
  protocol: (version, protocol) => `${version} (Protokoll ${protocol})`,
  'no-answer': (seconds) => `innerhalb von ${seconds} s hat keine Engine geantwortet`,
  late: (seconds) => `seine Engine hat nicht innerhalb von ${seconds} s geantwortet`,
  banner: (kilobytes) => `er sagt mehr als ${kilobytes} KB, und keine Engine antwortet`,
  form: 'seine Engine hält sich nicht an die Form',
  broken: (what) => `er hält sich nicht an die Form: ${what}`,
  brokenBy: {
    acknowledged: 'er bestätigt, was nie gesendet wurde',
    missing: 'Nachrichten fehlen',
    message: 'eine Nachricht hat eine andere Form',
    request: 'eine Anfrage hat eine andere Form',
    body: 'was er meldet, hat eine andere Form',
    unasked: 'er beantwortet, was nicht gefragt war',
    id: 'er benennt etwas, wie es keine Engine tut',
    sessions: 'er hat mehr Sitzungen, als es geben kann',
    waiting: 'er fragt mehr, als gezeigt werden kann',
    changed: 'er fragt etwas anderes als zuvor',
    answer: (channel) => `seine Antwort auf ${channel} hat eine andere Form`,
  },
  half: 'er brach mitten in einer Nachricht ab',
  'too-long': 'er hat eine zu lange Nachricht gesendet',
  silent: 'er sagt nichts mehr',
  'line-lost': 'die Verbindung ging verloren, und was aus dem Gefragten wurde, ist nicht bekannt',
  left: 'er wurde verlassen',
  stopped: 'es wurde abgebrochen',
  replaced: 'die Engine dort wurde beendet, mit allem, was in ihr lief',
  unanswered: 'was er gefragt hat, blieb ohne Antwort',
  'nobody-asked': 'er fragt etwas, und hier kann niemand gefragt werden',
  update: (host) =>
    `Auf beiden Rechnern wird dieselbe Version erwartet: countersign hosts install ${host} bringt diese dorthin.`,
  remedies: {
    'no-answer': 'Kommt der Befehl allein durch, und wartet er auf eine Antwort?',
    early: 'Dort wird die Engine erwartet; siehe docs/hosts.md.',
    'nobody-asked':
      'Erwartet wird ein Terminal, oder der Schlüssel in einem Agenten (ssh-add) und ein bekannter Host: einmal in einem Terminal verbinden.',
    replaced: 'Womit es weitergehen kann, ist dort aufgezeichnet: exec --resume ID.',
  },
}
