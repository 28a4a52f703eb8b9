import { visible } from '../visible'
import type { AddCommand } from '../cli/cli-context'

/** `countersign mcp-server`: the agent as a tool of MCP clients, on standard input and output. */
export const addMcpServer: AddCommand = (command, cli) => {
  command
    .option('--desk', "also answers Claude Code's --permission-prompt-tool, by rules or in an open window")
    .action(async (options: { desk?: boolean }) => {
      const { version, end, compose } = cli
      // Composed once before anything is served: what the options say is wrong ends it here, with a line and exit code 2.
      await cli.withEngine(async ({ engine, windows }) => {
        const { runMcpServer } = await import('./run-mcp-server')
        const { stdin: input, stdout: output } = process
        const complain = (text: string): void => {
          cli.complain(`countersign: ${visible(text)}\n`)
        }
        const cwd = process.cwd()
        const prompt =
          options.desk === true &&
          (await import('./permission-prompt')).permissionPrompt({ engine, windows, cwd, complain })
        return runMcpServer({
          input,
          output,
          version,
          cwd,
          end,
          complain,
          compose,
          ...(prompt && { prompt }),
        })
      })
    })
}
