import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of what stands beside a session: its decisions, files, plan and use. */
export const side = {
  title: 'Beside the session',
  open: 'Show decisions, files, plan and use',
  close: 'Close what stands beside the session',
  tabs: { decisions: 'Decisions', files: 'Files', plan: 'Plan', use: 'Use' },
  reading: 'Reading…',
  again: 'Look again',
  decisions: {
    none: 'No decision yet',
    noneText: 'What you are asked, and what a grant or a rule answers for you, stands here in order.',
    earlier: (n: number) => `${number(n)} earlier ones are not shown. The export has them all.`,
    lead: 'Shows it in the session',
    outcomes: {
      waiting: 'Waits for an answer',
      allowed: 'Allowed',
      changed: 'Run with another command',
      denied: 'Denied',
      withdrawn: 'Nobody answered',
    },
    outside: 'outside the sandbox',
    scopes: { turn: 'for this turn', session: 'for this session', rule: 'as a grant' },
    said: (text: string) => `“${text}”`,
    grant: {
      turn: 'Let through by a yes for its turn',
      session: 'Let through by a yes for this session',
      rule: 'Let through by a grant',
    },
    connects: (hosts: string) => `Connects to ${hosts}`,
    byRule: (name: string) => `Answered by the rule “${name}”`,
    byPolicy: 'Put in place under “Ask about effects”: nothing in it needed you',
    after: (time: string) => `after ${time}`,
  },
  files: {
    none: 'No file is otherwise than before',
    noneText: 'What is added, changed or deleted in the folder since the session began stands here.',
    unknown: 'Not known',
    unknownText: 'Nothing is kept of how the folder was before this session’s turns.',
    title: 'Changes since this session began',
    count: (n: number) =>
      n === 1 ? '1 file, whoever changed it' : `${number(n)} files, whoever changed them`,
    here: 'In the folder itself',
  },
  plan: {
    none: 'No plan yet',
    noneText: 'When the agent says what it means to do, its steps stand here.',
  },
  use: {
    none: 'No answer yet',
    noneText: 'What the model’s answers use stands here, turn by turn.',
    picture: (turns: number, tokens: string) =>
      turns === 1 ? `1 turn used ${tokens} tokens` : `${number(turns)} turns used ${tokens} tokens`,
    turn: (turn: number, tokens: string) => `Turn ${String(turn)}: ${tokens} tokens`,
    context: (percent: number) => `context ${String(percent)} % full`,
    bars: 'Tokens by turn',
    line: 'How full the context was',
    of: (percent: number, window: string) => `${String(percent)} % of ${window} tokens`,
    total: 'Tokens',
    cost: 'Cost',
    now: 'Context now',
    earlier: (n: number) => `${number(n)} earlier turns are not shown and not counted.`,
    noPrice: 'No price is known for this model.',
  },
} as const
