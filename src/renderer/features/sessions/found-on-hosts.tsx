import type { FoundInSession } from '@shared/domain/found-text'
import type { HostState } from '@shared/domain/host-state'
import type { SessionListItem } from '@shared/domain/session'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { FoundPlaces, pauseMs, shortest } from './found-in-records'
import { SessionRow } from './session-row'

const words = laterStrings.hosts.search

/** Another text is another search; `onChosen` is called after a choice. */
export interface FoundOnHostProps {
  text: string
  onChosen: () => void
}

/** What the sessions and transcripts of hosts have of a text, each host by itself: none waits for another, nor this machine for any. Made anew for another text. */
export function FoundOnHosts({
  hosts,
  ...props
}: FoundOnHostProps & { hosts: readonly HostState[] }): ReactNode {
  return hosts
    .filter(({ fleet }) => fleet === undefined)
    .map(({ name, state }) =>
      state === 'connected' ? (
        <FoundOnHost key={name} host={name} {...props} />
      ) : (
        <NotSearched key={name} host={name} />
      ),
    )
}

function NotSearched({ host }: { host: string }): ReactNode {
  return (
    <p className="rail-note" role="status">
      {words.not(host)}
    </p>
  )
}

interface Found {
  readonly items: readonly SessionListItem[]
  readonly sessions: readonly FoundInSession[]
  /** Where the search goes on; undefined: everything was looked through. */
  readonly cursor?: string | undefined
  readonly state: 'searching' | 'searched' | 'failed'
}

function FoundOnHost({ host, text, onChosen }: FoundOnHostProps & { host: string }): ReactNode {
  const known = useAppState((state) => state.sessions)
  const { items, sessions, cursor, state, further } = useFound(host, text)
  if (state === 'failed') return <NotSearched host={host} />
  const none = items.length === 0 && sessions.length === 0
  return (
    <section aria-label={words.on(host)}>
      <h2 className={none && state === 'searched' ? 'vh' : 'rail-group'}>{words.on(host)}</h2>
      {items.map((item) => (
        <SessionRow key={item.id} session={known[item.id] ?? item} onChosen={onChosen} />
      ))}
      {sessions.map((session) => (
        <FoundPlaces key={session.sessionId} session={session} text={text} onChosen={onChosen} />
      ))}
      <p className="rail-note" role="status">
        {state === 'searching' ? words.searching : none && cursor === undefined && words.nothing(host)}
      </p>
      {state === 'searched' && cursor !== undefined && (
        <button type="button" className="link-btn rail-older" onClick={further}>
          {words.further(host)}
        </button>
      )}
    </section>
  )
}

function useFound(host: string, text: string): Found & { readonly further: () => void } {
  const actions = useActions()
  const [found, setFound] = useState<Found>({ items: [], sessions: [], state: 'searching' })
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    let gone = false
    let asked = false
    const look = async (): Promise<void> => {
      asked = true
      setFound((before) => ({ ...before, state: 'searching' }))
      const [items, page] = await Promise.all([
        from === undefined ? actions.search(text, host) : [],
        text.length < shortest ? { sessions: [] } : actions.findInRecords(text, from, host),
      ])
      if (gone) return
      setFound((before) =>
        items === undefined || page === undefined
          ? { ...before, state: 'failed' }
          : {
              items: [...before.items, ...items],
              sessions: [...before.sessions, ...page.sessions],
              cursor: 'cursor' in page ? page.cursor : undefined,
              state: 'searched',
            },
      )
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      gone = true
      clearTimeout(timer)
      if (asked) void actions.findInRecords('', undefined, host)
    }
  }, [actions, from, host, text])
  return {
    ...found,
    further: () => {
      setFrom(found.cursor)
    },
  }
}
