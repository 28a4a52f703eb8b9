import { useCallback, useEffect, useRef, useState, memo, useMemo } from 'react'
import type { ReactNode, RefObject, FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { CompactionTrigger } from '@shared/domain/agent-event'
import type { PlanStep } from '@shared/domain/plan'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import type { ClosedNote } from '../../state/app-state'
import { useActions, useAppState, useCommands } from '../../state/context'
import type { Transcript } from '../../state/transcript'
import type { TranscriptItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'
import { FoundHere } from '../../ui/found-here'
import { OpenFile } from '../../ui/open-file'
import { Icon } from '../../ui/icon'
import { LongText } from '../../ui/long-text'
import { KindIcon } from '../../ui/kind-icon'
import { PlanSteps } from '../../ui/plan-steps'
import { UntrustedText } from '../../ui/untrusted-text'
import { useRowsInTurn, useTurn, type RowsInTurn } from '../../ui/use-rows-in-turn'
import { AgentCard } from './agent-card'
import { CommandCard } from './command-card'
import { DemoEnd } from './demo-end'
import { FindBar } from './find-bar'
import { ItemsHeight, ItemsList } from './items-list'
import { AssistantMessage, Reasoning } from './messages'
import {
  AskedNote,
  ConfiguredNote,
  RejectedCard,
  RetryingNote,
  TurnNote,
  SearchedNote,
  ViewedNote,
} from './notes'
import { PatchCard } from './patch-card'
import { ReviewCard } from './review-card'
import { ToolCard } from './tool-card'
import { TurnDiffLine } from './turn-diff-line'
import { FaultItem, TurnEndedNote } from './turn-faults'
import { useAnchoredEnd } from './use-anchored-end'
import { useFoundPlace } from './use-found-place'
import { useMovingBack } from './use-moving-back'
import { WaitsLine } from './waits-line'
import { UserMessage } from './user-message'

/** How far beyond what is seen items are drawn, in pixels. */
const drawnBeyond = 600
/** So high an item is taken to be until it is drawn: about what one in the middle is. Taken for less, three times as many are drawn at first as have room. */
const itemPx = 100
/** Nearer to the first item than this, what stands before it is asked for. */
const nearBeginningPx = 1500
/** The room above the first item, and that with the button for what stands before it; the style sheet has them too. */
const headPx = { plain: 16, button: 52 }

/** A session's record, anchored at its end unless the person has scrolled up. Only what is near the eye is drawn. */
export function TranscriptView({ sessionId }: { sessionId: string }): ReactNode {
  const newest = useAppState((state) => state.transcripts[sessionId])
  const opening = useAppState((state) => state.opening[sessionId] !== undefined)
  const box = useRef<HTMLDivElement>(null)
  const { away, still, toEnd, leave, settle } = useAnchoredEnd(box)
  const [drawn, setDrawn] = useState(newest)
  if (!still && drawn !== newest) setDrawn(newest)
  const transcript = still ? drawn : newest
  useMovingBack(transcript?.items)
  const actions = useActions()
  const [finding, setFinding] = useState(false)
  const found = useAppState((state) => state.found?.sessionId === sessionId && state.found.text !== '')
  const outside = useAppState((state) =>
    state.found?.sessionId === sessionId ? state.found.outside : undefined,
  )
  const [begun, setBegun] = useState(outside)
  if (outside !== undefined && outside !== begun) setBegun(outside)
  useEffect(
    () => () => {
      actions.clearFound(sessionId)
    },
    [actions, sessionId],
  )
  useCommands({
    'transcript.search': () => {
      setFinding(true)
      document.querySelector<HTMLElement>('.find-bar input')?.focus()
    },
  })
  const answered = useAppState((state) => answeredId(state.closed[sessionId]))
  const sent = useAppState((state) => lastMessage(state.transcripts[sessionId]?.items))
  useEffect(() => {
    toEnd()
  }, [answered, sent, toEnd])
  const opensFiles = useAppState((state) => state.engine?.fileOpener !== 'none')
  const openFile = useCallback(
    (path: string, line: number | undefined) => void actions.openFile(sessionId, path, line),
    [actions, sessionId],
  )
  const words = laterStrings.transcript
  return (
    <div className="transcript-frame">
      {(finding || found) && (
        <FindBar
          key={begun}
          sessionId={sessionId}
          onClose={() => {
            setFinding(false)
            actions.clearFound(sessionId)
          }}
        />
      )}
      <div
        ref={box}
        className="transcript"
        id="transcript"
        tabIndex={0}
        role="group"
        aria-label={strings.app.regions.transcript}
      >
        {transcript === undefined && opening && <p className="dim items-note">{words.opening}</p>}
        {transcript?.items.length === 0 && <p className="dim items-note">{words.empty}</p>}
        {transcript !== undefined && (
          <OpenFile value={opensFiles ? openFile : undefined}>
            <Items {...{ transcript, sessionId, box, away, leave }} onHeight={settle} />
          </OpenFile>
        )}
      </div>
      {away && (
        <div className="to-end">
          <Button size="small" onClick={toEnd}>
            <Icon name="down" className="sm" />
            {words.toEnd}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ItemsProps {
  transcript: Transcript
  sessionId: string
  box: RefObject<HTMLDivElement | null>
  /** The end is not followed. */
  away: boolean
  onHeight: () => void
  leave: () => void
}

function Items({ transcript, sessionId, box, away, onHeight, leave }: ItemsProps): ReactNode {
  const actions = useActions()
  const { items, older, prepended } = transcript
  const { kept, touch } = useKeptItems(items)
  const list = useRef<VirtualizerHandle>(null)
  const rows = useRowsInTurn(box, list, { away })
  const foundAt = useFoundPlace({ sessionId, items, box, list, leave })
  // Items that come in front keep what is seen where it is; the list has to be told in the very render that brings them.
  const [known, setKnown] = useState(prepended)
  useEffect(() => {
    setKnown(prepended)
  }, [prepended])
  // The room of the button stays when the record's beginning is reached: nothing jumps.
  const [head] = useState(older === undefined ? headPx.plain : headPx.button)
  // What failed once is not tried again by itself: the button does.
  const failed = useAppState((state) => state.faults[sessionId] !== undefined)
  const loading = useRef(false)
  const loadEarlier = (): void => {
    if (loading.current) return
    loading.current = true
    void actions.loadEarlier(sessionId).finally(() => {
      loading.current = false
    })
  }
  return (
    <div className="items" {...touch}>
      <div style={{ height: head }} className="items-head">
        {older !== undefined && (
          <Button size="small" className="earlier" onClick={loadEarlier}>
            <Icon name="up" className="sm" />
            {laterStrings.transcript.earlier}
          </Button>
        )}
      </div>
      <ItemsHeight value={onHeight}>
        <Virtualizer
          ref={list}
          as={ItemsList}
          scrollRef={box}
          data={items}
          shift={known !== prepended}
          keepMounted={kept}
          itemSize={itemPx}
          bufferSize={drawnBeyond}
          startMargin={head}
          onScroll={(offset) => {
            if (offset < nearBeginningPx && older !== undefined && !failed) loadEarlier()
          }}
        >
          {(item, index) => (
            <Row
              key={item.key}
              {...{ item, sessionId, index, rows }}
              found={index === foundAt}
              of={older === undefined ? items.length : -1}
            />
          )}
        </Virtualizer>
        <WaitsLine sessionId={sessionId} />
        <DemoEnd sessionId={sessionId} items={items} />
      </ItemsHeight>
    </div>
  )
}

interface RowProps {
  item: TranscriptItem
  sessionId: string
  index: number
  rows: RowsInTurn
  /** It is what was looked for. */
  found: boolean
  /** How many there are; -1: that is not known. */
  of: number
}

function Row({ item, sessionId, index, rows, found, of }: RowProps): ReactNode {
  const room = useTurn(rows, index, found)
  return (
    <div
      className="item"
      role="listitem"
      data-item={item.key}
      data-found={found ? '' : undefined}
      tabIndex={found ? -1 : undefined}
      aria-posinset={index + 1}
      aria-setsize={of}
      style={room === undefined ? undefined : { height: room }}
    >
      {room === undefined && (
        <FoundHere value={found}>
          <Item item={item} sessionId={sessionId} />
        </FoundHere>
      )}
    </div>
  )
}

/** A record of no more items than this is drawn whole. */
const drawnWhole = 60
/** So many items that a person has touched stay drawn, the last ones. */
const mostTouched = 200

interface KeptItems {
  /** Indexes of the items that are drawn wherever the record is scrolled to, ascending. */
  readonly kept: readonly number[]
  /** For the box around the items. */
  readonly touch: {
    readonly onPointerDownCapture: (event: PointerEvent) => void
    readonly onKeyDownCapture: (event: KeyboardEvent) => void
    readonly onFocusCapture: (event: FocusEvent) => void
  }
}

/**
 * What a person has touched (pressed, focused, typed at) stays drawn, so that nothing of it is lost by scrolling: what is
 * folded or opened, the focus, the beginning of a selection.
 * An item's element carries its key as `data-item`.
 */
function useKeptItems(items: readonly TranscriptItem[]): KeptItems {
  const [touched, setTouched] = useState<readonly string[]>([])
  const note = useCallback((event: { target: EventTarget }) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null
    const key = element?.dataset['item']
    if (key === undefined) return
    setTouched((before) =>
      before.at(-1) === key ? before : [...before.filter((each) => each !== key), key].slice(-mostTouched),
    )
  }, [])
  const kept = useMemo(() => {
    if (items.length <= drawnWhole) return items.map((_, index) => index)
    const keys = new Set(touched)
    return keys.size === 0 ? [] : items.flatMap(({ key }, index) => (keys.has(key) ? [index] : []))
  }, [items, touched])
  return { kept, touch: { onPointerDownCapture: note, onKeyDownCapture: note, onFocusCapture: note } }
}

/** The person's last message: sending one leads to the end. */
function lastMessage(items: readonly TranscriptItem[] | undefined): string | undefined {
  return items?.findLast((item) => item.kind === 'user')?.key
}

/** The request that was just answered: what comes of it is at the end. */
function answeredId(note: ClosedNote | undefined): string | undefined {
  return note?.request.decision === undefined ? undefined : note.request.id
}

/** Where the model's memory was replaced by a summary, with the summary folded in. */
const CompactedNote = memo(function CompactedNote({
  trigger,
  summary,
}: {
  trigger: CompactionTrigger
  summary: string
}): ReactNode {
  return (
    <details className="reasoning">
      <summary>{laterStrings.transcript.compacted[trigger]}</summary>
      <p>
        <LongText text={summary} />
      </p>
    </details>
  )
})

const planWords = laterStrings.transcript.plan

/** What the agent means to do, and how far it is. */
const PlanCard = memo(function PlanCard({
  explanation,
  plan,
}: {
  explanation: string | undefined
  plan: readonly PlanStep[]
}): ReactNode {
  return (
    <article className="card" aria-label={planWords.title}>
      <header className="card-head">
        <KindIcon kind="plan" />
        <span>
          {planWords.progress(plan.filter(({ status }) => status === 'completed').length, plan.length)}
        </span>
      </header>
      <div className="card-body">
        {explanation !== undefined && (
          <p className="card-text">
            <UntrustedText text={explanation} />
          </p>
        )}
        <PlanSteps plan={plan} />
      </div>
    </article>
  )
})

function Item({ item, sessionId }: { item: TranscriptItem; sessionId: string }): ReactNode {
  switch (item.kind) {
    case 'user':
      return (
        <UserMessage
          text={item.text}
          images={item.images}
          nth={item.nth}
          turn={item.turn}
          sessionId={sessionId}
        />
      )
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
    case 'tool':
      return <ToolCard item={item} sessionId={sessionId} />
    case 'review':
      return <ReviewCard item={item} sessionId={sessionId} />
    case 'agent':
      return <AgentCard item={item} />
    case 'viewed':
      return <ViewedNote label={item.label} />
    case 'searched':
      return <SearchedNote query={item.query} />
    case 'rejected':
      return <RejectedCard name={item.name} reason={item.reason} callId={item.callId} sessionId={sessionId} />
    case 'retrying':
      return <RetryingNote attempt={item.attempt} reason={item.reason} />
    case 'fault':
      return <FaultItem fault={item.fault} itemKey={item.key} sessionId={sessionId} />
    case 'asked':
      return <AskedNote question={item.question} />
    case 'noted':
      return <TurnNote text={item.text} restored={item.restored?.way} />
    case 'plan':
      return <PlanCard explanation={item.explanation} plan={item.plan} />
    case 'turn-diff':
      return <TurnDiffLine item={item} sessionId={sessionId} />
    case 'turn-ended':
      return <TurnEndedNote outcome={item.outcome} itemKey={item.key} sessionId={sessionId} />
    case 'configured':
      return <ConfiguredNote {...item} />
  }
}
