import type { RestoreWish } from '@shared/domain/turn-restore'
import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { cutAnswer } from '../../../core/host-link/cut-answer'
import type { CliContext, Write } from '../../cli/cli-context'
import { exitCodes } from '../run-once'
import { runUndo, type UndoOptions } from '../run-undo'
import { folderThere } from './exec-on-host'
import { tellLost, withHost, withName } from './run-on-host'

/** So much of an answer is shown. A path has at most 4,096 bytes; what is longer was made up. */
const most = { text: 8_192, list: 5_000 }

/** A host's engine as a command asks it, whose answers are no larger than can be shown. What is written has the host's name before every line. */
interface AskedHost {
  readonly request: <C extends RequestChannel>(channel: C, payload: RequestOf<C>) => Promise<ResponseOf<C>>
  readonly write: Write
  readonly complain: Write
}

/**
 * Has a command ask the host of this name, and closes the line; what the host works on for it ends with that. Nothing is done on this machine, whatever is
 * wrong there.
 */
const askHost = (name: string, cli: CliContext, use: (there: AskedHost) => Promise<number>): Promise<void> =>
  cli.withHosts((hosts) =>
    withHost(hosts, name, {
      cli,
      use: (client) => {
        tellLost(client, name, cli.complain)
        const [write, complain] = [withName(name, cli.write), withName(name, cli.complain)]
        const stopped = new Promise<number>((resolve) => {
          const left = (): void => {
            resolve(exitCodes.interrupted)
          }
          if (cli.stop.aborted) left()
          else cli.stop.addEventListener('abort', left, { once: true })
        })
        const request: AskedHost['request'] = async (channel, payload) => {
          const { answer, leftOut } = cutAnswer(await client.request(channel, payload), most)
          if (leftOut > 0) complain(`${String(leftOut)} more entries of the answer are left out.\n`)
          return answer
        }
        return Promise.race([use({ request, write, complain }), stopped])
      },
    }),
  )

/** `countersign undo --host NAME`: in a folder there, of what the engine there has kept. */
export async function undoOnHost(
  host: string,
  cli: CliContext,
  undo: {
    readonly id: string | undefined
    readonly folder: string | undefined
    readonly options: UndoOptions
  },
): Promise<void> {
  const { id, options } = undo
  const folder = folderThere(undo.folder)
  await askHost(host, cli, ({ request, write, complain }) => {
    const restores = {
      list: (path: string) => request('restore.list', { path }),
      restore: (sessionId: string, wish: RestoreWish) => request('restore.do', { sessionId, ...wish }),
    }
    const named = options.json === true ? cli.write : write
    return runUndo({ id, folder, options, restores, host }, { write: named, complain })
  })
}
