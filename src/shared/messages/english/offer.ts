/** What a yes means. */
export const offer = {
  runOutside: 'Outside: runs once without the sandbox, with everything you may do.',
  run: (limits: string, plus: string) => `Only this: runs once inside the sandbox (${limits})${plus}.`,
  plus: (grants: string) => `, plus ${grants}`,
  mayFail: ' The agent asked for more than that, so it may fail there.',
  stays: (folder: string) => ` (${folder} itself stays, empty)`,
  runAgain: (plus: string) => `Only this: runs again inside the sandbox, plus ${plus}, for this run.`,
  apply: (limits: string, plus: string) =>
    `Only this: applies the patch once inside the sandbox (${limits})${plus}.`,
  connect: (grants: string) => `Only this: may ${grants}, until this run ends.`,
  inputOutside: 'Outside: gives this text to the process, which runs without the sandbox.',
  input: 'Only this: gives this text to the process, inside its sandbox.',
  call: (tool: string, server: string) =>
    `Only this: calls ${tool} of ${server} with these arguments. For longer: with any arguments, while the server describes it as it does now.`,
  acpAgent: (agent: string) =>
    `Only this: ${agent} may do it. For longer: the very same again, as often as it asks for it.`,
  acpAgentFromNow: (agent: string, plus: string, anew: string) =>
    `Only this: from your next message on ${agent} may ${plus}, while this session is open. It is begun anew for that${anew}; what was stopped stays undone.`,
  acpAgentAgain: (agent: string, plus: string, anew: string) =>
    `Only this: ${agent} may do it, and may ${plus}, while this session is open. It is begun anew for that at once${anew}, and is told to go on.`,
  begunAnew: { kept: ' and takes its conversation up', lost: ' and knows nothing of this conversation then' },
  serverFromNow: (server: string, plus: string) =>
    `Only this: the MCP server ${server} may ${plus}, while this session is open. It is started again for that; what was stopped stays undone.`,
  acpAgentAlways: (agent: string, always: string) =>
    `${agent} takes no yes for once. Its own words for this one: “${always}”; how far it goes is its affair, inside the sandbox.`,
  answer: {
    command: (agent: string) =>
      `Only this: ${agent} runs it, with everything you may do, outside this sandbox. For longer: this very command in this folder, when ${agent} asks.`,
    patch: (agent: string) =>
      `Only this: ${agent} makes these changes. For its session: any change of these files that it asks for.`,
    tool: (agent: string) =>
      `Only this: ${agent} makes this call. For longer: this very call in this folder, when ${agent} asks.`,
  },
  answerAgain: (agent: string) =>
    `Only this: ${agent} may try just this call again, once and within 5 minutes, with everything you may do, outside this sandbox. Any other is asked about.`,
  leads: (path: string, real: string) => `${path} leads to ${real}.`,
  onceOnly: 'For this run only: a part of what it runs could not be read.',
  unreachable: (target: string) => `It names ${target}, which it cannot reach there unasked.`,
} as const
