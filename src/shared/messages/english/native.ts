import { forms } from '../counting'

/** What the system's own boxes, menus and notifications say of requests, and of the application itself. */
export const native = {
  levels: { low: 'Low risk', medium: 'Medium risk', high: 'High risk', 'not-assessed': 'Not assessed' },
  session: (title: string): string => `Session: ${title}`,
  command: (text: string): string => `Command: ${text}`,
  gives: (what: string): string => `A yes gives: ${what}`,
  doubt: (text: string): string => `To doubt: ${text}`,
  agentAsks: 'The agent asks you something.',
  asks: (server: string): string => `The MCP server ${server} asks you something.`,
  turnFailed: 'The turn failed.',
  turnDone: 'The turn is done.',
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
