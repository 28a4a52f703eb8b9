import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { FaultError } from '@shared/domain/fault'
import type { HostsFile } from '../../core/host-link/edit-hosts'
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
    .option('--host <name>', 'new sessions of its windows begin on this host, and none on this machine')
    .action((options: { port?: number; plainAddress?: true; host?: string }) =>
      cli.withOpened(async (withEngine) => {
        const { port, host: startedOn } = options
        const rendererDir = join(cli.moduleDir, '../renderer')
        const address = options.plainAddress === true ? 'plain' : 'own'
        const server = await serve({ rendererDir, port, address })
        const say = (): void => {
          cli.write(
            `Countersign is at ${server.url}\nThe link works once, in one browser. Stop with Ctrl+C.\n`,
          )
        }
        // All that a person may have to mend has been looked at, but for this name: the browser loads the page while the engine is made.
        if (startedOn === undefined) say()
        try {
          await withEngine(async (composed) => {
            const { log, version, searchFiles } = composed
            const engine = await composed.show()
            if (startedOn !== undefined) await requireShown(startedOn, engine)
            await server.show({ engine, log, version, searchFiles, startedOn })
            const closeHookGateway = composed.hookGatewayOfHome.keepOpen()
            // Its first window waits for how the engine stands, the sandbox tried out: that begins meanwhile.
            void engine.state().catch(() => undefined)
            if (startedOn !== undefined) say()
            await untilAborted(cli.stop)
            await Promise.all([closeHookGateway(), server.close()])
            await engine.close()
            return 0
          }, server.calm)
        } finally {
          await server.close()
        }
      }),
    )
}

const untilAborted = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      resolve()
    }
    if (stop.aborted) end()
    else stop.addEventListener('abort', end, { once: true })
  })

/** Throws FaultError `bad-request` for a name that is no host's of the configuration, and for one that no window shows. */
async function requireShown(name: string, file: HostsFile): Promise<void> {
  const { listHosts } = await import('../../core/host-link/edit-hosts')
  const hosts = await listHosts(file)
  const found = hosts.find((host) => host.name === name)
  if (!found) {
    const { noSuchHost } = await import('../cli/no-such-host')
    throw noSuchHost(
      name,
      hosts.flatMap((host) => (host.window ? [host.name] : [])),
    )
  }
  if (!found.window)
    throw new FaultError({
      code: 'bad-request',
      message: `The host ${name} is kept out of windows; expected no window = false in [hosts.${name}] of config.toml.`,
    })
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.')
  return value
}
