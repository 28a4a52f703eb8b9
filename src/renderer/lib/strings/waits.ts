/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Thinking',
  writing: 'Writing',
  waiting: 'Waiting',
  running: 'Running',
  reviewing: 'Reviewing',
  changing: 'Changing files',
  model: (model: string) => `Waits for ${model}.`,
  room: 'The conversation is being compacted.',
  again: (model: string, attempt: number) => `Asks ${model} again, attempt ${String(attempt)}.`,
  decision: (count: number) =>
    count === 1 ? 'Waiting for your decision' : `Waiting for ${String(count)} decisions of yours`,
  answer: (server: string | undefined) => `For your answer to ${server ?? 'the agent'}.`,
  server: (server: string, tool: string) => `For ${tool} of the server ${server}.`,
  agents: (model: string, names: readonly string[]) =>
    `Waits for ${model}, or for ${names.length === 1 ? 'the agent' : 'the agents'} ${names.join(', ')}.`,
} as const
