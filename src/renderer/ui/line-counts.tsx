import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { strings } from '../lib/strings'
import type { LineCount } from '../lib/unified-diff'

const words = laterStrings.patch

/** "+4 −1", read out in words; says so when not all lines are known. */
export function LineCounts({ count }: { count: LineCount }): ReactNode {
  return (
    <span className="num counts">
      <span className="plus">
        <span aria-hidden="true">+{count.added.toLocaleString(strings.locale)}</span>
        <span className="vh">{words.added(count.added)}, </span>
      </span>{' '}
      <span className="minus">
        <span aria-hidden="true">−{count.removed.toLocaleString(strings.locale)}</span>
        <span className="vh">{words.removed(count.removed)}</span>
      </span>
      {!count.whole && <span> {words.notAll}</span>}
    </span>
  )
}
