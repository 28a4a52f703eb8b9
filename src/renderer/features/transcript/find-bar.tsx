import type { FoundText } from '@shared/domain/found-text'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { hitAmong, nextHit, type HitCursor } from '../../lib/found-hits'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'

const words = strings.find
/** Typing goes on meanwhile: the engine is asked when it pauses. */
const pauseMs = 150

interface Found {
  readonly text: string
  readonly places: readonly FoundText[]
  readonly more: boolean
}

/** What is looked at until something is found, and of what is found: its last hit. */
const lastOf = (places: readonly FoundText[]): HitCursor => ({ at: places.length - 1, hit: -1 })

/** Looks for a text in a session's whole record, its last hit first: Enter goes to earlier ones, Shift+Enter to later ones. */
export function FindBar({ sessionId, onClose }: { sessionId: string; onClose: () => void }): ReactNode {
  const actions = useActions()
  const shown = useAppState((state) => (state.found?.sessionId === sessionId ? state.found : undefined))
  const [text, setText] = useState(() => shown?.text ?? selectedText())
  const [found, setFound] = useState<Found>()
  const [cursor, setCursor] = useState<HitCursor>(lastOf([]))
  const field = useBorrowedFocus()
  // A turn that ends has put more on record.
  const ended = useAppState((state) => state.transcripts[sessionId]?.ended ?? 0)
  const latest = useRef({ shown, found })
  useEffect(() => {
    latest.current = { shown, found }
  }, [shown, found])
  useEffect(() => {
    let late = false
    const take = (answer: { found: readonly FoundText[]; more: boolean } | undefined): void => {
      if (late || answer === undefined) return
      const before = latest.current
      const { found: places, more } = answer
      const seq = before.shown?.text === text ? before.shown.place.seq : undefined
      const same = places.findIndex((place) => place.seq === seq)
      setFound({ text, places, more })
      setCursor(same === -1 ? lastOf(places) : { at: same, hit: before.shown?.hit ?? 0 })
    }
    const timer = setTimeout(() => {
      if (text === '') setFound(undefined)
      else void actions.findIn(sessionId, text).then(take)
    }, pauseMs)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [actions, sessionId, text, ended])
  const place = found?.places[cursor.at]
  const { hit } = cursor
  const placed = useRef('')
  useEffect(() => {
    const name = place === undefined ? '' : `${String(place.seq)} ${String(hit)} ${found?.text ?? ''}`
    if (placed.current === name) return
    placed.current = name
    const { shown: now } = latest.current
    if (place === undefined || found === undefined) actions.clearFound(sessionId)
    else if (now?.place.seq !== place.seq || now.hit !== hit || now.text !== found.text)
      void actions.showFound(sessionId, found.text, place, hit)
  }, [actions, sessionId, found, place, hit])
  // What is drawn of a place is what can be stepped through; what was not drawn yet is as the engine counted it.
  const known = shown?.text === found?.text ? shown?.counted : undefined
  const counts = found?.places.map(({ seq, hits = 1 }) => Math.max(1, known?.[seq] ?? hits)) ?? []
  const { nth, of } = hitAmong(counts, cursor)
  const step = (by: 1 | -1): void => {
    if (counts.length > 0) setCursor(nextHit(counts, cursor, by))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="find-bar" role="search" aria-label={words.label} onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={words.label}
        placeholder={words.label}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
        }}
      />
      <span className="num nowrap" role="status">
        {found !== undefined && words.place(nth, of, found.more)}
      </span>
      <IconButton
        size="small"
        label={words.earlier}
        disabled={place === undefined}
        onClick={() => {
          step(-1)
        }}
      >
        <Icon name="up" className="sm" />
      </IconButton>
      <IconButton
        size="small"
        label={words.later}
        disabled={place === undefined}
        onClick={() => {
          step(1)
        }}
      >
        <Icon name="down" className="sm" />
      </IconButton>
      <IconButton size="small" label={words.close} onClick={onClose}>
        <Icon name="x" className="sm" />
      </IconButton>
    </div>
  )
}

/** What is selected in the record, as far as one would look for it. */
function selectedText(): string {
  const selected = document.getSelection()?.toString() ?? ''
  return selected.length <= 200 && !selected.includes('\n') ? selected : ''
}

/** The field has the focus while it is there; then it goes back where it was. */
function useBorrowedFocus() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    field.current?.select()
    return () => {
      if (document.activeElement?.closest('.find-bar') !== null && before instanceof HTMLElement)
        before.focus()
    }
  }, [])
  return field
}
