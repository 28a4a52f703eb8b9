import { runAppServer } from './run-app-server'
import type { AddCommand } from '../cli/cli-context'

/** `countersign app-server`: the engine for other programs, over JSON-RPC on standard input and output. */
export const addAppServer: AddCommand = (program, cli) => {
  const command = program
    .command('app-server')
    .description('serves other programs over JSON-RPC, one message a line on standard input and output')
  command.action(async () => {
    const { version, env, end } = cli
    await cli.withEngine((composed) =>
      runAppServer({
        input: process.stdin,
        output: process.stdout,
        version,
        env,
        end,
        compose: () => Promise.resolve(composed),
      }),
    )
  })
  command
    .command('generate')
    .description('writes the protocol as TypeScript types and JSON Schema')
    .requiredOption('--out <dir>', 'the folder to write to; it is made where it is missing')
    .action(async ({ out }: { out: string }) => {
      const { generateProtocol } = await import('./generate-protocol')
      const written = await generateProtocol(out)
      cli.write(written.map((file) => `${file}\n`).join(''))
    })
}
