import { withHost } from '@shared/domain/host-state'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'

/** Says politely that a request has come, without moving the focus. What was there at the start is not announced. */
export function ArrivalAnnouncer(): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const questions = useAppState((state) => state.questions)
  const known = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    const requests = Object.values(approvals)
    const before = known.current
    const asked = Object.values(questions)
    known.current = new Set([...requests, ...asked].map(({ id }) => id))
    if (before === undefined) return
    const arrived = requests.find((request) => !before.has(request.id))
    const question = asked.find(({ id }) => !before.has(id))
    if (question !== undefined)
      setText(withHost(question.id, strings.arrival.question(question.server, question.tool)))
    if (arrived === undefined) return
    const { id, assessment, askedBy, sessionTitle } = arrived
    const title = askedBy?.parentTitle ?? sessionTitle
    setText(withHost(id, strings.arrival.request(strings.levels[assessment.level], title)))
  }, [approvals, questions])
  return (
    <div className="vh" role="status" aria-live="polite">
      {text}
    </div>
  )
}
