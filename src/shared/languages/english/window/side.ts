import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of what stands beside a session: its decisions, files, plan, use and terminal. */
export const side = {
  title: 'Beside the session',
  open: 'Show decisions, files, plan, use and terminal',
  close: 'Close what stands beside the session',
  tabs: { decisions: 'Decisions', files: 'Files', plan: 'Plan', use: 'Use', terminal: 'Terminal' },
  reading: 'Reading…',
  again: 'Look again',
  decisions: {
    none: 'No decision yet',
    noneText: 'What you are asked, and what a grant or a rule answers for you, stands here in order.',
    earlier: (n: number) =>
      n === 1
        ? '1 earlier one is not shown. The export has it.'
        : `${number(n)} earlier ones are not shown. The export has them all.`,
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
    byPolicy: 'Run under “Ask about effects”: nothing in it needed you',
    after: (time: string) => `after ${time}`,
  },
  files: {
    none: 'No file is otherwise than before',
    noneText: 'What is added, changed or deleted in the folder since the session began stands here.',
    unknown: 'Nothing to compare with',
    unknownText:
      'How the folder was is kept from the first turn on that does something. Of this session none is kept.',
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
    earlier: (n: number) =>
      `${n === 1 ? '1 earlier turn is' : `${number(n)} earlier turns are`} not shown and not counted.`,
    noPrice: 'No price is known for this model.',
  },
  terminal: {
    none: 'No terminal yet',
    noneText: 'A shell in this session’s folder and sandbox. The agent sees nothing of it.',
    unfit: 'No terminal here',
    ofDesk: 'Its agent runs elsewhere, outside this sandbox.',
    ofChild: 'It was started by an agent of another session: open a terminal there.',
    noSandbox: 'There is no sandbox on this machine that could contain it.',
    confined: (mode: string) => `In the sandbox: ${mode}. What that does not open is refused, unasked.`,
    open: 'No sandbox: what is typed here may do everything that you may.',
    begin: 'Open a terminal',
    another: 'Open another',
    end: 'End it',
    keys: 'F6 leaves it',
    input: 'Terminal. F6 leaves it.',
    tooMuch: 'Too much output to announce: go through the rows to read it.',
    ended: (code: number) => `The shell has ended with exit code ${String(code)}.`,
    stopped: 'The shell was ended.',
    failed: (why: string) => `The shell could not be started: ${why}`,
  },
} as const
