import type { ApprovalRequest } from '@shared/domain/approval'
import type { RiskLevel } from '@shared/domain/assessment'
import type { Question } from '@shared/domain/question'
import { withHost } from '@shared/domain/host-state'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'

/** Says politely that a request has come, or that its level is another now, without moving the focus. What was there at the start is not announced. */
export function ArrivalAnnouncer(): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const questions = useAppState((state) => state.questions)
  const known = useRef<ReadonlyMap<string, RiskLevel | undefined>>(undefined)
  const [text, setText] = useState('')
  // Nobody who reads the page later is told of what is answered.
  const isAsked = Object.keys(approvals).length + Object.keys(questions).length > 0
  useEffect(() => {
    const requests = Object.values(approvals)
    const asked = Object.values(questions)
    const before = known.current
    known.current = new Map([
      ...requests.map(({ id, assessment }) => [id, assessment.level] as const),
      ...asked.map(({ id }) => [id, undefined] as const),
    ])
    if (before === undefined) return
    const said = [
      ...requests.map((each) => requestOf(each, before)),
      ...asked.map((each) => questionOf(each, before)),
    ]
    const news = said.filter((each) => each !== undefined)
    if (news.length > 0) setText(news.join('. '))
  }, [approvals, questions])
  return (
    <div className="vh" role="status" aria-live="polite">
      {isAsked && text}
    </div>
  )
}

type Known = ReadonlyMap<string, RiskLevel | undefined>

/** What is new of a request. Of several that come at once each is said: a level that rises is not lost to an arrival. */
function requestOf(request: ApprovalRequest, before: Known): string | undefined {
  const { id, assessment, askedBy, sessionTitle } = request
  if (before.get(id) === assessment.level) return undefined
  const say = before.has(id) ? strings.arrival.level : strings.arrival.request
  return withHost(id, say(strings.levels[assessment.level], askedBy?.parentTitle ?? sessionTitle))
}

const questionOf = ({ id, server, tool }: Question, before: Known): string | undefined =>
  before.has(id) ? undefined : withHost(id, strings.arrival.question(server, tool))
