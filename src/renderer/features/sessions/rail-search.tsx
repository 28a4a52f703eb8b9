import type { SessionListItem } from '@shared/domain/session'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { ArchivedRow } from './archived-list'
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
  const result = useFound(text.trim())
  const found = result?.sessions
  const archived = result?.archived ?? []
  // Where all that is called so is archived, it is not said that nothing is.
  const isNone = found?.length === 0 && archived.length === 0
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
      {/* With nothing in it to go to, it is gone to itself: in a small window its text is longer than it. */}
      <div className="rail-scroll" tabIndex={isNone ? 0 : -1}>
        <p className="rail-group" role="status">
          {found !== undefined && (isNone || found.length > 0) && words.found(found.length)}
        </p>
        {found?.map((item) => (
          <SessionRow key={item.id} session={sessions[item.id] ?? item} onChosen={onChosen} />
        ))}
        <FoundInRecords key={text.trim()} text={text.trim()} alone={isNone} onChosen={onChosen} />
        {archived.length > 0 && (
          <section aria-label={strings.life.archived}>
            <h2 className="rail-group">{strings.life.archived}</h2>
            {archived.map((item) => (
              <ArchivedRow key={item.id} item={item} onTaken={onChosen} />
            ))}
          </section>
        )}
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

interface Found {
  readonly sessions: readonly SessionListItem[]
  readonly archived: readonly SessionListItem[]
}

/** What fits the text, here and in the archive, the one changed last first; undefined before the first answer and without a text. */
function useFound(text: string): Found | undefined {
  const actions = useActions()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (text === '') return undefined
    let late = false
    const timer = setTimeout(() => {
      void Promise.all([actions.search(text), actions.archived(undefined, undefined, text)]).then(
        ([sessions, archived]) => {
          if (!late) setFound(sessions && { sessions, archived: archived?.items ?? [] })
        },
      )
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
