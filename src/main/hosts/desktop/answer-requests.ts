import { requestChannels } from '@shared/ipc/channels'
import type { Reply } from '@shared/ipc/contract'
import type { BridgeConnection } from '../bridge/bridge-server'
import { isAppUrl } from './app-origin'
import type { IpcSender, RequestSource } from './ipc'

/** Who may call, and where the call goes. `connectionOf` knows only our windows, by the id of their contents. */
export interface AnswerOptions {
  readonly devServerUrl: string | undefined
  connectionOf(contentsId: number): BridgeConnection | undefined
}

/**
 * Registers one handler per request channel; called once. The sender is judged before anything else, and before any
 * await, since its frame can vanish; a stranger gets `forbidden` and its payload is not looked at.
 */
export function answerRequests(source: RequestSource, options: AnswerOptions): void {
  for (const channel of requestChannels) {
    source.handle(channel, async (event, payload): Promise<Reply> => {
      const connection = connectionOfSender(event, options)
      if (connection === undefined) {
        return { ok: false, fault: { code: 'forbidden', message: 'This page may not use the bridge' } }
      }
      return connection.handle(channel, payload)
    })
  }
}

/** The sender's bridge when it is the top frame of our own window and shows our own page; undefined otherwise. */
function connectionOfSender(event: IpcSender, options: AnswerOptions): BridgeConnection | undefined {
  const frame = event.senderFrame
  if (frame?.parent !== null) return undefined
  if (!isAppUrl(frame.url, options.devServerUrl)) return undefined
  return options.connectionOf(event.sender.id)
}
