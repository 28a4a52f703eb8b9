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
  install: (host) =>
    `Dort wird die Engine erwartet: countersign hosts install ${host} bringt sie dorthin; siehe docs/hosts.md.`,
  fleet: {
    doing: {
      ask: 'Eine Sandbox ließ sich nicht anfordern',
      template: 'Die Vorlage ist nicht zu sehen',
      pools: 'Die Warm Pools sind nicht zu sehen',
      cluster: 'Der Cluster ist nicht zu sehen',
      sandbox: 'Die Sandbox ist nicht zu sehen',
      list: 'Sandboxes lassen sich nicht suchen',
      wait: 'Auf die Sandbox lässt sich nicht warten',
      hold: 'Dem Cluster ließ sich nicht sagen, dass die Sandbox benutzt wird',
      remember: 'Dem Cluster ließ sich nicht sagen, womit die Arbeit beginnt',
      delete: 'Die Sandbox ließ sich nicht löschen',
    },
    refusals: {
      context: (context) =>
        `die kubeconfig hat keinen Kontext ${context}; erwartet wird einer, den „kubectl config get-contexts“ nennt.`,
      forbidden: (namespace) =>
        `im Namespace ${namespace} fehlt das Recht dazu; docs/hosts.md nennt die nötigen Rechte.`,
      unauthorized:
        'der Cluster erkennt die Anmeldung nicht an; erwartet wird, dass „kubectl get pods“ mit diesem Kontext geht.',
      unreachable: 'der Cluster ist nicht zu erreichen.',
      'no-agent-sandbox':
        'der Cluster hat kein agent-sandbox; erwartet werden dort die Manifeste von https://github.com/kubernetes-sigs/agent-sandbox.',
      exit: (code) => `kubectl endete mit dem Exitcode ${code}.`,
      ended: 'kubectl wurde beendet.',
      form: 'was der Cluster sagt, hat eine andere Form.',
    },
    'no-kubectl': (code) =>
      `kubectl ließ sich nicht starten (${code}); erwartet wird es im Pfad: https://kubernetes.io/docs/tasks/tools/`,
    late: (seconds) => `kubectl ist nach ${seconds} s noch nicht zu Ende.`,
    'too-much': (megabytes) => `kubectl sagt mehr als ${megabytes} MB.`,
    SandboxTemplate: (template, namespace) =>
      `im Namespace ${namespace} gibt es kein SandboxTemplate ${template}.`,
    PodTemplate: (template, namespace) =>
      `im Namespace ${namespace} gibt es kein PodTemplate ${template} (der Cluster hat keine SandboxTemplates).`,
    'no-pool': (template, namespace) =>
      `kein SandboxWarmPool in ${namespace} nennt die Vorlage ${template}, und angefordert wird aus einem Pool; erwartet wird einer, mit „replicas: 0“, wo keine bereitstehen soll.`,
    'not-ready': (seconds, told) =>
      `innerhalb von ${seconds} s war keine Sandbox bereit, und sie wurde wieder gelöscht (${told}). Wie lange gewartet wird, sagt ready_seconds des Eintrags.`,
    nothing: 'nichts wird dazu gesagt',
    'never-ready': (reason) => `sie wird nicht bereit (${reason}) und wurde wieder gelöscht.`,
    'not-workable': (sandbox, reason) =>
      `in der Sandbox ${sandbox} kann jetzt nicht gearbeitet werden (${reason}).`,
    gone: (sandbox) => `die eigene Sandbox ${sandbox} gibt es nicht mehr, und was in ihr war, auch nicht.`,
    stopped: 'Es wurde abgebrochen.',
    deleted: 'jemand hat sie inzwischen gelöscht.',
    'no-pod': 'der Cluster nennt keinen Pod dafür.',
    clone: 'das Repository ließ sich dort nicht klonen; erwartet werden sh und git im Image der Vorlage.',
    send: 'der Ordner ließ sich nicht senden; erwartet werden sh und tar im Image der Vorlage.',
    'no-folder': 'die Arbeit kam dort nicht an: Kein Ordner wurde genannt.',
    'no-look': 'was dort geändert wurde, ist nicht zu sehen; erwartet wird git im Image der Vorlage.',
  },
  remedies: {
    'no-answer': 'Kommt der Befehl allein durch, und wartet er auf eine Antwort?',
    early: 'Dort wird die Engine erwartet; siehe docs/hosts.md.',
    unreached:
      'Der Befehl kommt nicht durch: Was er dazu sagt, steht dabei. Einmal allein versuchen, mit true dahinter.',
    'not-started':
      'Als erstes Wort von command in config.toml wird ein Programm dieses Rechners erwartet, jedes weitere Wort für sich: ["ssh", "build1"].',
    'nobody-asked':
      'Erwartet wird ein Terminal, oder der Schlüssel in einem Agenten (ssh-add) und ein bekannter Host: einmal in einem Terminal verbinden.',
    replaced: 'Womit es weitergehen kann, ist dort aufgezeichnet: exec --resume ID.',
  },
}
