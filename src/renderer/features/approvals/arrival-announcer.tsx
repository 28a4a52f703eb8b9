import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'

/** Says politely that a request has come, without moving the focus. What was there at the start is not announced. */
export function ArrivalAnnouncer(): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const known = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    const requests = Object.values(approvals)
    const before = known.current
    known.current = new Set(requests.map((request) => request.id))
    if (before === undefined) return
    const arrived = requests.find((request) => !before.has(request.id))
    if (arrived === undefined) return
    setText(strings.approval.arrival(strings.levels[arrived.assessment.level], arrived.sessionTitle))
  }, [approvals])
  return (
    <div className="vh" role="status" aria-live="polite">
      {text}
    </div>
  )
}
