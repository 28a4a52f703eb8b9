import { InvalidArgumentError, Option } from 'commander'
import type { AddCommand, CliEngine } from '../cli/cli-context'

interface AttachOptions {
  readonly socket?: string
  readonly keep?: true
  readonly idleSeconds?: number
  readonly confinement?: 'container'
}

/** So long nothing is attached, runs or waits before a kept engine ends, in seconds. */
const idleSeconds = 15 * 60

/** `countersign attach`: what `--host` starts on the other side. */
export const addAttach: AddCommand = (command, cli) => {
  command
    .option('--socket <path>', 'the engine at this socket, which has to be of this user alone; starts none')
    .option('--keep', 'be that engine, and end when nothing has been attached, run or waited for a while')
    .option('--idle-seconds <n>', `how long that is (default: ${String(idleSeconds)})`, seconds)
    .addOption(
      new Option(
        '--confinement <what>',
        'what holds commands where no sandbox can be made and this machine is seen to be a container: that container',
      ).choices(['container']),
    )
    .action(async (options: AttachOptions) => {
      const { stop, complain } = cli
      const { confinement } = options
      const idle = options.idleSeconds ?? idleSeconds
      if (options.keep) {
        const keep = async ({ listenForClients: listen, ...composed }: CliEngine): Promise<number> => {
          const { keepEngine } = await import('./keep-engine')
          const { engine, log, version, searchFiles, typed, lentKeys } = composed
          const { build } = await cli.engineSocket()
          await keepEngine({
            ...{
              engine,
              log,
              version,
              build,
              searchFiles,
              typed,
              lentKeys,
              stop,
              listen,
              idleMs: idle * 1000,
              confinement,
            },
          })
          return 0
        }
        await cli.withEngine(keep, { confinement })
        return
      }
      const sockets = await cli.engineSocket()
      const { runAttach } = await import('./run-attach')
      const { socket } = options
      const code = await runAttach({
        find: () => (socket === undefined ? sockets.find(confinement) : sockets.at(socket, confinement)),
        ...(socket === undefined && {
          start: () =>
            sockets.start([
              ...['attach', '--keep', '--idle-seconds', String(idle)],
              ...(confinement === undefined ? [] : ['--confinement', confinement]),
            ]),
        }),
        ...{ stdin: process.stdin, stdout: process.stdout, complain, stop },
      })
      await cli.end.exit(code)
    })
}

function seconds(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 86_400 * 30)
    throw new InvalidArgumentError('Expected a whole number of seconds, at least 1.')
  return value
}
