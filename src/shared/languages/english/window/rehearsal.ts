import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of what became of files since a yes was given on them. */
export const changedSince = {
  title: 'Changed since it was allowed',
  lead: 'Changed since it was allowed. This is what runs now:',
} as const

/** The words of a request's rehearsal. */
export const rehearsal = {
  title: 'Rehearsal',
  running: 'Rehearsing on copies, without network…',
  asks: 'Can be rehearsed first.',
  notContained: 'Not rehearsed by itself.',
  because: {
    asks: 'Can be rehearsed first: on copies, without a network.',
    'not-contained':
      'Not rehearsed by itself: a rehearsal may not contain all that it does, or may show secrets.',
  },
  begin: 'Rehearse',
  done: 'Rehearsed without network',
  exit: (code: number) => `exit code ${String(code)}`,
  nothing: 'It changed nothing.',
  unavailable: (reason: string) => `Cannot be rehearsed: ${reason}.`,
  refused: (reason: string) => `Not rehearsed to its end: ${reason}.`,
  timedOut: 'Not rehearsed to its end',
  changes: 'What would change',
  ofRehearsal: 'What the command would change',
  more: (n: number) => `Show all ${number(n)} changes`,
  uncounted: (n: number) => `${number(n)} more ${n === 1 ? 'is' : 'are'} counted, and not listed.`,
  limits: 'What it does not show',
  moreLimits: (n: number) => (n === 1 ? '1 more' : `${number(n)} more`),
  output: 'What it printed',
  apply: (taken: number, total: number) =>
    taken === total
      ? total === 1
        ? 'Apply this change'
        : 'Apply these changes'
      : `Apply ${number(taken)} of ${number(total)} changes`,
  runForReal: 'Run for real',
  applyGives: (taken: number, total: number) =>
    taken === total
      ? 'A yes applies exactly this.'
      : `Puts ${number(taken)} of ${number(total)} changes in place and tells the agent what was left out. Nothing runs again.`,
  showKeys: (keys: string) => `Enter and Space do nothing here. ${keys} applies what is shown.`,
  further: (n: number) => (n === 1 ? '1 more change' : `${number(n)} more changes`),
  fewer: 'List fewer',
  each: 'List each',
  withFolder: 'Left out with the folder around it',
  appliedAttempt: 'Not run again: what its rehearsal showed was put in place.',
  appliedPrinted: 'This is what it printed there.',
  answeredApply: 'Applied',
  closedApply: 'What the rehearsal showed is put in place.',
  contents: {
    binary: 'A binary file: its bytes are not shown.',
    secret: 'May hold keys or passwords: named, never shown.',
    outside: 'Outside the folders of this session: contents not shown.',
    large: 'Too much to be shown here.',
    none: 'There are no lines to be shown.',
  },
} as const
