import { runInSandbox, sandboxOptions, type SandboxOptions } from '../run-in-sandbox'
import { ownInput } from '../own-input'
import type { AddCommand } from '../../cli/cli-context'

/** `countersign sandbox`: one command in the sandbox. */
export const addSandbox: AddCommand = (sandbox, cli) => {
  sandboxOptions(sandbox).action((command: string[], options: SandboxOptions) =>
    cli.withRunner(async ({ runTyped }) => {
      // The command is read no faster than its output is taken, as at the end of any pipe. What is not taken at once waits in the chunk itself,
      // which must not be read into before it is.
      const pass = (stream: 'stdout' | 'stderr', chunk: Uint8Array): Promise<void> | undefined => {
        const to = process[stream]
        // Called also when nobody takes it any more.
        const taken = new Promise<void>((resolve) => to.write(chunk, () => resolve()))
        return to.writableLength === 0 ? undefined : taken
      }
      const { write, complain, stop } = cli
      const own = ownInput(options.json === true)
      try {
        const run = { command, options, runTyped, input: own?.input }
        return await runInSandbox(run, { write, complain, pass }, stop)
      } finally {
        own?.release()
      }
    }),
  )
}
