import type { FoundInSession } from '@shared/domain/found-text'
import { CommandGroup, CommandItem } from 'cmdk'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { Excerpt } from '../../ui/excerpt'
import { UntrustedText } from '../../ui/untrusted-text'

/** Typing goes on meanwhile: records are read when it pauses, and for no single letter. */
const pauseMs = 250
const shortest = 3
/** So many sessions are listed; the search of the rail has them all. */
const most = 6

/** Where in the records of sessions the text stands that is looked for, one row for each session. */
export function InRecords({
  text,
  then,
}: {
  text: string
  then: (run: () => void) => () => void
}): ReactNode {
  const actions = useActions()
  const found = useFound(text)
  if (found.length === 0) return undefined
  return (
    <CommandGroup heading={laterStrings.commands.records} forceMount>
      {found.slice(0, most).map(({ sessionId, title, found: [first] }) => (
        <CommandItem
          key={sessionId}
          value={`record ${sessionId}`}
          forceMount
          className="palette-item"
          onSelect={then(() => {
            if (first) void actions.showFound(sessionId, text, first, true)
          })}
        >
          <span className="ellipsis">
            <UntrustedText text={title} />
          </span>
          <span className="end ellipsis">
            <Excerpt of={first?.excerpt ?? ''} text={text} />
          </span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

function useFound(text: string): readonly FoundInSession[] {
  const actions = useActions()
  const [found, setFound] = useState<{
    readonly text: string
    readonly sessions: readonly FoundInSession[]
  }>()
  const asks = text.length >= shortest
  useEffect(() => {
    if (!asks) return undefined
    let late = false
    const timer = setTimeout(() => {
      void actions.findInRecords(text).then((page) => {
        if (!late && page !== undefined) setFound({ text, sessions: page.sessions })
      })
    }, pauseMs)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [actions, asks, text])
  // The search that runs ends with the dialog.
  useEffect(() => () => void actions.findInRecords(''), [actions])
  return found?.text === text ? found.sessions : []
}
