import { countingIn } from '../../../messages/counting'
import type { FleetChange } from '../../../domain/fleet-changes'

const { number } = countingIn('en-GB')

const files = (count: number): string => `${number(count)} ${count === 1 ? 'file' : 'files'}`

/** Bringing the work of a sandbox of a fleet to this machine. */
export const bringBack = {
  menu: 'Bring back…',
  title: (sandbox: string) => `Bring back from ${sandbox}`,
  looking: 'Looking at what was changed there…',
  running: 'The agent works there still: this is how it is now.',
  nothing: 'Nothing was changed there.',
  way: 'What becomes of it',
  ways: { files: 'Put files in place', branch: 'Make a branch of all of it' },
  lead: 'In the sandbox of this machine, all of the chosen files or none. Where what a change takes away is otherwise here, nothing is put in place.',
  branchLead: 'A new branch of the repository here. Nothing is checked out, and no other branch moves.',
  files: 'Changed files',
  chosen: (taken: number, all: number) => `${number(taken)} of ${files(all)} chosen`,
  all: 'Choose all',
  none: 'Choose none',
  more: (count: number) =>
    `${files(count)} more ${count === 1 ? 'is' : 'are'} not shown, and cannot be chosen here: a branch holds all of it.`,
  large: 'Too large to be shown here',
  leftOut: {
    link: 'A link: never put in place',
    submodule: 'A repository of its own: never put in place',
    path: 'A path that leads out of the folder: never put in place',
  } satisfies Record<NonNullable<FleetChange['leftOut']>, string>,
  branchName: 'Name of the branch, below countersign/',
  put: 'Put in place',
  make: 'Make a branch',
  working: 'Working…',
  cancel: 'Cancel',
  close: 'Close',
  again: 'Look again',
  isPut: (count: number, folder: string) =>
    `${files(count)} of it ${count === 1 ? 'is' : 'are'} in place in ${folder}.`,
  undo: 'Undo',
  isUndone: (count: number) => `Undone: ${files(count)} ${count === 1 ? 'is' : 'are'} as before.`,
  refused: 'It was refused here, and nothing was put in place:',
  refusedSilently: 'It was refused here, and nothing was put in place.',
  isMade: (branch: string) => `The branch ${branch} holds what was done there.`,
  isMadeSame: (branch: string) => `Nothing was changed there: the branch ${branch} is what it began as.`,
  showLog: 'What was done, commit by commit:',
} as const
