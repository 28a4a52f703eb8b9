import type { DeskFile } from '../../core/desk-file'
import type { DeskService } from '../../core/desk-service'
import type { Log } from '../../core/ports'
import { openReceiver, type Receiver } from './receiver'

/** What an engine with a window has for its desk; `on` is asked whenever `follow` calls. */
export interface FollowedDesk {
  readonly desk: DeskService
  readonly file: DeskFile
  readonly log: Log
  readonly on: () => boolean
  readonly follow: (listener: () => void) => () => void
}

/** See DeskOfHome.keepOpen. */
export function followDesk({ desk, file, log, on, follow }: FollowedDesk): () => Promise<void> {
  let receiver: Receiver | undefined
  let ended = false
  let last: Promise<void> = Promise.resolve()
  const settle = (): Promise<void> => {
    last = last.then(async () => {
      const wanted = on() && !ended
      if (wanted === (receiver !== undefined)) return
      try {
        if (wanted) receiver = await openReceiver({ desk, file, log })
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
