import type { AppServerEngine } from '../../cli/composed-engine'
import type { Write } from '../../cli/cli-context'
import { Followers } from '../threads'
import { secondConnection } from '../second-connection'
import { freshToken, tokenFrom } from './capability-token'
import { listen } from './listen-for-clients'
import { listenAddress } from './listen-address'

/** What is waited with for clients. `write` gets one line for whoever started it. */
export interface ListeningRun {
  readonly listen: string
  readonly tokenFile: string | undefined
  readonly composed: AppServerEngine
  readonly home: string
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly stop: AbortSignal
  readonly write: Write
}

/**
 * Serves clients of the second protocol on one engine until it is stopped. Says where, with the token where that is not in a file, as
 * one line of JSON. Resolves with the exit code. Throws FaultError for an address or a token file that cannot be.
 */
export async function runListening(run: ListeningRun): Promise<number> {
  const { tokenFile, composed, home, version, env, stop, write } = run
  const address = listenAddress(run.listen)
  const given = tokenFile === undefined ? undefined : await tokenFrom(tokenFile)
  const token = given ?? (address.kind === 'web' ? freshToken() : undefined)
  const followers = new Followers()
  const listening = await listen({
    address,
    token,
    open: (writer) =>
      secondConnection({
        ...{ writer, version, env, stop, followers },
        home: () => home,
        compose: () => Promise.resolve(composed),
      }),
  })
  const reported = { listen: listening.at, ...(given === undefined && token !== undefined && { token }) }
  write(`${JSON.stringify(reported)}\n`)
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener(
      'abort',
      () => {
        resolve()
      },
      { once: true },
    )
  })
  await listening.close()
  return 0
}
