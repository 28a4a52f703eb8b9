import { counting } from './counting'

const { forms } = counting

/** The past read by today's rules. Loaded where that is shown, and not with the words of each window. */
export const replay = {
  title: (days: number) => `The last ${String(days)} days`,
  text: 'What Claude Code, Codex and Countersign did on this machine, read by today’s rules. Nothing is run, sent or changed.',
  reading: 'Reading what agents did…',
  takeOver: 'What agents may do unasked',
  takeOverText:
    'The permission lists of Claude Code and the prefix rules of Codex of your home, each as a rule with an end. Nothing is written before you say so.',
  takeOverLook: 'See what could be taken over',
  takeOverNone: 'There is nothing to take over.',
  takeOverAdd: (count: string) => `Add these to your rules: ${count}`,
  takeOverDone: (file: string) => `They stand in ${file} now.`,
  takeOverRefused: (count: string) => `Not taken over: ${count}`,
  more: (count: string) => `… and ${count} more: countersign replay --json lists more of them.`,
  nothing: 'No history of an agent was found.',
  ofQuestions: (questions: string, needed: string) => `Of ${questions} questions ${needed} needed you.`,
  ofActions: (actions: string, needed: string) =>
    `Of ${actions} commands and edits ${needed} would need you.`,
  counted: (sessions: string, actions: string) => `${sessions} with ${actions}.`,
  session: { one: 'session', other: 'sessions' },
  action: { one: 'command or edit', other: 'commands and edits' },
  asked: (count: string) => `${count} were asked then`,
  denied: (count: string) => `${count} were denied`,
  unknown: (count: string) =>
    `of ${count} the history does not say whether anybody was asked, or what came of it`,
  byRules: (count: string) => `of these your rules of effects could answer ${count}`,
  refused: (count: string) => `${count} would be refused`,
  policy: (approval: string, sandbox: string) =>
    `Judged as a new session would be today: ${approval}, ${sandbox}.`,
  words:
    'By their words alone: no file of today was looked at, since it is not what lay there then. What a program did by itself is not known.',
  unreadable: forms('1 line could not be read:', (count) => `${count} lines could not be read:`),
  torn: (count: string) => `${count} torn`,
  tooLong: (count: string) => `${count} too long`,
  hidden: (count: string) => `${count} with characters that are not seen, in what would have run`,
  unopened: (count: string) => `${count} not to be opened`,
  worst: 'The worst first:',
  times: (count: string) => `${count} times`,
  byRule: (name: string) => `“${name}” could answer it`,
  deniedThen: 'denied then',
  allowedThen: 'allowed then',
  rules:
    'Rules that would save most. Each is for these commands alone, and a rehearsal still decides what they may do:',
  answers: (count: string) => `It could answer ${count} of these.`,
  wrong: (count: string) => `It would have been wrong: you denied ${count} of them.`,
  notWrong: 'You denied none of them, as far as the history says.',
  uncovered: 'It does not cover:',
  narrower: (count: string) => `Narrower, for the exact commands, it could answer ${count}:`,
  noRules: 'No rule would save a question: what needs you is high, or differs each time.',
} as const
