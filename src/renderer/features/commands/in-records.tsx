import type { FoundInSession } from '@shared/domain/found-text'
import { CommandGroup, CommandItem } from 'cmdk'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Excerpt } from '../../ui/excerpt'
import { HostBadge } from '../../ui/host-badge'
import { UntrustedText } from '../../ui/untrusted-text'

/** Typing goes on meanwhile: records are read when it pauses, and for no single letter. */
const pauseMs = 250
const shortest = 3
/** So many sessions are listed; the search of the rail has them all. */
const most = 6
const mostOfHost = 3

/** Where in the records of sessions the text stands that is looked for, one row for each session. */
export function InRecords(props: InRecordsProps): ReactNode {
  const hosts = useAppState((state) => state.engine?.hosts)
  return (
    <>
      <InRecordsOf {...props} />
      {hosts?.map(
        ({ name, state, fleet }) =>
          fleet === undefined && (
            <InRecordsOf key={name} host={name} away={state !== 'connected'} {...props} />
          ),
      )}
    </>
  )
}

interface InRecordsProps {
  text: string
  then: (run: () => void) => () => void
}

/** Those of this machine or of one host, which no other waits for. */
function InRecordsOf({
  text,
  then,
  host,
  away = false,
}: InRecordsProps & { host?: string; away?: boolean }): ReactNode {
  const actions = useActions()
  const found = useFound(text, host, away)
  if (found === undefined)
    return (
      host !== undefined && (
        <CommandItem value={`record of ${host}`} forceMount disabled className="palette-item">
          {laterStrings.hosts.search.not(host)}
        </CommandItem>
      )
    )
  if (found.length === 0) return undefined
  const { records } = laterStrings.commands
  return (
    <CommandGroup heading={host === undefined ? records : `${records} · ${host}`} forceMount>
      {found.slice(0, host === undefined ? most : mostOfHost).map(({ sessionId, title, found: [first] }) => (
        <CommandItem
          key={sessionId}
          value={`record ${sessionId}`}
          forceMount
          className="palette-item"
          onSelect={then(() => {
            if (first) void actions.showFound(sessionId, text, first)
          })}
        >
          <span className="ellipsis">
            <UntrustedText text={title} />
          </span>
          <span className="end ellipsis">
            <HostBadge id={sessionId} /> <Excerpt of={first?.excerpt ?? ''} text={text} />
          </span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

/** Undefined: what was asked has not answered, or is away. */
function useFound(
  text: string,
  host: string | undefined,
  away: boolean,
): readonly FoundInSession[] | undefined {
  const actions = useActions()
  const [found, setFound] = useState<{
    readonly text: string
    readonly sessions: readonly FoundInSession[] | undefined
  }>()
  const long = text.length >= shortest
  const asks = long && !away
  useEffect(() => {
    if (!asks) return undefined
    let late = false
    const timer = setTimeout(() => {
      void actions.findInRecords(text, undefined, host).then((page) => {
        if (!late) setFound({ text, sessions: page?.sessions })
      })
    }, pauseMs)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [actions, asks, host, text])
  // The search that runs ends with the dialog.
  useEffect(() => () => void actions.findInRecords('', undefined, host), [actions, host])
  if (long && away) return undefined
  return found?.text === text ? found.sessions : []
}
