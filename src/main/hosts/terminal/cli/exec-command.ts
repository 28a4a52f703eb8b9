import { join } from 'node:path'
import type { AddCommand } from './cli-context'
import { runInTerminal } from './run-in-terminal'

/** `countersign exec`: one prompt, approvals asked on the terminal. */
export const addExec: AddCommand = (program, cli) => {
  program
    .command('exec')
    .description(
      'runs one prompt; approvals are asked on the terminal, and denied where there is none (exit code 3)',
    )
    .argument('<prompt>', 'what the agent should do')
    .option('--json', 'print every event as one JSON line')
    .option('--cd <dir>', 'the folder to work in (default: this one)')
    .action((prompt: string, { json = false, cd }: { json?: boolean; cd?: string }) => {
      const cwd = cd === undefined ? process.cwd() : join(cd)
      return runInTerminal({ input: { cwd }, prompt, answer: 'ask', json }, cli)
    })
}
