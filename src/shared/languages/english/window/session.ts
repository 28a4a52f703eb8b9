import { countingIn } from '../../../messages/counting'

const { number, scaled } = countingIn('en-GB')

/** The words of one session: its composer and its record. */
export const session = {
  elsewhere: (agent: string) =>
    `This is a session of ${agent}. It runs there, outside this sandbox; only what it asks is decided here.`,
  composer: {
    label: 'Message to the agent',
    placeholder: 'Message to the agent',
    send: 'Send',
    running: 'A turn is running. This can be sent when it has ended.',
    queue: 'Queue',
    queueHint: 'It is sent when the turn that runs has ended by itself.',
    queued: 'Sent when the turn has ended',
    held: 'Queued, and not sent: the turn did not end by itself',
    sendNow: 'Send',
    sendNowOf: (text: string) => `Send: ${text}`,
    given: 'The agent reads this before its next step',
    steer: 'Send now',
    steerOf: (text: string) => `Send now: ${text}`,
    steerHint: 'The agent reads it before its next step. The turn goes on, and what it asks still waits.',
    stopAndSend: 'Stop turn and send',
    stopAndSendHint: 'Stops the turn that runs, denying what it asks, and sends this at once.',
    stopAndSendOf: (text: string) => `Stop turn and send: ${text}`,
    edit: 'Edit',
    editOf: (text: string) => `Edit: ${text}`,
    removeOf: (text: string) => `Remove: ${text}`,
    withPictures: (count: number) => (count === 1 ? 'with 1 picture' : `with ${number(count)} pictures`),
    promptSent: (name: string) => `What /${name} sends`,
    promptTooLong: 'Filled in, this prompt is longer than a message may be (1,000,000 characters).',
    promptEmpty: 'This prompt holds no text: there is nothing to send.',
    nothingBehind: (name: string) => `/${name} takes nothing behind it.`,
    noSuch: (name: string, typed: string) => `/${name} knows no ${typed}. Without a name it lets you choose.`,
    noAgents: 'No agents are at work in this session.',
    completions: 'Commands, prompts and files that fit',
    fitting: (count: number) =>
      `${count === 1 ? '1 fits' : `${number(count)} fit`}. Up and Down choose, Enter takes.`,
    commands: {
      agents: { detail: 'Go to the agents that work for this session' },
      compact: { detail: 'Have the model go on from a summary' },
      effort: { detail: 'How long the model thinks', hint: '[effort]' },
      model: { detail: 'Choose the model', hint: '[name]' },
      policy: { detail: 'Choose when you are asked', hint: '[name]' },
      redo: { detail: 'Put back what was undone' },
      review: { detail: 'Review the uncommitted changes, or what you say', hint: '[what to look at]' },
      undo: { detail: 'Take back what the last turn changed in the folder' },
    },
    effort: 'Reasoning effort',
    efforts: {
      default: 'Default effort',
      none: 'No effort',
      minimal: 'Minimal effort',
      low: 'Low effort',
      medium: 'Medium effort',
      high: 'High effort',
      xhigh: 'Very high effort',
      max: 'Greatest effort',
    },
    empty: 'Write a message first.',
    model: 'Model',
    approval: 'Approval policy',
    sandbox: 'Sandbox',
    sessionUsed: (tokens: number, cost: string | undefined) =>
      `${number(tokens)} tokens${cost === undefined ? '' : `, ${cost}`}`,
    turnUsed: (tokens: number, cost: string | undefined) =>
      `The last turn: ${number(tokens)} tokens${cost === undefined ? '' : `, ${cost}`}`,
    contextUsed: (percent: number) => `${String(percent)} % of the context used`,
    contextExact: (used: number, window: number) =>
      `${number(used)} of ${number(window)} tokens at the last answer`,
    compact: 'Compact now',
    compactHint: 'The model goes on from a summary; the record keeps everything. The same as /compact.',
    pictures: 'Pictures of this message',
    attach: 'Attach a picture',
    remove: 'Remove',
    removePicture: (name: string) => `Remove ${name}`,
    names: (names: readonly string[], more: number) =>
      `${names.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`,
    leftOut: {
      none: (names: string) => `Not attached, since it is no PNG, JPEG, GIF or WebP picture: ${names}.`,
      unread: (names: string) => `Not attached, since it could not be read: ${names}.`,
      pixels: (names: string) => `Not attached, since it has more than 40 million pixels: ${names}.`,
      size: (names: string, bytes: number) =>
        `Not attached, since the pictures of a message may have ${scaled(bytes)} together: ${names}.`,
      count: (names: string, most: number) =>
        `Not attached, since a message takes ${String(most)} pictures: ${names}.`,
    },
    notWhileRunning: 'Can be changed when the turn has ended.',
  },
} as const

/** Looking for a text in transcripts. */
export const find = {
  label: 'Search this transcript',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Nothing found' : `${number(at)} of ${more ? 'the last ' : ''}${number(count)}`,
  earlier: 'Earlier match (Enter)',
  later: 'Later match (Shift+Enter)',
  close: 'Close the search',
  inRecords: 'In transcripts',
  searching: 'Searching…',
  stop: 'Stop searching',
  nothing: 'In no transcript',
  further: 'Search further',
} as const

/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined ? `Open ${path} in the editor` : `Open ${path} at line ${String(line)} in the editor`,
  off: 'Files are opened in no editor: file_opener in config.toml is "none".',
  missing: 'There is no such file in this session’s folder.',
  closed: 'Only files in this session’s folders that its commands may read are opened.',
  elsewhere: (path: string, copied: boolean) =>
    `No editor has a link to this host. ${copied ? 'The path was copied' : 'The path'}: ${path}`,
} as const

/** The words of what can be done to a whole session. */
export const life = {
  menu: 'Session actions',
  rowMenu: 'More about this session',
  rename: 'Rename…',
  openInWindow: 'Open in its own window',
  archive: 'Archive',
  remove: 'Delete…',
  whileRunning: 'Stop the turn first.',
  renameTitle: 'Rename this session',
  renameLabel: 'Title',
  renameDo: 'Rename',
  removeTitle: 'Delete this session?',
  removeText: 'Its record goes to the trash of this system, from which you can take it back.',
  removeDo: 'Delete',
  cancel: 'Cancel',
  fork: 'Go on from here in a new session',
  archived: 'Archived',
  archivedNone: 'No archived session.',
  takeOut: 'Take out of the archive',
  more: 'Show more',
} as const
