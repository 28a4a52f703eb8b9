import type { Messages } from '../spoken'

/** What a yes means. */
export const offer: Messages['offer'] = {
  runOutside: 'Außerhalb: läuft einmal ohne Sandbox, mit allen eigenen Rechten.',
  run: (limits, plus) => `Nur das: läuft einmal in der Sandbox (${limits})${plus}.`,
  plus: (grants) => ` und darf zusätzlich ${grants}`,
  mayFail: ' Der Agent wollte mehr als das, es kann dort also scheitern.',
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
