import type { FoundInSession } from '@shared/domain/found-text'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions } from '../../state/context'
import { Age } from '../../ui/age'
import { Excerpt } from '../../ui/excerpt'
import { HostBadge } from '../../ui/host-badge'
import { UntrustedText } from '../../ui/untrusted-text'
import { railEmpty } from './rail-empty-part'

const words = strings.find
/** Reading every record is more than reading their titles: it waits for a longer pause, and for a text that means something. */
export const pauseMs = 400
/** A text of fewer characters is looked for in no record. */
export const shortest = 2

interface Found {
  readonly sessions: readonly FoundInSession[]
  /** Where the search goes on; undefined: everything was looked through. */
  readonly cursor: string | undefined
}

/** Where a text stands in the transcripts of all sessions, page by page. It is made anew for another text. */
export function FoundInRecords({
  text,
  alone,
  onChosen,
}: {
  text: string
  /** No session is found by its title. */
  alone: boolean
  onChosen: () => void
}): ReactNode {
  const actions = useActions()
  const [found, setFound] = useState<Found>()
  const [searching, setSearching] = useState(false)
  const gone = useRef(false)
  const search = (cursor?: string): void => {
    setSearching(true)
    void actions.findInRecords(text, cursor).then((page) => {
      if (gone.current) return
      setSearching(false)
      if (page !== undefined)
        setFound((before) => ({
          sessions: [...(before?.sessions ?? []), ...page.sessions],
          cursor: page.cursor,
        }))
    })
  }
  const latest = useRef(search)
  useEffect(() => {
    gone.current = false
    if (text.length < shortest) return undefined
    let asked = false
    const timer = setTimeout(() => {
      asked = true
      latest.current()
    }, pauseMs)
    return () => {
      gone.current = true
      clearTimeout(timer)
      if (asked) void actions.findInRecords('')
    }
  }, [actions, text])
  if (text.length < shortest) return undefined
  const none = !searching && found?.sessions.length === 0 && found.cursor === undefined
  return (
    <section aria-label={words.inRecords}>
      <h2 className={none && alone ? 'vh' : 'rail-group'}>{words.inRecords}</h2>
      {found?.sessions.map((session) => (
        <FoundPlaces key={session.sessionId} session={session} text={text} onChosen={onChosen} />
      ))}
      <p className={none && alone ? 'vh' : 'rail-note'} role="status">
        {searching && words.searching}
        {none && words.nothing}
      </p>
      {none && alone && <railEmpty.Component of="search" />}
      {searching && (
        <button type="button" className="link-btn rail-older" onClick={() => void actions.findInRecords('')}>
          {words.stop}
        </button>
      )}
      {!searching && found?.cursor !== undefined && (
        <button
          type="button"
          className="link-btn rail-older"
          onClick={() => {
            search(found.cursor)
          }}
        >
          {words.further}
        </button>
      )}
    </section>
  )
}

interface FoundPlacesProps {
  session: FoundInSession
  text: string
  onChosen: () => void
}

/** The places of one session, each a row that leads there. */
export function FoundPlaces({ session, text, onChosen }: FoundPlacesProps): ReactNode {
  const actions = useActions()
  return session.found.map((place) => (
    <button
      key={place.seq}
      type="button"
      className="srow"
      title={visibleString(place.excerpt)}
      onClick={() => {
        void actions.showFound(session.sessionId, text, place)
        onChosen()
      }}
    >
      <span className="t ellipsis">
        <UntrustedText text={session.title} />
      </span>
      <span className="s">
        <HostBadge id={session.sessionId} />
        <span className="ellipsis">
          <Excerpt of={place.excerpt} text={text} />
        </span>
      </span>
      <span className="age num">
        <Age since={session.updatedAt} />
      </span>
    </button>
  ))
}
