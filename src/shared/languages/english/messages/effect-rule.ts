import { counting } from './counting'

const { forms } = counting

/** What an effect rule covers, and what it would have answered. */
export const effectRule = {
  theseFiles: forms('this file', (count) => `these ${count} files`),
  everythingIn: (folder: string) => `everything in ${folder}`,
  kindIn: (kind: string, folder: string) => `${kind} in ${folder}`,
  here: 'the workspace folder',
  writes: (list: string) => `writes ${list}`,
  deletes: (count: string, list: string) => `deletes at most ${count} (${list})`,
  hosts: (list: string) => `reaches ${list}`,
  nothing: 'changes nothing',
  ofLast: (answered: string, asked: string) => `${answered} of the last ${asked}`,
  wouldHave: (what: string) => `Would have answered ${what}.`,
  noneOnFile: 'Nothing was asked here yet.',
  denied: forms(
    'among them this one that you denied',
    (count) => `among them these ${count} that you denied`,
  ),
  unknown: (count: string) => `${count} unknown, since not rehearsed`,
  endsAt: (when: string) => `until ${when}`,
  endsAfter: forms('for 1 run', (count) => `for ${count} runs`),
  endsWith: (branch: string) => `while on branch ${branch}`,
  noEnd: 'without an end',
} as const
