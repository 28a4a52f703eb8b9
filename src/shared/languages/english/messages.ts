import { effect } from './messages/effect'
import { fact } from './messages/fact'
import { glance } from './messages/glance'
import { rehearsal } from './messages/rehearsal'
import { ruleReasons, reason } from './messages/rule-reasons'
import { stop } from './messages/stop'
import { counting } from './messages/counting'
import type { AppCommandId, CommandGroup } from '../../domain/app-command'

const { forms } = counting

/** What the system's own boxes, menus and notifications say of requests, and of the application itself. */
const native = {
  levels: { low: 'Low risk', medium: 'Medium risk', high: 'High risk', 'not-assessed': 'Not assessed' },
  session: (title: string): string => `Session: ${title}`,
  command: (text: string): string => `Command: ${text}`,
  gives: (what: string): string => `A yes gives: ${what}`,
  doubt: (text: string): string => `To doubt: ${text}`,
  agentAsks: 'The agent asks you something.',
  asks: (server: string): string => `The MCP server ${server} asks you something.`,
  ofHost: {
    asks: (host: string, program: string): string => `${host}: ${program} asks`,
    kinds: {
      secret: 'Something to type, such as a passphrase.',
      confirm: 'A yes or no.',
      note: 'Something to do, such as touching a key.',
    },
  },
  turnFailed: 'The turn failed.',
  turnDone: 'The turn is done.',
  turnSaid: (words: string): string => `The agent says: “${words}”`,
  allowOnce: 'Allow once',
  deny: 'Deny',
  open: 'Open',
  waiting: forms('1 request waits', (count) => `${count} requests wait`, 'Nothing waits'),
  more: (count: number): string => `${String(count)} more in the inbox`,
  tray: { show: 'Open Countersign', quit: 'Quit' },
  close: {
    title: 'Keep Countersign running?',
    message: 'Sessions and what waits go on in the tray, without a window.',
    waits: forms(
      '1 request waits. Quitting denies it.',
      (count) => `${count} requests wait. Quitting denies them.`,
    ),
    remember: 'Do not ask again',
    keep: 'Keep running',
    quit: 'Quit',
    cancel: 'Cancel',
  },
  quit: { title: 'Quit Countersign?', quit: 'Quit and deny', cancel: 'Cancel' },
  unsandboxed: {
    title: 'The windows run without a sandbox',
    detail:
      'Countersign was started with --no-sandbox. What a window shows comes from agents, files and servers: a fault in drawing it would reach everything that you can reach. Commands of agents stay in their own sandbox.',
    quit: 'Quit',
    goOn: 'Go on without',
  },
  launcher: {
    title: 'Use Countersign in terminals, too?',
    message: (path: string): string =>
      `This puts the command countersign at ${path}. It can be taken away in the Help menu.`,
    offPath: (folder: string): string =>
      `${folder} is not on this session’s PATH yet: add it, or sign in again.`,
    install: 'Put it there',
    later: 'Not now',
    menuInstall: 'Put the command countersign on the PATH…',
    menuRemove: 'Take the command countersign away',
    failed: 'The command countersign could not be changed',
    done: (path: string): string => `The command is at ${path}.`,
    removed: (path: string): string => `${path} is gone.`,
  },
  update: {
    title: (version: string): string => `Countersign ${version} is there`,
    ready: 'It is checked, and comes in when Countersign quits.',
    elsewhere: 'It comes with the system’s updates, or from where this one came from.',
  },
} as const

/** Places that are reached over a network, and what listens on this machine. */
const machine = {
  outside: 'a server on this machine, outside the sandbox',
  unseen: 'a program that cannot be seen',
  runBy: (program: string, user: string) => `${program}, run by ${user}`,
  notKnown: 'what listens there is not known',
  nothing: 'nothing listens there now',
} as const

/** What policies mean. */
const policies = {
  container: {
    only: 'The container is the only boundary: what it mounts can be changed, its network is open.',
    short: 'Container only',
  },
  sandbox: {
    'danger-full-access': 'Full access, no sandbox',
    'danger-no-network': 'All files, no network',
    'read-only': (network: string) => `Read only, ${network}`,
    'workspace-write': (network: string) => `Workspace write, ${network}`,
    network: 'with network',
    noNetwork: 'no network',
    noTemporary: ', no temporary folders',
  },
  /** Each in one sentence. */
  approval: {
    untrusted: 'Ask before everything that is not on the known-safe list',
    effects: 'Run it on copies; ask about what leaves the folder or is lost',
    'on-failure': 'Run in the sandbox, ask when it stops a command',
    'on-request': 'Ask when the agent requests more, or a command looks dangerous',
    never: 'Never ask; what is stopped stays stopped',
    asOnRequest: 'As on-request',
    butRefuse: (names: string) => `As on-request, but refuse without asking: ${names}`,
  },
} as const

/** What commands are called. Those that ask for more end in an ellipsis. */
const commands = {
  titles: {
    'session.new': 'New session',
    'settings.open': 'Settings',
    'palette.open': 'Find a command…',
    'inbox.open': 'Inbox',
    'waiting.next': 'Next request that waits',
    'sessions.search': 'Search sessions',
    'session.next': 'Next session',
    'session.previous': 'Previous session',
    'region.next': 'Next part of the window',
    'region.previous': 'Previous part of the window',
    'grants.open': 'Grants',
    'machine.open': 'Check this machine',
    'turn.stop': 'Stop turn',
    'session.rename': 'Rename session…',
    'session.open-window': 'Open session in its own window',
    'session.review': 'Review changes…',
    'session.side': 'Decisions, files, plan and use',
    'session.compact': 'Compact the conversation',
    'session.undo': 'Undo the last turn’s changes…',
    'session.redo': 'Redo what was undone…',
    'session.export-markdown': 'Export as Markdown',
    'session.export-html': 'Export as HTML',
    'session.export-json': 'Export as JSON',
    'session.export-rollout': 'Export the record (JSONL)',
    'session.archive': 'Archive session',
    'session.delete': 'Delete session…',
    'message.write': 'Write a message',
    'message.attach': 'Attach pictures…',
    'message.model': 'Choose the model…',
    'message.effort': 'Choose the effort…',
    'message.policy': 'Choose when you are asked…',
    'message.sandbox': 'Choose the sandbox…',
    'transcript.search': 'Search this transcript',
    'rail.toggle': 'Show or hide the session list',
    'shortcuts.open': 'Keyboard shortcuts',
    'news.open': 'What is new',
    'demo.run': 'Run the demo',
  } satisfies Record<AppCommandId, string>,
  groups: {
    file: 'File',
    go: 'Go',
    session: 'Session',
    message: 'Message',
    view: 'View',
    help: 'Help',
  } satisfies Record<CommandGroup, string>,
} as const

/** Numbers, sizes and lists. */
const amounts = {
  counting,
  file: { one: 'file', other: 'files' },
  byte: { one: 'byte', other: 'bytes' },
  and: ' and ',
  more: (count: number) => ` and ${String(count)} more`,
  git: {
    untracked: (count: string) => `${count} untracked`,
    modified: (count: string) => `${count} modified`,
    tracked: (count: string) => `${count} committed or staged`,
    ignored: (count: string) => `${count} ignored`,
    none: 'no files',
    notAll: ', not all looked at',
  },
} as const

/** Taking back what a turn, or a run outside the folder, changed. */
const restore = {
  files: forms('1 file', (count) => `${count} files`),
  run: (title: string) => `“${title}”`,
  turn: (turnNumber: string) => `turn ${turnNumber}`,
  outside: ' outside the folder',
  undo: (what: string, where: string, files: string) =>
    `Took back what ${what} changed${where}: ${files} as before it.`,
  redo: (what: string, where: string, files: string) =>
    `Did again what ${what} had changed${where}: ${files} as after it.`,
  left: (paths: string) => ` Left, since changed meanwhile: ${paths}.`,
  unkept: (paths: string) => ` Left, since it is not kept for undo: ${paths}.`,
  ownersAlone: (paths: string) =>
    ` For their owner alone now, since their other rights could not be given back: ${paths}.`,
  turns: forms(
    'Took the conversation back by a turn',
    (count) => `Took the conversation back by ${count} turns`,
  ),
  filesStay: '; files stay as they are.',
  andFiles: (files: string) => `, and ${files} of the folder.`,
  undoable: (files: string) => `Outside the folder it changed ${files}, which can be undone.`,
  notUndoable: (path: string, why: string) => `${path} cannot be undone: ${why}.`,
  moreNotUndoable: (count: number) => `So cannot ${String(count)} more.`,
  why: {
    'too-large': 'too large',
    special: 'no file, folder or link',
    unreadable: 'it cannot be read',
    attributes: 'it has an access list or attributes that a copy would lose',
    unavailable: 'no copy could be kept here',
  },
} as const

/** What a session is doing, in a few words. What is put in is text of others. */
const activity = {
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

/** What a run did, beside what was shown before the yes to it. */
const promise = {
  did: {
    created: (path: string) => `made ${path}`,
    changed: (path: string) => `changed ${path}`,
    deleted: (path: string) => `removed ${path}`,
  },
  tried: (hosts: string) => `tried to reach ${hosts}`,
  others: forms('1 other change', (count) => `${count} other changes`),
  kept: {
    rehearsal: 'Did what was shown.',
    facts: 'Changed nothing beyond what was allowed.',
  },
  stays: (folders: string) => `${folders} itself stays, as the yes said`,
  part: 'What was looked at is as shown; there was too much to look at all of it.',
  notWatched: 'Not watched: it ran outside the sandbox. Only what was named was looked at, and is as shown.',
  more: (list: string) => `Did more than was shown: ${list}.`,
  suspended: 'The grant is suspended, and asks again.',
  asksAgain: (list: string) =>
    `A yes given before is suspended, since a run under it did more than was shown: ${list}.`,
} as const

/** Grants: "write in build and below". `more`: how many follow after those that are listed. */
const grant = {
  write: {
    file: (path: string) => `write to ${path}`,
    tree: (path: string) => `write in ${path} and below`,
    entry: (path: string) => `make, move or remove ${path}`,
  },
  read: (path: string) => `read ${path}, where keys are kept`,
  connect: (place: string) => `connect to ${place}`,
  set: (settings: string, path: string) => `set ${settings} in ${path}, and nothing else there`,
  setting: (name: string, value: string) => `${name} to ${value}`,
  nothing: 'nothing',
  unsandboxed: 'run without the sandbox',
  more: (count: number) => ` and ${String(count)} more`,
  entries: (count: number, folder: string) =>
    `make, move or remove exactly these ${String(count)} entries of ${folder}`,
} as const

/** Where checks, model and agent differ, why there is no level, and who asks. */
const assessment = {
  /** Levels within a sentence. */
  levels: { low: 'low', medium: 'medium', high: 'high' },
  /** What an agent claims. */
  claims: {
    'read-only': 'read-only',
    'only-reads': 'only reads',
    'no-changes': 'no changes',
    safe: 'safe',
  },
  modelHigher: (model: string, floor: string) => `The model says ${model}; the checks alone say ${floor}.`,
  modelLower: (model: string, floor: string) => `The model says ${model}, but the floor of ${floor} stands`,
  claim: (claim: string, found: string) => `The agent says "${claim}", but ${found}`,
  found: (proof: string) => `Countersign found: ${proof}`,
  checks: (level: string) => `the checks say ${level}`,
  nothing: 'nothing of it',
  missing: {
    waiting: 'no rule applies, and the model has not answered yet',
    success: 'no rule applies',
    parse_error: (why: string) => `no rule applies, and the model's answer cannot be read: ${why}`,
    no_output: 'no rule applies, and the model gave no answer',
    model_error: (why: string) => `no rule applies, and the model failed: ${why}`,
    timeout: (seconds: number) => `no rule applies, and the model timed out after ${String(seconds)} s`,
    cancelled: 'no rule applies, and the request was over before the model answered',
    disabled: (why: string) => `no rule applies, and no model was asked: ${why}`,
  },
  remoteRun: (program: string, folder: string, pid: number) =>
    `From “${program}” in “${folder}” (process ${String(pid)}), outside this window.`,
  askedAtDesk: (agent: string, session: string) =>
    `${agent} asks, in its session “${session}”, outside this sandbox.`,
  refusedAtDesk: 'Its own reviewer refused this and says no reason.',
  refusedAtDeskSaying: (reason: string) => `Its own reviewer refused this, and says: “${reason}”.`,
  askedBy: (child: string, parent: string) => `Asked by the agent “${child}” of “${parent}”.`,
} as const

/** What a yes means. */
const offer = {
  runOutside: 'Outside: runs once without the sandbox, with everything you may do.',
  run: (limits: string, plus: string) => `Only this: runs once inside the sandbox (${limits})${plus}.`,
  plus: (grants: string) => `, plus ${grants}`,
  mayFail: ' The agent asked for more than that, so it may fail there.',
  lacks: ' Not all that it does can be given, so it is stopped there again.',
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

/** The English words; what is said to other programs, models and agents is always said in these. */
export const english = {
  activity,
  amounts,
  assessment,
  commands,
  effect,
  fact,
  glance,
  grant,
  machine,
  native,
  offer,
  policies,
  promise,
  reason,
  rehearsal,
  restore,
  ruleReasons,
  stop,
} as const
