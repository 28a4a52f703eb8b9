import type { SessionInput } from '../../../core/engine-service'
import type { AnswerMode } from '../answers'
import { runOnce } from '../run-once'
import type { CliContext } from './cli-context'
import { terminalAsk } from './terminal-ask'

/** One run as `demo` and `exec` start it. */
export interface TerminalRun {
  readonly input: SessionInput
  readonly prompt: string
  readonly answer: AnswerMode
  readonly json: boolean
}

/** Runs one prompt with the terminal as the one who is asked, and keeps its exit code. */
export function runInTerminal(run: TerminalRun, cli: CliContext): Promise<void> {
  return cli.withEngine(async ({ engine }) => {
    const { ask, close } = terminalAsk(cli.stop)
    try {
      return await runOnce({ engine, ...run, write: cli.write, ask, stop: cli.stop })
    } finally {
      close()
    }
  })
}
