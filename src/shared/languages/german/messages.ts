import { effect } from './messages/effect'
import { fact } from './messages/fact'
import { glance } from './messages/glance'
import { rehearsal } from './messages/rehearsal'
import { ruleReasons, reason } from './messages/rule-reasons'
import { stop } from './messages/stop'
import type { Messages } from '../../messages/spoken'
import type { SpokenLanguage } from '../spoken-language'
import { effectRule } from './messages/effect-rule'
import { hostProblem } from './messages/host-problem'
import { outsideRule } from './messages/outside-rule'
import { replay } from './messages/replay'
import { counting } from './messages/counting'

const { forms } = counting

/** What the system's own boxes, menus and notifications say, in German. */
const native: Messages['native'] = {
  levels: {
    low: 'Niedriges Risiko',
    medium: 'Mittleres Risiko',
    high: 'Hohes Risiko',
    'not-assessed': 'Nicht bewertet',
  },
  session: (title) => `Sitzung: ${title}`,
  command: (text) => `Befehl: ${text}`,
  gives: (what) => `Ein Ja erlaubt: ${what}`,
  doubt: (text) => `Zu bedenken: ${text}`,
  agentAsks: 'Der Agent fragt etwas.',
  asks: (server) => `Der MCP-Server ${server} fragt etwas.`,
  ofHost: {
    asks: (host, program) => `${host}: ${program} fragt`,
    kinds: {
      secret: 'Etwas zum Eintippen, etwa eine Passphrase.',
      confirm: 'Ein Ja oder Nein.',
      note: 'Etwas zu tun, etwa einen Schlüssel zu berühren.',
    },
  },
  turnFailed: 'Die Runde ist gescheitert.',
  turnDone: 'Die Runde ist fertig.',
  turnSaid: (words) => `Der Agent sagt: „${words}“`,
  allowOnce: 'Einmal erlauben',
  deny: 'Ablehnen',
  open: 'Öffnen',
  waiting: forms('1 Anfrage wartet', (count) => `${count} Anfragen warten`, 'Nichts wartet'),
  more: (count) => `${String(count)} weitere im Eingang`,
  tray: { show: 'Countersign öffnen', quit: 'Beenden' },
  close: {
    title: 'Countersign weiterlaufen lassen?',
    message: 'Sitzungen und was wartet gehen im Infobereich weiter, ohne Fenster.',
    waits: forms(
      '1 Anfrage wartet. Das Beenden lehnt sie ab.',
      (count) => `${count} Anfragen warten. Das Beenden lehnt sie ab.`,
    ),
    remember: 'Nicht mehr fragen',
    keep: 'Weiterlaufen lassen',
    quit: 'Beenden',
    cancel: 'Abbrechen',
  },
  quit: { title: 'Countersign beenden?', quit: 'Beenden und ablehnen', cancel: 'Abbrechen' },
  unsandboxed: {
    title: 'Die Fenster laufen ohne Sandbox',
    detail:
      'Countersign wurde mit --no-sandbox gestartet. Was ein Fenster zeigt, kommt von Agenten, Dateien und Servern: Ein Fehler beim Anzeigen reicht dann so weit wie die eigenen Rechte. Befehle von Agenten bleiben in ihrer Sandbox.',
    quit: 'Beenden',
    goOn: 'Ohne fortfahren',
  },
  launcher: {
    title: 'Countersign auch in Terminals verwenden?',
    message: (path) => `Der Befehl countersign kommt nach ${path}. Das Hilfe-Menü nimmt ihn wieder weg.`,
    offPath: (folder) =>
      `${folder} steht noch nicht im PATH dieser Anmeldung: dort eintragen oder neu anmelden.`,
    install: 'Dort ablegen',
    later: 'Nicht jetzt',
    menuInstall: 'Den Befehl countersign in den PATH legen …',
    menuRemove: 'Den Befehl countersign wegnehmen',
    failed: 'Der Befehl countersign konnte nicht geändert werden',
    done: (path) => `Der Befehl liegt unter ${path}.`,
    removed: (path) => `${path} ist weg.`,
  },
  update: {
    title: (version) => `Countersign ${version} ist da`,
    ready: 'Es ist geprüft und kommt beim Beenden herein.',
    elsewhere: 'Es kommt mit den Aktualisierungen des Systems oder von dort, woher dieses kam.',
  },
}

/** Places that are reached over a network, and what listens on this machine. */
const machine: Messages['machine'] = {
  outside: 'ein Server auf diesem Rechner, außerhalb der Sandbox',
  unseen: 'ein Programm, das nicht zu sehen ist',
  runBy: (program, user) => `${program}, gestartet von ${user}`,
  notKnown: 'was dort lauscht, ist nicht bekannt',
  nothing: 'dort lauscht jetzt nichts',
}

/** What policies mean. */
const policies: Messages['policies'] = {
  container: {
    only: 'Der Container ist die einzige Grenze: Was er einbindet, kann geändert werden, sein Netz ist offen.',
    short: 'Nur der Container',
  },
  sandbox: {
    'danger-full-access': 'Voller Zugriff, keine Sandbox',
    'danger-no-network': 'Alle Dateien, kein Netz',
    'read-only': (network) => `Nur lesen, ${network}`,
    'workspace-write': (network) => `Im Arbeitsordner schreiben, ${network}`,
    network: 'mit Netz',
    noNetwork: 'kein Netz',
    noTemporary: ', keine temporären Ordner',
  },
  approval: {
    untrusted: 'Vor allem fragen, was nicht als ungefährlich bekannt ist',
    effects: 'Auf Kopien ausführen; fragen, was den Ordner verlässt oder verloren ist',
    'on-failure': 'In der Sandbox ausführen, fragen, wenn sie einen Befehl stoppt',
    'on-request': 'Fragen, wenn der Agent mehr verlangt oder ein Befehl gefährlich aussieht',
    never: 'Nie fragen; was gestoppt ist, bleibt gestoppt',
    asOnRequest: 'Wie „Bei Bedarf fragen“',
    butRefuse: (names) => `Wie „Bei Bedarf fragen“, aber ohne Rückfrage ablehnen: ${names}`,
  },
}

/** What commands are called. Those that ask for more end in an ellipsis. */
const commands = {
  titles: {
    'session.new': 'Neue Sitzung',
    'settings.open': 'Einstellungen',
    'palette.open': 'Befehl suchen …',
    'inbox.open': 'Eingang',
    'waiting.next': 'Nächste wartende Anfrage',
    'sessions.search': 'Sitzungen suchen',
    'session.next': 'Nächste Sitzung',
    'session.previous': 'Vorige Sitzung',
    'region.next': 'Nächster Teil des Fensters',
    'region.previous': 'Voriger Teil des Fensters',
    'grants.open': 'Erlaubnisse',
    'machine.open': 'Diesen Rechner prüfen',
    'turn.stop': 'Runde anhalten',
    'session.rename': 'Sitzung umbenennen …',
    'session.open-window': 'Sitzung in eigenem Fenster öffnen',
    'session.review': 'Review der Änderungen …',
    'session.side': 'Entscheidungen, Dateien, Plan und Verbrauch',
    'session.compact': 'Gespräch verdichten',
    'session.undo': 'Änderungen der letzten Runde zurücknehmen …',
    'session.redo': 'Zurückgenommenes wiederherstellen …',
    'session.export-markdown': 'Als Markdown exportieren',
    'session.export-html': 'Als HTML exportieren',
    'session.export-json': 'Als JSON exportieren',
    'session.export-rollout': 'Aufzeichnung (JSONL) exportieren',
    'session.archive': 'Sitzung archivieren',
    'session.delete': 'Sitzung löschen …',
    'message.write': 'Nachricht schreiben',
    'message.attach': 'Bilder anhängen …',
    'message.model': 'Modell wählen …',
    'message.effort': 'Aufwand wählen …',
    'message.policy': 'Wählen, wann gefragt wird …',
    'message.sandbox': 'Sandbox wählen …',
    'transcript.search': 'In diesem Verlauf suchen',
    'rail.toggle': 'Sitzungsliste zeigen oder verbergen',
    'shortcuts.open': 'Tastenkürzel',
    'news.open': 'Was ist neu',
    'demo.run': 'Demo starten',
  },
  groups: {
    file: 'Datei',
    go: 'Gehe zu',
    session: 'Sitzung',
    message: 'Nachricht',
    view: 'Ansicht',
    help: 'Hilfe',
  },
} as const satisfies Messages['commands']

/** Numbers, sizes and lists. */
const amounts: Messages['amounts'] = {
  counting,
  file: { one: 'Datei', other: 'Dateien' },
  byte: { one: 'Byte', other: 'Byte' },
  and: ' und ',
  more: (count) => ` und ${String(count)} weitere`,
  git: {
    untracked: (count) => `${count} unversioniert`,
    modified: (count) => `${count} geändert`,
    tracked: (count) => `${count} im Commit oder vorgemerkt`,
    ignored: (count) => `${count} ignoriert`,
    none: 'keine Dateien',
    notAll: ', nicht alle angesehen',
  },
}

/** Taking back what a turn, or a run outside the folder, changed. */
const restore: Messages['restore'] = {
  files: forms('1 Datei', (count) => `${count} Dateien`),
  run: (title) => `„${title}“`,
  turn: (turnNumber) => `Runde ${turnNumber}`,
  outside: ' außerhalb des Ordners',
  undo: (what, where, files) => `Änderungen von ${what}${where} zurückgenommen: ${files} wie davor.`,
  redo: (what, where, files) => `Änderungen von ${what}${where} wiederhergestellt: ${files} wie danach.`,
  left: (paths) => ` Inzwischen geändert und so gelassen: ${paths}.`,
  unkept: (paths) => ` So gelassen, weil für das Zurücknehmen nicht aufbewahrt: ${paths}.`,
  ownersAlone: (paths) =>
    ` Nur noch für den Eigentümer, weil sich andere Rechte nicht zurückgeben ließen: ${paths}.`,
  turns: forms(
    'Gespräch um eine Runde zurückgesetzt',
    (count) => `Gespräch um ${count} Runden zurückgesetzt`,
  ),
  filesStay: '; Dateien bleiben, wie sie sind.',
  andFiles: (files) => `, dazu ${files} im Ordner.`,
  undoable: (files) => `Außerhalb des Ordners ${files} geändert; das lässt sich zurücknehmen.`,
  notUndoable: (path, why) => `${path} lässt sich nicht zurücknehmen: ${why}.`,
  moreNotUndoable: (count) => `Ebenso ${String(count)} weitere.`,
  why: {
    'too-large': 'zu groß',
    special: 'weder Datei noch Ordner noch Verknüpfung',
    unreadable: 'nicht lesbar',
    attributes: 'mit Zugriffsliste oder Attributen, die eine Kopie verlöre',
    unavailable: 'hier ließ sich keine Kopie aufheben',
  },
}

/** What a session is doing, in a few words. What is put in is text of others. */
const activity = {
  running: (what: string) => `Führt aus: ${what}`,
  changing: (files: string) => `Ändert ${files} Dateien`,
  changingOne: 'Ändert 1 Datei',
  using: (tool: string, server: string) => `Benutzt ${tool} von ${server}`,
  searching: 'Sucht im Web',
  reviewing: 'Sieht durch',
  starting: (agent: string) => `Startet den Agenten ${agent}`,
  thinking: 'Denkt nach',
  agentAsks: 'Der Agent fragt etwas',
  asks: (server: string) => `${server} fragt etwas`,
  writing: 'Schreibt',
  room: 'Verdichtet das Gespräch',
  waiting: 'Wartet auf das Modell',
} as const satisfies Messages['activity']

/** What a run did, beside what was shown before the yes to it. */
const promise: Messages['promise'] = {
  did: {
    created: (path) => `${path} angelegt`,
    changed: (path) => `${path} geändert`,
    deleted: (path) => `${path} gelöscht`,
  },
  tried: (hosts) => `${hosts} angesprochen`,
  others: forms('1 weitere Änderung', (count) => `${count} weitere Änderungen`),
  kept: {
    rehearsal: 'Hat getan, was gezeigt war.',
    facts: 'Nichts geändert, was nicht erlaubt war.',
  },
  stays: (folders) => `${folders} selbst bleibt, wie bei der Erlaubnis gesagt`,
  part: 'Was angesehen wurde, ist wie gezeigt; alles anzusehen war zu viel.',
  notWatched:
    'Nicht beobachtet: lief außerhalb der Sandbox. Nur das Genannte wurde angesehen, und ist wie gezeigt.',
  more: (list) => `Hat mehr getan als gezeigt: ${list}.`,
  suspended: 'Die Erlaubnis ruht und fragt wieder.',
  asksAgain: (list) =>
    `Eine frühere Erlaubnis ruht, denn ein Lauf damit hat mehr getan als gezeigt: ${list}.`,
}

/** Grants: "in build und darunter schreiben". `more`: how many follow after those that are listed. */
const grant: Messages['grant'] = {
  write: {
    file: (path) => `nach ${path} schreiben`,
    tree: (path) => `in ${path} und darunter schreiben`,
    entry: (path) => `${path} anlegen, verschieben oder löschen`,
  },
  read: (path) => `${path} lesen, wo Schlüssel liegen`,
  connect: (place) => `mit ${place} verbinden`,
  set: (settings, path) => `in ${path} ${settings} setzen, und sonst nichts dort`,
  setting: (name, value) => `${name} auf ${value}`,
  nothing: 'nichts',
  unsandboxed: 'ohne Sandbox laufen',
  more: (count) => ` und ${String(count)} weitere`,
  entries: (count, folder) =>
    `genau diese ${String(count)} Einträge von ${folder} anlegen, verschieben oder löschen`,
}

/** Where checks, model and agent differ, why there is no level, and who asks. */
const assessment: Messages['assessment'] = {
  levels: { low: 'niedrig', medium: 'mittel', high: 'hoch' },
  claims: {
    'read-only': 'nur lesend',
    'only-reads': 'liest nur',
    'no-changes': 'keine Änderungen',
    safe: 'ungefährlich',
  },
  modelHigher: (model, floor) => `Das Modell sagt ${model}; die Prüfungen allein sagen ${floor}.`,
  modelLower: (model, floor) => `Das Modell sagt ${model}, aber die Untergrenze ${floor} bleibt`,
  claim: (claim, found) => `Der Agent sagt „${claim}“, aber ${found}`,
  found: (proof) => `Countersign fand: ${proof}`,
  checks: (level) => `die Prüfungen sagen ${level}`,
  nothing: 'nichts davon',
  missing: {
    waiting: 'keine Regel trifft zu, und das Modell hat noch nicht geantwortet',
    success: 'keine Regel trifft zu',
    parse_error: (why) => `keine Regel trifft zu, und die Antwort des Modells ist nicht lesbar: ${why}`,
    no_output: 'keine Regel trifft zu, und das Modell gab keine Antwort',
    model_error: (why) => `keine Regel trifft zu, und das Modell scheiterte: ${why}`,
    timeout: (seconds) => `keine Regel trifft zu, und das Modell antwortete nicht in ${String(seconds)} s`,
    cancelled: 'keine Regel trifft zu, und die Anfrage war vorbei, ehe das Modell antwortete',
    disabled: (why) => `keine Regel trifft zu, und kein Modell wurde gefragt: ${why}`,
  },
  remoteRun: (program, folder, pid) =>
    `Von „${program}“ in „${folder}“ (Prozess ${String(pid)}), außerhalb dieses Fensters.`,
  askedAtDesk: (agent, session) =>
    `${agent} fragt, in der eigenen Sitzung „${session}“, außerhalb dieser Sandbox.`,
  refusedAtDesk: 'Der eigene Prüfer hat dies abgelehnt und nennt keinen Grund.',
  refusedAtDeskSaying: (reason) => `Der eigene Prüfer hat dies abgelehnt und sagt: „${reason}“.`,
  askedBy: (child, parent) => `Gefragt vom Agenten „${child}“ von „${parent}“.`,
}

/** What a yes means. */
const offer: Messages['offer'] = {
  runOutside: 'Außerhalb: läuft einmal ohne Sandbox, mit allen eigenen Rechten.',
  run: (limits, plus) => `Nur das: läuft einmal in der Sandbox (${limits})${plus}.`,
  plus: (grants) => ` und darf zusätzlich ${grants}`,
  mayFail: ' Der Agent wollte mehr als das, es kann dort also scheitern.',
  lacks: ' Nicht alles, was es tut, lässt sich geben; dort wird es also wieder angehalten.',
  stays: (folder) => ` (${folder} selbst bleibt, leer)`,
  runAgain: (plus) => `Nur das: läuft noch einmal in der Sandbox und darf in diesem Lauf zusätzlich ${plus}.`,
  apply: (limits, plus) => `Nur das: wendet den Patch einmal in der Sandbox an (${limits})${plus}.`,
  connect: (grants) => `Nur das: darf sich bis zum Ende dieses Laufs ${grants}.`,
  inputOutside: 'Außerhalb: gibt diesen Text dem Prozess, der ohne Sandbox läuft.',
  input: 'Nur das: gibt diesen Text dem Prozess, in seiner Sandbox.',
  call: (tool, server) =>
    `Nur das: ruft ${tool} von ${server} mit diesen Argumenten auf. Für länger: mit beliebigen Argumenten, solange der Server es beschreibt wie jetzt.`,
  acpAgent: (agent) =>
    `Nur das: ${agent} darf es tun. Für länger: genau dasselbe noch einmal, so oft danach gefragt wird.`,
  acpAgentFromNow: (agent, plus, anew) =>
    `Nur das: ab der nächsten Nachricht darf ${agent} ${plus}, solange diese Sitzung offen ist. Der Agent beginnt dafür neu${anew}; was verhindert wurde, bleibt ungetan.`,
  acpAgentAgain: (agent, plus, anew) =>
    `Nur das: ${agent} darf es tun und ${plus}, solange diese Sitzung offen ist. Der Agent beginnt dafür sofort neu${anew} und soll weitermachen.`,
  begunAnew: { kept: ' und setzt sein Gespräch fort', lost: ' und weiß dann nichts von diesem Gespräch' },
  serverFromNow: (server, plus) =>
    `Nur das: der MCP-Server ${server} darf ${plus}, solange diese Sitzung offen ist. Er startet dafür neu; was verhindert wurde, bleibt ungetan.`,
  acpAgentAlways: (agent, always) =>
    `${agent} nimmt kein Ja für einmal an. Die eigenen Worte dafür: „${always}“; wie weit das reicht, ist in der Sandbox Sache des Agenten.`,
  answer: {
    command: (agent) =>
      `Nur das: ${agent} führt es aus, mit allen eigenen Rechten, außerhalb dieser Sandbox. Für länger: genau dieser Befehl in diesem Ordner, wenn ${agent} fragt.`,
    patch: (agent) =>
      `Nur das: ${agent} macht diese Änderungen. Für die Sitzung: jede Änderung dieser Dateien, nach der ${agent} dort fragt.`,
    tool: (agent) =>
      `Nur das: ${agent} macht diesen Aufruf. Für länger: genau dieser Aufruf in diesem Ordner, wenn ${agent} fragt.`,
  },
  answerAgain: (agent) =>
    `Nur das: ${agent} erfährt, dass ein neuer Versuch möglich ist, und genau dieser Aufruf geht durch, einmal und binnen 5 Minuten, mit allen eigenen Rechten, außerhalb dieser Sandbox. Nach jedem anderen wird wie sonst gefragt.`,
  leads: (path, real) => `${path} führt zu ${real}.`,
  onceOnly: 'Nur für diesen Lauf: ein Teil dessen, was läuft, war nicht lesbar.',
  unreachable: (target) => `Genannt wird ${target}; das ist dort ohne Rückfrage nicht erreichbar.`,
}

/** What is said of what is asked. */
export const messages: SpokenLanguage['messages'] = {
  activity,
  amounts,
  assessment,
  commands,
  effect,
  effectRule,
  fact,
  glance,
  grant,
  machine,
  native,
  offer,
  outsideRule,
  policies,
  promise,
  reason,
  rehearsal,
  hostProblem,
  replay,
  restore,
  ruleReasons,
  stop,
}
