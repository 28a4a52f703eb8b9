/** The words of a question that an MCP server asks while its tool runs; without a server the agent asks. */
export const question = {
  title: (server: string | undefined, tool: string) =>
    server === undefined
      ? 'The agent asks you something'
      : `${server} asks you something, for its tool ${tool}`,
  kind: 'Question',
  notApproval: 'Not an approval: your answer allows nothing.',
  says: (server: string | undefined) => (server === undefined ? 'The agent says' : 'The server says'),
  saysOf: (server: string | undefined) =>
    `Words of ${server === undefined ? 'the agent' : `the server ${server}`}. Nobody has checked them.`,
  form: 'Your answer',
  address: 'Address',
  host: 'Host',
  plain: 'Not encrypted: others on the way can read and change it (http).',
  another: 'Another answer:',
  goesTo: (server: string | undefined) =>
    server === undefined
      ? 'What you fill in goes to the agent and its model as it stands, and is put on record with what else the model was told.'
      : `What you fill in goes to ${server} as it stands. It is not put on record; the agent learns what the server makes of it.`,
  visited: 'Countersign does not fetch this address. It opens in your browser, and only when you press Open.',
  secret:
    'This asks for what looks like a secret. Servers must not ask for secrets in a form: leave it, unless you know why it wants it.',
  optional: 'optional',
  suggested: 'Filled in by the server.',
  yes: 'Yes',
  no: 'No',
  unset: 'Not answered',
  expected: (what: string) => `Expected ${what}.`,
  open: 'Open in browser',
  send: 'Send answer',
  done: 'I have done it',
  decline: 'Decline',
  cancel: 'Cancel',
  keyNamed: (key: string) => `Field ${key}`,
  position: (at: number, of: number) => `${String(at)} of ${String(of)}`,
  inboxGroup: 'Questions of servers and agents',
  closed: (server: string | undefined, how: string) =>
    `${server ?? 'The agent'} asked you something: ${how}.`,
  ended: {
    accept: 'answered',
    decline: 'declined',
    cancel: 'cancelled',
    withdrawn: 'withdrawn, its call was over',
  },
} as const
