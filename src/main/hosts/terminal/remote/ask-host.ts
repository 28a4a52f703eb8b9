import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { cutAnswer, mostOfCommand } from '../../../core/host-link/cut-answer'
import type { CliContext, Write } from '../../cli/cli-context'
import { exitCodes } from '../run-once'
import { folderThere } from './exec-on-host'
import { tellLeftOut, tellLost, withHost, withName } from './run-on-host'

/** A host's engine as a command asks it, whose answers are no larger than can be shown. */
interface AskedHost {
  /** A folder there, by its absolute path. */
  readonly folder: string
  readonly request: <C extends RequestChannel>(channel: C, payload: RequestOf<C>) => Promise<ResponseOf<C>>
  /** With the host's name before every line, but for what a program reads. */
  readonly write: Write
  readonly complain: Write
}

/** What a host is asked for: the folder as it was typed, and whether a program reads what is said. */
interface Asking {
  readonly cd: string | undefined
  readonly json: boolean
  readonly use: (there: AskedHost) => Promise<number>
}

/**
 * Has a command ask the host of this name, and closes the line; what the host works on for it ends with that. Nothing is done on this machine, whatever is
 * wrong there. Throws FaultError `bad-request` for a folder that could be one of this machine's.
 */
export async function askHost(name: string, cli: CliContext, { cd, json, use }: Asking): Promise<void> {
  const folder = folderThere(cd)
  await cli.withHosts((hosts) =>
    withHost(hosts, name, {
      ...{ cli, json },
      use: (client) => {
        tellLost(client, name, cli.complain)
        const write = json ? cli.write : withName(name, cli.write)
        const complain = withName(name, cli.complain)
        const stopped = new Promise<number>((resolve) => {
          const left = (): void => {
            resolve(exitCodes.interrupted)
          }
          if (cli.stop.aborted) left()
          else cli.stop.addEventListener('abort', left, { once: true })
        })
        const request: AskedHost['request'] = async (channel, payload) => {
          const { answer, leftOut } = cutAnswer(await client.request(channel, payload), mostOfCommand)
          tellLeftOut(name, leftOut, cli.complain)
          return answer
        }
        return Promise.race([use({ request, folder, write, complain }), stopped])
      },
    }),
  )
}
