import { runOnce, type RunOnce } from '../run-once'
import type { CliContext } from '../../cli/cli-context'
import { terminalAsk } from './terminal-ask'

/** One run as `demo` and `exec` start it. */
export type TerminalRun = Omit<RunOnce, 'engine' | 'write' | 'ask' | 'stop'>

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
