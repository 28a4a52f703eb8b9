import { useMemo, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { fetchSent, type Recalled } from '../../lib/sent-before'
import { useActions, useAppState } from '../../state/context'
import { useCaret } from './use-caret'

interface FieldOfDraft {
  readonly sessionId: string
  readonly draft: string
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCaret: (caret: number) => void
}

const none: readonly never[] = []

/** Up and Down fetch what the person sent in this session, as far as its record is read; true when a key did. */
export function useSentBefore(place: FieldOfDraft): (event: KeyboardEvent<HTMLTextAreaElement>) => boolean {
  const { sessionId, draft, field, onCaret } = place
  const actions = useActions()
  const putCaret = useCaret(field)
  const items = useAppState((state) => state.transcripts[sessionId]?.items ?? none)
  const last = useRef<Recalled & { readonly sessionId: string }>(undefined)
  const messages = useMemo(
    () =>
      items
        .flatMap((item) => (item.kind === 'user' ? [item.text] : []))
        .filter((text, index, all) => text !== '' && text !== all[index - 1]),
    [items],
  )
  return (event) => {
    const { key, currentTarget } = event
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const known = last.current?.sessionId === sessionId ? last.current : undefined
    const now = { text: draft, caret: currentTarget.selectionStart }
    if (currentTarget.selectionEnd !== now.caret) return false
    const fetched = fetchSent(key, messages, now, known)
    if (fetched === undefined) return false
    last.current = { ...fetched, sessionId }
    actions.setDraft(sessionId, fetched.text)
    onCaret(fetched.text.length)
    putCaret(fetched.text, fetched.text.length)
    return true
  }
}
