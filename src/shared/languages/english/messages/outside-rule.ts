import { counting } from './counting'

const { forms, number } = counting

/** What an effect rule does not cover of what a rehearsal showed. */
export const outsideRule = {
  writes: (path: string) => `also writes ${path}`,
  deletes: (path: string) => `also deletes ${path}`,
  unsaved: (files: string, path: string) => `deletes ${files} that nobody else has (${path})`,
  loses: (files: string, path: string) => `loses ${files} (${path})`,
  lost: forms('a file', (count) => `${count} files`),
  files: (files: number, most: number) => `deletes ${number(files)} files, more than ${number(most)}`,
  connects: (host: string) => `wants to reach ${host}`,
  level: { medium: 'is of medium risk', high: 'is of high risk' },
  ended: {
    time: 'its time is over',
    runs: 'its runs are used up',
    branch: 'it is for another branch',
    unused: 'it was not used for 30 days and is suspended',
    person: 'it is suspended',
    unknown: 'its uses cannot be counted',
  },
  wouldHave: (rule: string, but: string) => `The rule “${rule}” would have answered this, but ${but}.`,
  unseen: 'not all of it could be rehearsed',
  others: forms('1 more', (count) => `${count} more`),
  asked: (list: string) => `${list}: that is asked about.`,
  /** At a glance; what is outside then stands in the details. */
  beyond: (list: string, rule: string) => `Beyond “${rule}”: ${list}.`,
  notCovered: (list: string, rule: string) => `${list}: not covered by “${rule}”.`,
} as const
