import { forms } from '../counting'

/** Taking back what a turn, or a run outside the folder, changed. */
export const restore = {
  files: forms('1 file', (count) => `${count} files`),
  run: (title: string) => `“${title}”`,
  turn: (turnNumber: string) => `turn ${turnNumber}`,
  outside: ' outside the folder',
  undo: (what: string, where: string, files: string) =>
    `Took back what ${what} changed${where}: ${files} as before it.`,
  redo: (what: string, where: string, files: string) =>
    `Did again what ${what} had changed${where}: ${files} as after it.`,
  left: (paths: string) => ` Left, since changed meanwhile: ${paths}.`,
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
