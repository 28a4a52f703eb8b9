import type { HookGatewayFile } from '../../core/ports/hook-settings'
import type { HookGatewayService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import type { Receiver } from './receiver'

/** What an engine with a window has for its hook gateway; `on` is asked whenever `follow` calls. */
export interface FollowedHookGateway {
  readonly hookGateway: HookGatewayService
  readonly file: HookGatewayFile
  readonly log: Log
  readonly on: () => boolean
  readonly follow: (listener: () => void) => () => void
}

/** See HookGatewayOfHome.keepOpen. */
export function followHookGateway({
  hookGateway,
  file,
  log,
  on,
  follow,
}: FollowedHookGateway): () => Promise<void> {
  let receiver: Receiver | undefined
  let ended = false
  let last: Promise<void> = Promise.resolve()
  const settle = (): Promise<void> => {
    last = last.then(async () => {
      const wanted = on() && !ended
      if (wanted === (receiver !== undefined)) return
      try {
        if (wanted) receiver = await (await import('./receiver')).openReceiver({ hookGateway, file, log })
        else {
          await receiver?.close()
          receiver = undefined
        }
      } catch (error) {
        log.error('the desk is not open', error)
      }
    })
    return last
  }
  const unfollow = follow(() => void settle())
  void settle()
  return () => {
    ended = true
    unfollow()
    return settle()
  }
}
