import { countingIn } from '../../../messages/counting'
import type { RestoredFile, RestoreWay } from '../../../domain/turn-restore'

const { number } = countingIn('en-GB')

const files = (count: number): string => `${number(count)} ${count === 1 ? 'file' : 'files'}`

/** What becomes of what is listed. */
const these =
  (when: string) =>
  (count: number): string =>
    `${count === 1 ? 'This file becomes as it was' : 'These files become as they were'} ${when}:`

/** Taking back what a turn changed. */
export const restore = {
  title: (way: RestoreWay, turn: number) =>
    way === 'undo' ? `Undo turn ${String(turn)}` : `Redo turn ${String(turn)}`,
  plain: {
    turn: { undo: 'Undo the last turn', redo: 'Redo what was undone' },
    run: { undo: 'Undo outside the folder', redo: 'Redo outside the folder' },
  } satisfies Record<'turn' | 'run', Record<RestoreWay, string>>,
  /** Of a call that wrote outside the folder; the sentence before it says what. */
  ofCall: { undo: 'Undo…', redo: 'Redo…' } satisfies Record<RestoreWay, string>,
  isUndone: 'Undone.',
  looking: 'Looking at what was changed…',
  nothing: {
    undo: 'No turn of this session has changed a file that can be taken back.',
    redo: 'Nothing was undone that could be done again.',
  } satisfies Record<RestoreWay, string>,
  lead: {
    turn: {
      undo: these('before the turn'),
      redo: these('after the turn'),
    },
    run: {
      undo: these('before this'),
      redo: these('after this'),
    },
  } satisfies Record<'turn' | 'run', Record<RestoreWay, (count: number) => string>>,
  none: 'Every file of it was changed since.',
  since: (count: number) => `Changed since then, and left as ${count === 1 ? 'it is' : 'they are'}:`,
  sinceToo: (count: number) =>
    `Put back ${count === 1 ? 'this one' : `these ${number(count)}`} as well, over what was changed since`,
  becomes: {
    undo: { changed: 'changes back', made: 'comes back', removed: 'is removed' },
    redo: { changed: 'changes again', made: 'is made again', removed: 'is removed again' },
  } satisfies Record<RestoreWay, Record<RestoredFile['becomes'], string>>,
  more: (count: number) => `and ${files(count)} more`,
  limits:
    'Commits stay. Not touched: what git ignores, files over 20 MB, settings of agents, anything outside the folder. The conversation stays as it is.',
  runLimits: 'Not touched: anything that this did not change, and files that others changed beside it.',
  tooLarge: (paths: readonly string[]) => `Could not be kept: ${paths.join(', ')}.`,
  put: (way: RestoreWay, count: number) =>
    way === 'undo' ? `Put back ${files(count)}` : `Redo in ${files(count)}`,
  cancel: 'Cancel',
  close: 'Close',
} as const

/** Going back to before a message. */
export const rewind = {
  menu: 'Go on from this message',
  item: 'Rewind to here…',
  title: 'Rewind to before this message',
  goes: (turns: number, messages: number) =>
    `${turns === 1 ? 'One turn' : `${number(turns)} turns`} with ${messages === 1 ? 'one message' : `${number(messages)} messages`} of yours will count no more, and the agent will not know of ${turns === 1 ? 'it' : 'them'}. The record keeps what was said.`,
  which: 'What goes back',
  choice: { files: 'Conversation and files', conversation: 'Conversation only' },
  lead: these('before the message'),
  noFiles: 'No file of the folder was changed since then.',
  outside: (runs: number) =>
    `${runs === 1 ? 'One command' : `${number(runs)} commands`} of these turns wrote outside the folder. That stays, and can be undone with countersign undo.`,
  ends: 'What these turns left running ends, and what was allowed for the session in them is asked about again.',
  limits: 'Commits stay. Not touched: what git ignores, files over 20 MB, settings of agents.',
  do: { files: 'Rewind both', conversation: 'Rewind conversation' },
} as const
