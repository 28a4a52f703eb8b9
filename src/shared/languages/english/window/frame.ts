import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of the window round its pages. */
export const frame = {
  app: {
    name: 'Countersign',
    waiting: (n: number) => `${number(n)} waiting`,
    ago: (age: string) => `${age} ago`,
    onDay: (day: string) => `on ${day}`,
    regions: { rail: 'Sessions', transcript: 'Transcript', composer: 'Message' },
  },
  button: {
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not copied',
    checkAgain: 'Check again',
    dismiss: 'Dismiss',
    setKey: 'Set key',
    providers: 'Providers',
  },
  /** Said when one comes, wherever the person is. */
  arrival: {
    request: (level: string, session: string) =>
      `Approval needed, ${level.toLowerCase()}, session ${session}`,
    /** Of one that waits. */
    level: (level: string, session: string) => `Now ${level.toLowerCase()}, session ${session}`,
    question: (server: string | undefined, tool: string) =>
      server === undefined
        ? 'The agent asks you something'
        : `${server} asks you something, for its tool ${tool}`,
  },
  /** What stands on the keys where they are no Mac's. */
  keycaps: { Mod: 'Ctrl', Shift: 'Shift' },
  connection: {
    connecting: 'Connecting to the engine…',
    notConnected: 'The engine is not connected.',
    lostTitle: 'The engine stopped',
    lostText: 'Or it cannot be reached. Nothing can be answered until it is back. Your drafts are kept.',
    connectAgain: 'Connect again',
    refusedTitle: 'This address needs the link that countersign serve printed.',
    refusedText: 'Open that link in this browser. It holds a token that is valid once.',
    failedTitle: 'The engine did not answer',
    tooLarge: 'This is too large for the connection of a browser. Nothing was sent.',
  },
  rail: {
    inbox: 'Inbox',
    newSession: 'New session',
    search: 'Search sessions',
    found: (n: number) =>
      n === 0 ? 'No session has this title' : n === 1 ? '1 session' : `${number(n)} sessions`,
    older: 'Show older sessions',
    open: 'Sessions',
    allSessions: 'Show all sessions in this window',
    close: 'Close the session list',
    needsYou: 'Needs you',
    running: 'Running',
    fresh: 'Not begun',
    done: 'Done',
    requests: (n: number, notAssessed: number) =>
      notAssessed === 0
        ? `${number(n)} requests`
        : `${number(n)} requests, ${String(notAssessed)} not assessed`,
    ended: { done: 'Done', idle: 'No turn yet', interrupted: 'Interrupted', failed: 'Failed' },
    runningLabel: 'Running',
    forked: 'Goes on from another session',
    unconfined: 'No sandbox in this session',
    sandboxOn: (backend: string) => `Sandbox on: ${backend}`,
    sandboxOff: 'No sandbox',
    onHost: 'On the host',
    sandboxUnknown: 'Sandbox: not connected',
    doctor: 'Check this machine',
    past: 'The past',
    grants: 'Grants',
    settings: 'Settings, grants and this machine',
    preferences: 'Settings',
  },
  part: {
    failed: 'This part of the window could not be loaded. The program may have been updated meanwhile.',
    reload: 'Load the window again',
  },
  bar: {
    backTo: (title: string) => `Back to ${title}`,
    stopTurn: 'Stop turn',
    branch: 'Branch',
    model: 'Model',
    agent: 'Agent',
    sandbox: 'Sandbox policy',
    demo: 'demo',
  },
} as const

/** The words of the inbox. */
export const inbox = {
  title: 'Inbox',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} to decide in ${sessions === 1 ? '1 session' : `${String(sessions)} sessions`}`,
  list: 'Waiting for you',
  nothingWaits: 'Nothing waits.',
  emptyTitle: 'Nothing waits for you',
  emptyText: 'A request appears here, and in its session, the moment it is made.',
  kinds: { command: 'Command', connection: 'Connection', patch: 'Patch', input: 'Input', tool: 'Tool' },
  byRemoteRun: (program: string) => `from ${program}`,
  byAgent: (name: string) => `agent ${name}`,
  ownAgent: 'Countersign',
  counts: {
    title: (days: number) => `Decisions in the last ${String(days)} days`,
    asked: (count: number, ends: string) =>
      `Asked ${number(count)} ${count === 1 ? 'time' : 'times'}: ${ends}.`,
    allowed: (count: number) => `${number(count)} allowed`,
    changed: (count: number) => `${number(count)} edited`,
    denied: (count: number) => `${number(count)} denied`,
    withdrawn: (count: number) => `${number(count)} not answered`,
    people: (count: number, median: string, longest: string) =>
      count === 1
        ? `A person answered 1, within ${longest}.`
        : `People answered ${number(count)}, half of them within ${median}, all within ${longest}.`,
  },
  order: 'By level, then age',
  boundary: {
    sandbox: 'stopped by the sandbox',
    network: 'waits for a host',
    'approval-policy': 'asked by the policy',
    'missing-sandbox': 'no sandbox',
    escalation: 'asked by the agent',
  },
} as const
