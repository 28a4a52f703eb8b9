import { strings } from '../../lib/strings'
import type { PatchItem } from '../../state/transcript-items'
import type { IconName } from '../../ui/icon'
import { outcomeText } from './outcome-text'

/** How a patch stands, in words for its card. Without an icon it went as usual. */
export interface PatchStatus {
  readonly icon: IconName | undefined
  readonly text: string
  readonly waiting: boolean
  /** Names the card. */
  readonly label: string
}

const words = strings.patch

/** The words for a patch: its last attempt counts, and what ended the call before one. */
export function patchStatus(item: PatchItem): PatchStatus {
  const last = item.attempts.at(-1)
  if (last?.settled === false)
    return { icon: 'run', text: words.applying, waiting: false, label: words.cardRunning }
  if (item.ended === undefined && item.request?.state === 'pending')
    return { icon: undefined, text: words.waiting, waiting: true, label: words.cardWaiting }
  const plain = (icon: IconName | undefined, text: string): PatchStatus => ({
    icon,
    text,
    waiting: false,
    label: words.card,
  })
  const decision = item.request?.decision?.kind
  if (decision === 'deny' || decision === 'abort') return plain('x', words.rejected)
  const outcome = item.ended ?? last?.outcome
  switch (outcome?.kind) {
    case 'exited':
      if (outcome.exitCode !== 0) return plain('x', words.failed(outcome.exitCode))
      return plain(undefined, last?.confinement === 'none' ? words.appliedOutside : words.applied)
    case 'denied':
      return plain('shield-x', words.stopped)
    case 'refused':
      return plain('x', words.rejected)
    case 'timed-out':
    case 'cancelled':
    case 'failed': {
      const { mark } = outcomeText(outcome)
      return plain(mark?.icon, mark?.text ?? '')
    }
    case undefined:
      return plain('stop', strings.transcript.cancelled)
  }
}
