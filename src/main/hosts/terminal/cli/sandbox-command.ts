import { runInSandbox, sandboxOptions, type SandboxOptions } from '../sandbox-command'
import type { AddCommand } from './cli-context'

/** `countersign sandbox`: one command in the sandbox. */
export const addSandbox: AddCommand = (program, cli) => {
  sandboxOptions(
    program
      .command('sandbox')
      .description('runs one command in the sandbox; its output and exit code pass through'),
  ).action((command: string[], options: SandboxOptions) =>
    cli.withEngine(({ runTyped }) => {
      const pass = (stream: 'stdout' | 'stderr', chunk: Uint8Array): void => {
        process[stream].write(chunk)
      }
      const { write, complain, stop } = cli
      return runInSandbox({ command, options, runTyped }, { write, complain, pass }, stop)
    }),
  )
}
