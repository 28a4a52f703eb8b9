import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { strings } from '../../lib/strings'
import type { ClosedNote } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import type { TranscriptItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { CommandCard } from './command-card'
import { AssistantMessage, Reasoning } from './messages'
import { CompactedNote } from './compacted-note'
import { ConfiguredNote, FaultItem, RejectedCard, RetryingNote, TurnEndedNote, TurnNote } from './notes'
import { PatchCard } from './patch-card'
import { PlanCard } from './plan-card'
import { TurnDiffLine } from './turn-diff-line'
import { UserMessage } from './user-message'

const nearEndPx = 32

/** A session's record, anchored at its end unless the person has scrolled up. */
export function TranscriptView({ sessionId }: { sessionId: string }): ReactNode {
  const actions = useActions()
  const transcript = useAppState((state) => state.transcripts[sessionId])
  const opening = useAppState((state) => state.opening[sessionId] !== undefined)
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { away, toEnd } = useAnchoredEnd(box, content)
  const answered = useAppState((state) => answeredId(state.closed[sessionId]))
  useEffect(() => {
    if (answered !== undefined) toEnd()
  }, [answered, toEnd])
  const words = strings.transcript
  return (
    <div className="transcript-frame">
      <div
        ref={box}
        className="transcript"
        id="transcript"
        tabIndex={0}
        role="group"
        aria-label={strings.app.regions.transcript}
      >
        <div ref={content} className="items">
          {transcript === undefined && opening && <p className="dim">{words.opening}</p>}
          {transcript?.items.length === 0 && <p className="dim">{words.empty}</p>}
          {transcript?.older !== undefined && (
            <Button size="small" className="earlier" onClick={() => void actions.loadEarlier(sessionId)}>
              <Icon name="up" className="sm" />
              {words.earlier}
            </Button>
          )}
          {transcript?.items.map((item) => (
            <Item key={item.key} item={item} sessionId={sessionId} />
          ))}
        </div>
      </div>
      {away && (
        <Button size="small" className="to-end" onClick={toEnd}>
          <Icon name="down" className="sm" />
          {words.toEnd}
        </Button>
      )}
    </div>
  )
}

/** The request that was just answered: what comes of it is at the end. */
function answeredId(note: ClosedNote | undefined): string | undefined {
  return note?.request.decision === undefined ? undefined : note.request.id
}

function Item({ item, sessionId }: { item: TranscriptItem; sessionId: string }): ReactNode {
  switch (item.kind) {
    case 'user':
      return <UserMessage text={item.text} images={item.images} nth={item.nth} sessionId={sessionId} />
    case 'compacted':
      return <CompactedNote trigger={item.trigger} summary={item.summary} />
    case 'assistant':
      return <AssistantMessage text={item.text} done={item.done} />
    case 'reasoning':
      return <Reasoning text={item.text} done={item.done} />
    case 'command':
      return <CommandCard item={item} sessionId={sessionId} />
    case 'patch':
      return <PatchCard item={item} sessionId={sessionId} />
    case 'rejected':
      return <RejectedCard name={item.name} reason={item.reason} />
    case 'retrying':
      return <RetryingNote attempt={item.attempt} reason={item.reason} />
    case 'fault':
      return <FaultItem fault={item.fault} />
    case 'noted':
      return <TurnNote text={item.text} />
    case 'plan':
      return <PlanCard explanation={item.explanation} plan={item.plan} />
    case 'turn-diff':
      return <TurnDiffLine unifiedDiff={item.unifiedDiff} />
    case 'turn-ended':
      return <TurnEndedNote outcome={item.outcome} itemKey={item.key} sessionId={sessionId} />
    case 'configured':
      return <ConfiguredNote {...item} />
  }
}

/** Keeps the end in view while content or room changes; `away` says that the person has scrolled up. */
function useAnchoredEnd(
  box: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
): { away: boolean; toEnd: () => void } {
  const [away, setAway] = useState(false)
  const anchored = useRef(true)
  const toEnd = useCallback(() => {
    anchored.current = true
    setAway(false)
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [box])
  useEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (scroller === null || inner === null) return undefined
    const onScroll = (): void => {
      const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
      anchored.current = below <= nearEndPx
      setAway(!anchored.current)
    }
    const observer = new ResizeObserver(() => {
      if (anchored.current) scroller.scrollTop = scroller.scrollHeight
    })
    observer.observe(scroller)
    observer.observe(inner)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [box, content])
  return { away, toEnd }
}
