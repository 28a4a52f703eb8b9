import type { Messages } from '../spoken'

const begunAnew = { kept: ' und setzt sein Gespräch fort', lost: ' und weiß dann nichts von diesem Gespräch' }

/** What a yes means. */
export const offer = {
  runOutside: 'Außerhalb: läuft einmal ohne Sandbox, mit allen eigenen Rechten.',
  run: (limits: string, plus: string) =>
    `Nur das: läuft einmal in der Sandbox (${limits})${plus === '' ? '' : ` und darf zusätzlich ${plus}`}.`,
  mayFail: ' Der Agent wollte mehr als das, es kann dort also scheitern.',
  stays: (folder: string) => ` (${folder} selbst bleibt, leer)`,
  runAgain: (plus: string) =>
    `Nur das: läuft noch einmal in der Sandbox und darf in diesem Lauf zusätzlich ${plus}.`,
  apply: (limits: string, plus: string) =>
    `Nur das: wendet den Patch einmal in der Sandbox an (${limits})${plus === '' ? '' : ` und darf zusätzlich ${plus}`}.`,
  connect: (grants: string) => `Nur das: darf sich bis zum Ende dieses Laufs ${grants}.`,
  inputOutside: 'Außerhalb: gibt diesen Text dem Prozess, der ohne Sandbox läuft.',
  input: 'Nur das: gibt diesen Text dem Prozess, in seiner Sandbox.',
  call: (tool: string, server: string) =>
    `Nur das: ruft ${tool} von ${server} mit diesen Argumenten auf. Für länger: mit beliebigen Argumenten, solange der Server es beschreibt wie jetzt.`,
  acpAgent: (agent: string) =>
    `Nur das: ${agent} darf es tun. Für länger: genau dasselbe noch einmal, so oft danach gefragt wird.`,
  acpAgentFromNow: (agent: string, plus: string, conversation: 'kept' | 'lost' | undefined) =>
    `Nur das: ab der nächsten Nachricht darf ${agent} ${plus}, solange diese Sitzung offen ist. Der Agent beginnt dafür neu${conversation === undefined ? '' : begunAnew[conversation]}; was verhindert wurde, bleibt ungetan.`,
  acpAgentAgain: (agent: string, plus: string, conversation: 'kept' | 'lost' | undefined) =>
    `Nur das: ${agent} darf es tun und ${plus}, solange diese Sitzung offen ist. Der Agent beginnt dafür sofort neu${conversation === undefined ? '' : begunAnew[conversation]} und soll weitermachen.`,
  serverFromNow: (server: string, plus: string) =>
    `Nur das: der MCP-Server ${server} darf ${plus}, solange diese Sitzung offen ist. Er startet dafür neu; was verhindert wurde, bleibt ungetan.`,
  acpAgentAlways: (agent: string, always: string) =>
    `${agent} nimmt kein Ja für einmal an. Die eigenen Worte dafür: „${always}“; wie weit das reicht, ist in der Sandbox Sache des Agenten.`,
  answer: {
    command: (agent: string) =>
      `Nur das: ${agent} führt es aus, mit allen eigenen Rechten, außerhalb dieser Sandbox. Für länger: genau dieser Befehl in diesem Ordner, wenn ${agent} fragt.`,
    patch: (agent: string) =>
      `Nur das: ${agent} macht diese Änderungen. Für die Sitzung: jede Änderung dieser Dateien, nach der ${agent} dort fragt.`,
    tool: (agent: string) =>
      `Nur das: ${agent} macht diesen Aufruf. Für länger: genau dieser Aufruf in diesem Ordner, wenn ${agent} fragt.`,
  },
  leads: (path: string, real: string) => `${path} führt zu ${real}.`,
  onceOnly: 'Nur für diesen Lauf: ein Teil dessen, was läuft, war nicht lesbar.',
  unreachable: (target: string) => `Genannt wird ${target}; das ist dort ohne Rückfrage nicht erreichbar.`,
} as const satisfies Messages['offer']
