import { InvalidArgumentError } from 'commander'
import type { AddCommand } from '../cli/cli-context'
import { visible } from '../visible'
import { addInstall } from './install-commands'

/** `countersign desk`: where agents of other makers are decided on, without a window. */
export const addDesk: AddCommand = (desk, cli) => {
  desk
    .option('--json', 'print {url, token} as JSON on one line')
    .option('--port <n>', 'the port on 127.0.0.1, this once (default: the one that is kept)', port)
    .action((options: { json?: boolean; port?: number }) =>
      cli.withEngine(async (composed) => {
        const { openReceiver } = await import('./receiver')
        const { engine, hookGatewayOfHome, log, windows } = composed
        const asked = windows.ask(engine, {
          from: { program: 'desk', folder: process.cwd(), pid: process.pid },
          mine: () => true,
          // A no that cannot be put on record waits on, and is no answer when the agent gives up.
          unasked: ({ id }) => void engine.decide(id, { kind: 'deny' }, 'engine').catch(() => undefined),
          say: (line) => {
            cli.complain(`countersign: ${visible(line)}\n`)
          },
        })
        const receiver = await openReceiver({
          ...{ hookGateway: engine.hookGateway, file: hookGatewayOfHome.file, log },
          port: options.port,
        })
        const { url, token } = receiver
        cli.write(
          options.json === true
            ? `${JSON.stringify({ url, token })}\n`
            : `The desk is open at ${url}. Set up an agent with: countersign desk install claude-code. Stop with Ctrl+C.\n`,
        )
        await new Promise<void>((resolve) => {
          if (cli.stop.aborted) resolve()
          cli.stop.addEventListener('abort', () => {
            resolve()
          })
        })
        asked.close()
        await receiver.close()
        return 0
      }),
    )
  addInstall(desk, cli)
  desk
    .command('hook')
    .description('answers one hook of an agent that starts a program for it, on standard input and output')
    .argument('<agent>', 'claude-code or codex')
    .option('--home <folder>', 'the home whose desk is asked')
    .option('--retries', 'asks nobody: only lets through what was allowed after a refusal')
    .action(() => {
      throw new Error('desk hook takes no options but --home and --retries')
    })
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.')
  return value
}
