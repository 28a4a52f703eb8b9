/** The words of the window round its pages. */
export const frame = {
  app: {
    name: 'Countersign',
    waiting: (n: number) => `${String(n)} waiting`,
    regions: { rail: 'Sessions', transcript: 'Transcript', composer: 'Message' },
  },
  button: {
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not copied',
    checkAgain: 'Check again',
    dismiss: 'Dismiss',
  },
  connection: {
    connecting: 'Connecting to the engine…',
    notConnected: 'The engine is not connected.',
    lostTitle: 'The engine stopped',
    lostText: 'Or it cannot be reached. Nothing can be answered until it is back. Your drafts are kept.',
    connectAgain: 'Connect again',
    refusedTitle: 'This address needs the link that countersign serve printed.',
    refusedText: 'Open that link in this browser. It holds a token that is valid once.',
    failedTitle: 'The engine did not answer',
  },
  rail: {
    inbox: 'Inbox',
    newSession: 'New session',
    search: 'Search sessions',
    found: (n: number) => (n === 0 ? 'Nothing found' : n === 1 ? '1 session' : `${String(n)} sessions`),
    older: 'Show older sessions',
    open: 'Sessions',
    close: 'Close the session list',
    needsYou: 'Needs you',
    running: 'Running',
    done: 'Done',
    requests: (n: number, notAssessed: number) =>
      notAssessed === 0
        ? `${String(n)} requests`
        : `${String(n)} requests, ${String(notAssessed)} not assessed`,
    ended: { done: 'Done', idle: 'No turn yet', interrupted: 'Interrupted', failed: 'Failed' },
    runningLabel: 'Running',
    unconfined: 'No sandbox in this session',
    sandboxOn: (backend: string) => `Sandbox on: ${backend}`,
    sandboxOff: 'No sandbox',
    doctor: 'Check this machine',
    grants: 'Grants',
    settings: 'Settings, grants and this machine',
    preferences: 'Settings',
  },
  bar: { stopTurn: 'Stop turn', branch: 'Branch', model: 'Model', sandbox: 'Sandbox policy', demo: 'demo' },
} as const
