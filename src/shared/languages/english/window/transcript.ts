/** The words of a session's record. */
export const transcript = {
  empty: 'No message yet. Write what the agent should do.',
  opening: 'Reading the record…',
  toEnd: 'To the end',
  earlier: 'Show earlier turns',
  showBetween: (characters: number) => `Show the ${characters.toLocaleString('en-GB')} characters between`,
  command: 'Command',
  commandRunning: 'Command, running',
  stillRunning: 'Still running',
  noLongerRunning: 'No longer running',
  keptRunning: 'stays beyond its turn',
  showOutput: (command: string) => `Output of ${command}`,
  nothingPrinted: 'Nothing printed yet.',
  runsOutside: 'outside the sandbox',
  stop: 'Stop',
  hasEnded: 'Ended',
  listensOn: (port: number) => `Listens on port ${String(port)}`,
  openInBrowser: 'Open in browser',
  openToAll: 'While it is open, every program and user of this machine reaches it.',
  openPort: (port: number) => `Open in browser: port ${String(port)}`,
  stopProcess: (command: string) => `Stop ${command}`,
  commandWaiting: 'Command, waiting for your decision',
  waiting: 'Waiting for your decision',
  collapse: 'Hide the output',
  expand: 'Show the output',
  dropped: (lines: number) =>
    `${lines === 1 ? '1 earlier line is' : `${lines.toLocaleString('en-GB')} earlier lines are`} not shown here.`,
  omitted: (bytes: number) => `${bytes.toLocaleString('en-GB')} bytes were left out of the middle.`,
  summary: {
    read: (name: string) => `Read ${name}`,
    listed: (path: string) => (path === '' ? 'List the folder' : `List ${path}`),
    searched: (query: string, path: string) =>
      query === ''
        ? `List the files${path === '' ? '' : ` in ${path}`}`
        : `Search “${query}”${path === '' ? '' : ` in ${path}`}`,
  },
  showEarlier: (count: number) =>
    count === 1 ? 'Show the first attempt' : `Show the ${String(count)} attempts before`,
  hideEarlier: (count: number) =>
    count === 1 ? 'Hide the first attempt' : `Hide the ${String(count)} attempts before`,
  showLines: (lines: number) => `Show all ${lines.toLocaleString('en-GB')} lines`,
  showKeptLines: (lines: number) => `Show the ${lines.toLocaleString('en-GB')} lines that are kept`,
  showAll: 'Show all of it',
  copyCode: 'Copy the code',
  again: (grants: string) => `Ran again, this time allowed to ${grants}`,
  againOutside: 'Ran again without the sandbox',
  againPlain: 'Ran again in the sandbox',
  inputSent: 'Input sent',
  outside: 'Ran without the sandbox',
  exit: (code: number, duration: string) => `exit ${String(code)}, ${duration}`,
  stopped: 'Stopped by the sandbox',
  stoppedBeside: (targets: readonly string[]) =>
    `; stopped beside the work: ${targets[0] ?? ''}${targets.length > 1 ? ` and ${String(targets.length - 1)} more` : ''}`,
  connectionRefused: (target: string) => `The sandbox refused a connection to ${target}`,
  partStopped: (target: string) => `The sandbox stopped a part of it: ${target}`,
  timedOut: (limit: string) => `Timed out after ${limit}`,
  cancelled: 'Interrupted',
  stoppedByYou: 'You stopped it',
  deniedByYou: 'Denied by you',
  refused: 'Refused',
  failed: 'Could not start',
  exitedBadly: 'Failed',
  plan: {
    title: 'The agent’s plan',
    progress: (done: number, all: number) => `Plan: ${String(done)} of ${String(all)} done`,
    status: { pending: 'To do', in_progress: 'In progress', completed: 'Done' },
  },
  toolRejected: (name: string) => `Tool call refused: ${name}`,
  searched: (query: string) =>
    query === '' ? 'The model searched the web' : `The model searched the web: ${query}`,
  viewed: (label: string) => `The agent looked at a picture: ${label}`,
  tool: {
    label: (server: string, tool: string) => `Tool ${tool} of ${server}`,
    of: (server: string) => `of the MCP server ${server}`,
    waiting: 'Waiting for your decision',
    running: 'Running',
    answered: (duration: string) => `answered, ${duration}`,
    failed: (duration: string) => `failed, ${duration}`,
    none: 'no answer',
    refused: 'not called',
    unknown: 'The turn ended before it answered.',
    arguments: 'Arguments',
    noArguments: 'Without arguments',
    result: 'What the server answered',
    stopped: (reason: string) => `No answer: ${reason}.`,
    picture: (mimeType: string) => `Picture of the answer, ${mimeType}`,
    sound: (mimeType: string) => `Sound of the answer, ${mimeType}`,
  },
  agent: {
    label: (name: string) => `Agent ${name}`,
    review: (name: string) => `Review ${name}`,
    working: 'Working',
    waits: (count: number) => (count === 1 ? '1 decision waits' : `${String(count)} decisions wait`),
    outcome: { completed: 'Done', interrupted: 'Stopped', failed: 'Failed', closed: 'Closed' },
    said: 'What it answered',
    task: 'Its task',
    open: 'Open transcript',
    openOf: (name: string) => `Open transcript of ${name}`,
    stop: (name: string) => `Stop the agent ${name}`,
    running: 'Agents at work',
  },
  retrying: (attempt: number, reason: string) =>
    `Asking the model again, attempt ${String(attempt)}: ${reason}`,
  turnInterrupted: 'Turn interrupted.',
  turnFailed: 'Turn failed.',
  fault: 'Error',
  retry: 'Retry',
  reasoning: 'Reasoning',
  configured: (model: string, sandbox: string, approval: string) =>
    `From here: ${model}; ${sandbox}; ${approval}.`,
  image: (alt: string) => `Image, not loaded: ${alt}`,
  picture: (label: string) => `Picture: ${label}`,
  compacted: {
    manual: 'Conversation compacted. The model goes on from this summary; the record keeps everything.',
    automatic:
      'Conversation compacted, since it nearly filled the model’s context. The model goes on from this summary; the record keeps everything.',
  },
  output: 'Output',
  denied: 'You denied it.',
  deniedSaid: (text: string) => `You denied it and said: ${text}`,
  youSaid: (text: string) => `You said: ${text}`,
  connectionDenied: 'You denied the connection. The command went on without it.',
  connectionUnanswered: 'Nobody answered about the connection, so it was not made.',
  withdrawn: 'The turn ended before anyone answered.',
  expired: {
    first: 'Expired. Nothing ran, and no agent is waiting for this any more.',
    retry: 'Expired. It did not run again, and no agent is waiting for this any more.',
    network: 'Expired. The connection was not made, and no agent is waiting for it any more.',
    patch: 'Expired. Nothing was changed, and no agent is waiting for this any more.',
    tool: 'Expired. It was not called, and no agent is waiting for this any more.',
    input: 'Expired. Nothing was sent, and no agent is waiting for this any more.',
  },
  runAgain: 'Allow and run again…',
  askAgain: 'Ask the agent to try again',
  askAgainWhileRunning: 'A turn is running. Wait for its end.',
} as const

/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Thinking',
  writing: 'Writing',
  waiting: 'Waiting',
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

/** The end of the demo: what happened in it, and where to go from there. */
export const demoEnd = {
  title: 'That was the demo. In this run:',
  answers: (asked: number, allowed: number, denied: number, unanswered: number) =>
    asked === 0
      ? 'Nothing was asked.'
      : `Asked ${asked === 1 ? 'once' : `${String(asked)} times`}: ${[
          ...(allowed > 0 ? [`${String(allowed)} allowed`] : []),
          ...(denied > 0 ? [`${String(denied)} denied`] : []),
          ...(unanswered > 0 ? [`${String(unanswered)} unanswered`] : []),
        ].join(', ')}.`,
  byRules: (rules: readonly string[]) =>
    `Answered without you by the rule ${rules.map((rule) => `“${rule}”`).join(' and ')}.`,
  undoable: (files: number) =>
    `${files === 1 ? '1 file' : `${String(files)} files`} changed outside the project; this can be undone.`,
  undone: (files: number) => `${files === 1 ? '1 file is' : `${String(files)} files are`} back as before.`,
  untouched: 'Nothing changed outside the project.',
  undo: 'Undo it now',
  undoLast: (files: number) => (files === 1 ? 'Undo the last file' : `Undo the last ${String(files)} files`),
  openProject: 'Open my project',
} as const
