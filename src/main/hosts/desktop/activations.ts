import type { ElectronApi } from './electron-api'

/** A notification tells of a press itself, in the same moment. */
const togetherMs = 250

/** What pressing a notification does where nobody listens to it any more. */
export interface Activations {
  /** A notification that is listened to was pressed. */
  readonly pressed: () => void
}

/**
 * On Windows: opens the window for a notification that outlived who made it, one of an earlier run that started us included. It does nothing
 * else: what it was about is over or waits in the window, and what it says of itself is not known to be ours. A notification of this run acts by
 * itself.
 */
export function followActivations(
  Notification: ElectronApi['Notification'],
  { platform, present }: { readonly platform: NodeJS.Platform; readonly present: () => void },
): Activations {
  let last = Number.NEGATIVE_INFINITY
  if (platform === 'win32')
    Notification.handleActivation(() => {
      // Which of the two is told first is not known.
      setTimeout(() => {
        if (performance.now() - last > 2 * togetherMs) present()
      }, togetherMs)
    })
  return {
    pressed() {
      last = performance.now()
    },
  }
}
