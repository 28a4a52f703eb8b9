import { useContext, useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { formatLasting } from '../../lib/time'
import { askedIn, requestsOfSession } from '../../state/approval-order'
import { useAppState } from '../../state/context'
import { waitsFor, type WaitsFor } from '../../state/waits-for'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { useNow } from '../../ui/age'
import { ItemsHeight } from './items-list'

const words = laterStrings.waits

/** What the turn that runs waits for and for how long, at the end of the record; nothing while none runs. */
export function WaitsLine({ sessionId }: { sessionId: string }): ReactNode {
  const status = useAppState((state) => state.sessions[sessionId]?.status)
  const runs = status === 'running' || status === 'needs-you'
  const onHeight = useContext(ItemsHeight)
  useLayoutEffect(onHeight, [onHeight, runs])
  return runs ? <Waits sessionId={sessionId} /> : undefined
}

function Waits({ sessionId }: { sessionId: string }): ReactNode {
  const transcript = useAppState((state) => state.transcripts[sessionId])
  const model = useAppState((state) => state.sessions[sessionId]?.model ?? '')
  const approvals = useAppState((state) => state.approvals)
  const questions = useAppState((state) => state.questions)
  const asked = useMemo(
    () => ({
      approvals: requestsOfSession(Object.values(approvals), sessionId, {}),
      questions: Object.values(questions).filter((question) => askedIn(question) === sessionId),
    }),
    [approvals, questions, sessionId],
  )
  const now = useNow(1000)
  const waits = transcript && waitsFor(transcript, asked)
  // A command that runs is listed with its time and its end right below.
  if (waits === undefined || waits.kind === 'command') return undefined
  const { doing, what } = waitsText(waits, model)
  return (
    <p className="waits">
      <Icon name={waits.kind === 'approval' || waits.kind === 'question' ? 'clock' : 'run'} className="sm" />
      <span className="num nowrap">{words.since(doing, formatLasting(waits.since, now))}</span>
      <span className="ellipsis">
        <UntrustedText text={what} />
      </span>
    </p>
  )
}

type Said = Exclude<WaitsFor, { kind: 'command' }>

/** The words for it: what goes on, and what is waited for, which may be untrusted. */
export function waitsText(waits: Said, model: string): { readonly doing: string; readonly what: string } {
  switch (waits.kind) {
    case 'model':
      return { doing: words.thinking, what: words.model(model) }
    case 'writing':
      return { doing: words.writing, what: '' }
    case 'room':
      return { doing: words.thinking, what: words.room }
    case 'again':
      return { doing: words.waiting, what: words.again(model, waits.attempt) }
    case 'review':
      return { doing: words.reviewing, what: '' }
    case 'patch':
      return { doing: words.changing, what: '' }
    case 'approval':
      return { doing: words.decision(waits.count), what: '' }
    case 'question':
      return { doing: words.waiting, what: words.answer(waits.server) }
    case 'server':
      return { doing: words.waiting, what: words.server(waits.server, waits.tool) }
    case 'agents':
      return { doing: words.thinking, what: words.agents(model, waits.names) }
  }
}
