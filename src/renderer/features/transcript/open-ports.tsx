import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import type { CommandItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'

const words = laterStrings.transcript

/** The ports that a running command listens on, each with a button that opens it in the browser; nothing while there are none. */
export function OpenPorts({ item, sessionId }: { item: CommandItem; sessionId: string }): ReactNode {
  const last = item.attempts.at(-1)
  if (last === undefined || last.settled || last.ports.length === 0) return undefined
  return (
    <ul className="open-ports">
      {last.ports.map((port) => (
        <OpenPort key={port} sessionId={sessionId} callId={item.callId} port={port} />
      ))}
    </ul>
  )
}

function OpenPort(place: { sessionId: string; callId: string; port: number }): ReactNode {
  const actions = useActions()
  const [asked, setAsked] = useState(false)
  const { sessionId, callId, port } = place
  return (
    <li>
      <span className="num">{words.listensOn(port)}</span>
      <Button
        size="small"
        disabled={asked}
        aria-label={words.openPort(port)}
        title={words.openToAll}
        onClick={() => {
          setAsked(true)
          void actions.openPort(sessionId, callId, port).finally(() => {
            setAsked(false)
          })
        }}
      >
        {words.openInBrowser}
      </Button>
    </li>
  )
}
