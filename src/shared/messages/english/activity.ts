/** What a session is doing, in a few words. What is put in is text of others. */
export const activity = {
  running: (what: string) => `Running ${what}`,
  changing: (files: string) => `Changing ${files} files`,
  changingOne: 'Changing 1 file',
  using: (tool: string, server: string) => `Using ${tool} of ${server}`,
  searching: 'Searching the web',
  reviewing: 'Reviewing',
  starting: (agent: string) => `Starting the agent ${agent}`,
  thinking: 'Thinking',
  agentAsks: 'The agent asks you something',
  asks: (server: string) => `${server} asks you something`,
  writing: 'Writing',
  room: 'Making room in the conversation',
  waiting: 'Waiting for the model',
} as const
