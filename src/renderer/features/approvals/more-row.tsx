import type { ReactNode } from 'react'

/** The row at the end of a folded list, which unfolds it; `children` says how much there is. */
export function MoreRow({ onMore, children }: { onMore: () => void; children: ReactNode }): ReactNode {
  return (
    <dd>
      <button type="button" className="link-btn" onClick={onMore}>
        {children}
      </button>
    </dd>
  )
}
