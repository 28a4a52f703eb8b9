import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { serve } from './serve'
import type { AddCommand } from '../cli/cli-context'

/** `countersign serve`: the window in a browser of this machine. */
export const addServe: AddCommand = (command, cli) => {
  command
    .option('--port <n>', 'the port on 127.0.0.1 (default: any free one)', port)
    .option(
      '--plain-address',
      'keeps http://127.0.0.1:PORT, for browsers that find no names below localhost; a page that somebody else showed at this port before can then take the window',
    )
    .action((options: { port?: number; plainAddress?: true }) =>
      cli.withEngine(async (composed) => {
        const { log, version, searchFiles } = composed
        const rendererDir = join(cli.moduleDir, '../renderer')
        const engine = await composed.show()
        const address = options.plainAddress === true ? 'plain' : 'own'
        const { port } = options
        const server = await serve({ engine, log, version, rendererDir, searchFiles, port, address })
        const closeHookGateway = composed.hookGatewayOfHome.keepOpen()
        // Its first window waits for how the engine stands, the sandbox tried out: meanwhile a browser loads the page.
        void engine.state().catch(() => undefined)
        cli.write(`Countersign is at ${server.url}\nThe link works once, in one browser. Stop with Ctrl+C.\n`)
        await new Promise<void>((resolve) => {
          cli.stop.addEventListener(
            'abort',
            () => {
              resolve()
            },
            { once: true },
          )
        })
        await Promise.all([closeHookGateway(), server.close()])
        await engine.close()
        return 0
      }),
    )
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.')
  return value
}
