import { visible } from '../visible'
import type { AddCommand } from '../cli/cli-context'

/** `countersign acp`: the agent for editors that speak the Agent Client Protocol, on standard input and output. */
export const addAcp: AddCommand = (command, cli) => {
  command.action(async () => {
    const { version, end, compose } = cli
    // Composed once before anything is served: what the options say is wrong ends it here, with a line and exit code 2.
    await cli.withEngine(async () => {
      const { runAcp } = await import('./run-acp')
      const { stdin: input, stdout: output } = process
      const complain = (text: string): void => {
        cli.complain(`countersign: ${visible(text)}\n`)
      }
      return runAcp({ input, output, version, end, complain, compose })
    })
  })
}
