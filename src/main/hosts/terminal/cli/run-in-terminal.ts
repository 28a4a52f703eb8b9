import { runOnce, type RunOnce } from '../run-once'
import type { CliContext, CliEngine } from '../../cli/cli-context'
import { terminalAsk } from '../../cli/terminal-ask'

/** One run as `demo` and `exec` start it. `unattended`: nobody is asked here, though there is a terminal. */
export type TerminalRun = Omit<RunOnce, 'engine' | 'write' | 'complain' | 'ask' | 'elsewhere' | 'stop'> & {
  readonly unattended?: boolean
}

/** Runs one prompt with the terminal as the one who is asked, and keeps its exit code. */
export function runInTerminal(run: TerminalRun, cli: CliContext): Promise<void> {
  return cli.withEngine((composed) => runHere(composed, run, cli))
}

/** The same with an engine that is there; resolves with the exit code. */
export async function runHere(
  { engine, windows }: Pick<CliEngine, 'engine' | 'windows'>,
  run: TerminalRun,
  cli: CliContext,
): Promise<number> {
  const { ask, close } = run.unattended ? { ask: undefined, close: () => undefined } : terminalAsk(cli.stop)
  try {
    const { write, complain, stop } = cli
    return await runOnce({
      engine,
      ...run,
      write,
      complain,
      ask,
      elsewhere: (asking) => windows.ask(engine, asking),
      stop,
    })
  } finally {
    close()
  }
}
