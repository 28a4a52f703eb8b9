import type { SessionListItem } from '@shared/domain/session'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { FoundInRecords } from './found-in-records'
import { foundOnHosts } from './found-on-hosts-part'
import { SessionRow } from './session-row'

const words = strings.rail
/** Typing goes on meanwhile: the engine is asked when it pauses. */
const pauseMs = 150

/** Finds sessions, also those that the rail does not show. Enter opens the first; the focus goes back where it was. */
export function RailSearch({ onChosen }: { onChosen: () => void }): ReactNode {
  const actions = useActions()
  const sessions = useAppState((state) => state.sessions)
  const hosts = useAppState((state) => state.engine?.hosts)
  const [text, setText] = useState('')
  const found = useFound(text.trim())
  const field = useFocused()
  return (
    <>
      <input
        ref={field}
        type="search"
        className="field rail-find"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          const first = found?.[0]
          if (event.key !== 'Enter' || first === undefined) return
          // The focus goes back meanwhile, and would have this key press the button that began the search.
          event.preventDefault()
          actions.show({ kind: 'session', sessionId: first.id })
          onChosen()
        }}
      />
      <div className="rail-scroll" tabIndex={-1}>
        <p className="rail-group" role="status">
          {found !== undefined && words.found(found.length)}
        </p>
        {found?.map((item) => (
          <SessionRow key={item.id} session={sessions[item.id] ?? item} onChosen={onChosen} />
        ))}
        <FoundInRecords
          key={text.trim()}
          text={text.trim()}
          alone={found?.length === 0}
          onChosen={onChosen}
        />
        {hosts && text.trim() !== '' && (
          <foundOnHosts.Component
            key={`hosts ${text.trim()}`}
            hosts={hosts}
            text={text.trim()}
            onChosen={onChosen}
          />
        )}
      </div>
    </>
  )
}

/** What fits the text, the one changed last first; undefined before the first answer and without a text. */
function useFound(text: string): readonly SessionListItem[] | undefined {
  const actions = useActions()
  const [found, setFound] = useState<readonly SessionListItem[]>()
  useEffect(() => {
    if (text === '') return undefined
    let late = false
    const timer = setTimeout(() => {
      void actions.search(text).then((items) => {
        if (!late) setFound(items)
      })
    }, pauseMs)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [actions, text])
  return text === '' ? undefined : found
}

/** A layout effect, since it has to run before the field, and the focus with it, leaves the page. */
function useFocused() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    return () => {
      const leaving = document.activeElement?.matches('.rail-find, .srow') === true
      if (!leaving) return
      // What had it may have been in the list, which the search took the place of.
      const back = before !== document.body && before?.isConnected === true
      document.querySelector<HTMLElement>('.rail-head button')?.focus()
      if (back && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return field
}
