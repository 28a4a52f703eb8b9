/** The words of engines on other machines. */
export const hosts = {
  states: {
    connecting: 'connecting',
    connected: 'connected',
    lost: 'not connected, trying again',
    over: 'not connected, and not tried again',
  },
  asks: {
    title: (host: string, program: string) => `${host}: ${program} asks`,
    whose: 'Its own words, or those of the machine that it reaches. Nobody has checked them.',
    answer: 'Answer',
    goesTo: (program: string) => `What is typed here goes to ${program} and nowhere else, and is not kept.`,
    send: 'Answer',
    compared: 'I have compared the fingerprint with that of the machine.',
    yes: 'Yes',
    no: 'No',
    waits: 'Nothing is to be typed: it goes on when it has what it waits for.',
  },
  lend: {
    title: 'Lend keys',
    count: (count: number) => (count === 0 ? 'none' : String(count)),
    means:
      'While this window is connected, the engine there may ask these models with the key of this machine, if it has none for the same address. It is never written there, but whoever administers that machine could read it meanwhile.',
    missing: 'no key here',
  },
  ends: 'When Countersign is closed, end there what was begun from here',
  newThere: 'New session on a host',
  host: 'Host',
  folder: 'Folder there',
  folderHint: 'An absolute path of that machine, or ~/…',
  start: 'Start there',
  tryAgain: 'Try again',
  tryAgainOf: (name: string) => `Try again: ${name}`,
  none: 'No host is set up.',
  hidden: 'Kept out of windows.',
  fleet: (name: string) =>
    `Sandboxes of a cluster, each made for a session: on the start page, or by countersign exec --host ${name} --clone REMOTE PROMPT`,
  test: 'Test',
  testOf: (name: string) => `Test: ${name}`,
  testing: 'Testing…',
  answers: (version: string, platform: string, ms: number) =>
    `Version ${version} on ${platform} answers in ${String(ms)} ms`,
  leftOut: (count: number) =>
    count === 1 ? '1 more check is left out.' : `${String(count)} more checks are left out.`,
  checks: { ok: 'ok', warn: 'warning', missing: 'missing' },
  said: 'Words of that machine. Nobody has checked them.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    'It is taken out of config.toml. Nothing is changed there: its sessions go on, what waits waits, and this window shows neither any more.',
  add: 'Add host',
  expected:
    'Countersign of the same version is expected there, as “countersign” on the path of that login. Any other command, and an engine in another place, are for config.toml.',
  name: 'Name',
  via: 'Reached by',
  destination: 'Destination',
  container: 'Container',
  added: (name: string) => `${name} was added.`,
  refused: {
    name: 'Expected a name of at most 48 letters, digits, “-” and “_” that begins with a letter or digit.',
    destination:
      'Expected a destination of letters, digits, “.”, “-” and “_”, such as build1 or me@build1. Anything else is for config.toml.',
    container:
      'Expected the name of a container, of letters, digits, “.”, “-” and “_”. Anything else is for config.toml.',
    unknown: 'There is no such host in config.toml any more.',
    'by-hand': 'Its command was written by hand; expected that it is taken out there.',
    changed: 'config.toml was changed meanwhile, so nothing was written. Try again.',
    taken: (host: string) => `There is a host ${host} already, so nothing was written.`,
    alike: (host: string) => `Expected a name that does not look like that of the host ${host}.`,
    file: 'Nothing was written to config.toml:',
  },
  older: (host: string) => `Older sessions of ${host}`,
  archived: (host: string) => `Archived on ${host}`,
  engine: {
    title: 'Its engine',
    asking: 'Asking…',
    means:
      'What the engine there says of itself. It is changed there, in its config.toml and by countersign config: no window changes it from here. Test says what its machine has.',
    file: 'config.toml there',
    models: 'Models',
    servers: 'MCP servers',
    rules: 'Rules of effects',
    none: 'None',
    leftOut: (count: number) =>
      count === 1 ? '1 more entry is left out.' : `${String(count)} more entries are left out.`,
  },
  search: {
    on: (host: string) => `On ${host}`,
    not: (host: string) => `${host} was not searched.`,
    searching: 'Searching…',
    nothing: (host: string) => `Nothing found on ${host}`,
    further: (host: string) => `Search further on ${host}`,
  },
} as const
