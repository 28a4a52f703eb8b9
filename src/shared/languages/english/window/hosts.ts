/** The words of engines on other machines. */
export const hosts = {
  states: {
    connecting: 'connecting',
    connected: 'connected',
    lost: 'not connected, trying again',
    over: 'not connected, and not tried again',
  },
  none: 'No host is set up. One is a command that carries standard input and output to a machine with Countersign on it.',
  test: 'Test',
  testOf: (name: string) => `Test: ${name}`,
  testing: 'Testing…',
  answers: (version: string, platform: string, ms: number) =>
    `Version ${version} on ${platform} answers in ${String(ms)} ms`,
  missing: (what: string) => `Missing there: ${what}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  add: 'Add host',
  name: 'Name',
  nameHint: 'At most 48 letters, digits, “-” and “_”.',
  command: 'Command',
  commandHint: 'What reaches it, such as: ssh build1',
  engine: 'Engine there',
  engineHint: 'Its name or absolute path; empty: countersign',
  taken: 'There is a host of this name, or of one that looks like it.',
  notWords: 'A command begins with a program; a word with spaces stands in quotes.',
} as const
