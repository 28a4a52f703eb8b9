import { useState } from 'react'
import type { ReactNode } from 'react'
import { shownCommand } from '../../lib/shell-text'
import { strings } from '../../lib/strings'
import { formatAge } from '../../lib/time'
import { useActions, useAppState } from '../../state/context'
import type { CommandItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ShellCode } from '../../ui/shell-code'
import { useNow } from '../../ui/use-now'

const words = strings.transcript

interface Running {
  readonly processId: number
  readonly item: CommandItem
  readonly since: string
  readonly outside: boolean
}

const none: readonly never[] = []

function runningOf(item: { readonly kind: string }): Running[] {
  const command = item.kind === 'command' ? (item as CommandItem) : undefined
  const last = command?.attempts.at(-1)
  if (command === undefined || last?.kept === undefined || last.settled) return []
  const { kept: processId, startedAt: since, confinement } = last
  return [{ processId, item: command, since, outside: confinement === 'none' }]
}

/** The processes of a session that run beyond their turn, each with a button that ends it; nothing while there are none. */
export function RunningList({ sessionId }: { sessionId: string }): ReactNode {
  const items = useAppState((state) => state.transcripts[sessionId]?.items ?? none)
  const running = items.flatMap(runningOf)
  if (running.length === 0) return undefined
  return (
    <section className="running" aria-label={words.stillRunning}>
      <h2>{words.stillRunning}</h2>
      <ul>
        {running.map((each) => (
          <RunningRow key={each.processId} sessionId={sessionId} running={each} />
        ))}
      </ul>
    </section>
  )
}

function RunningRow({ sessionId, running }: { sessionId: string; running: Running }): ReactNode {
  const actions = useActions()
  const [asked, setAsked] = useState(false)
  const { item, processId, since, outside } = running
  const { text } = shownCommand(item.command)
  return (
    <li>
      <Icon name="run" className="spin" />
      <code className="card-command">
        <ShellCode script={text} />
      </code>
      <span className="end">
        {outside && <span>{words.runsOutside}</span>}
        <span className="num">{words.running(formatAge(since, useNow(1000)))}</span>
        <Button
          size="small"
          disabled={asked}
          aria-label={words.stopProcess(text)}
          onClick={() => {
            setAsked(true)
            void actions.stopProcess(sessionId, processId).finally(() => {
              setAsked(false)
            })
          }}
        >
          {words.stop}
        </Button>
      </span>
    </li>
  )
}
