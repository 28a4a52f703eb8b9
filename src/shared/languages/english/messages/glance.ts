import { counting } from './counting'

const { forms, number } = counting

/** Of what goes: what could be brought back, and what not. */
const fate = {
  lost: 'Cannot be brought back:',
  kept: 'Can be brought back:',
  undoable: 'Can be undone here',
  forDays: forms('for 1 day.', (count) => `for ${count} days.`),
  adds: 'Nothing is lost:',
  onlyAdds: 'it only adds.',
  beyond: 'Cannot be undone here:',
  ofServer: 'what its server does.',
  ofProcess: 'what the process does with it.',
  copied: {
    one: (files: string, days: number) =>
      `${files} is copied before the run and kept for ${String(days)} days at most; what cannot be copied is named then.`,
    other: (files: string, days: number) =>
      `${files} are copied before the run and kept for ${String(days)} days at most; what cannot be copied is named then.`,
  },
  keptWithFolder: forms(
    'The folder is kept as it was before this turn, for 1 day at most.',
    (days) => `The folder is kept as it was before this turn, for ${days} days at most.`,
  ),
  unknown: 'Not known',
  changes: (files: string) => `changes in ${files}`,
  untracked: (files: number) => `${number(files)} untracked`,
  ignored: (files: number) => `${number(files)} ignored`,
  noRepository: 'what lies in no repository',
  withRepository: 'what goes with its repository',
  onlyNoRepository: 'in no repository.',
  onlyWithRepository: 'the repository goes with it.',
  rest: ' Git has the rest.',
  more: ' There may be more.',
  whetherAll: 'whether git has all of it.',
  whatOfIt: 'what of it could be brought back.',
  whetherUndone: 'whether all of it can be undone here.',
  elseUndoable: ' What else goes can be undone here.',
  has: (files: string) => `git has ${files}.`,
  noFiles: 'there are no files in it.',
  sentHead: 'Cannot be taken back:',
  sent: 'what was sent stays sent.',
  sentThere: 'what is sent there.',
  remote: 'from here, what the remote loses.',
  neverCommitted: 'git keeps no changes that were never committed.',
  notKnownToGit: 'git does not know these files.',
  whetherAtAll: 'whether it could be brought back.',
  replacedThere: 'what is replaced there.',
  whichOfThem: 'which of these files go, and whether git has those.',
  onlyDevice: 'nothing else has what is on it.',
  hard: 'Hard to bring back:',
  byHash: 'by the hash that git prints, while git still keeps it.',
  branchByHash: 'what only this branch has, by the hash that git prints.',
  noHashes: 'git prints no hashes to find them by.',
  notOfOthers: '; this says nothing of the other effects.',
} as const

/** What a yes gives. */
const gives = {
  onceOnly: ' Only once: a part of it could not be read.',
  unreachable: (target: string) => ` It cannot reach ${target} there unasked.`,
  openFiles: 'with every file open',
  sandboxed: 'still sandboxed',
  outside: 'one run without the sandbox, with everything you may do.',
  openRun: 'one run with every file open, without a network',
  run: 'one run inside the sandbox',
  mayFail: ', where it may fail: the agent asked for more',
  lacks: ', where it is stopped again: not all that it does can be given',
  stays: ' (the folder itself stays, empty)',
  again: (grants: string, still: string) => `${grants}, this run, ${still}.`,
  apply: (grants: string, still: string) => `these changes once${grants}, ${still}.`,
  withGrants: (grants: string) => `, with ${grants}`,
  connect: (grants: string) => `${grants}, until this run ends.`,
  inputOutside: 'this text to a process outside the sandbox.',
  input: 'this text to the process, inside its sandbox.',
  call: 'just this call.',
  acpAgent: (agent: string) => `this to ${agent}, inside the session’s sandbox.`,
  acpAgentFromNow: (plus: string, anew: string) => `${plus}, from your next message on.${anew}`,
  acpAgentAgain: (plus: string, anew: string) =>
    `${plus}. The agent is begun anew for it at once, and goes on.${anew}`,
  begunAnew: {
    kept: ' It keeps its conversation.',
    lost: ' It then knows nothing of this conversation.',
  },
  serverFromNow: (plus: string) => `${plus}, while this session is open. The server starts again for it.`,
  acpAgentAlways: (always: string) => `what the agent calls “${always}”, inside the session’s sandbox.`,
  answer: 'this once, outside this sandbox.',
} as const

/** What is to be doubted. A `clause` is a sentence of the checks without its full stop; `act` is what is done. */
const doubt = {
  /** The beginning that goes on small in the middle of a sentence. */
  beginning: /^It /,
  because: (clause: string) => `: ${clause}`,
  modelLower: (model: string, floor: string, clause: string) =>
    `The model says ${model}; stays ${floor}${clause}.`,
  /** Where what is done stands above it. */
  against: (claim: string) => `But the agent says “${claim}”.`,
  claim: (claim: string, found: string) => `The agent says “${claim}”; ${found}.`,
  act: (act: string) => `it ${act}`,
  reason: (clause: string) => clause,
  checks: (level: string) => `the checks say ${level}`,
  otherwise: 'otherwise',
  notAssessed: (why: string) => `Not assessed: ${why}.`,
  noRule: 'no rule applies',
  notAnalysed: (why: string) => `Not analysed: ${why}.`,
  notAll: 'Not all of it could be looked at in time.',
} as const

/** The few words that a decision is understood from. */
export const glance = { fate, gives, doubt } as const
