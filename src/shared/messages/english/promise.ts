import { forms } from '../counting'

/** What a run did, beside what was shown before the yes to it. */
export const promise = {
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
