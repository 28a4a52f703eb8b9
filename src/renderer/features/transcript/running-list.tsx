import type { CommandOutcome } from '@shared/domain/command-outcome'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { formatLasting } from '../../lib/time'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { runningCommands, type RunningCommand } from '../../state/running-commands'
import type { TranscriptItem } from '../../state/transcript-items'
import { Button, ExpandButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ShellCode } from '../../ui/shell-code'
import { useNow } from '../../ui/age'
import { Outcome } from './command-card'
import { CommandOutputView } from './command-output'
import { OpenPorts } from './open-ports'
import { outcomeText, type OutcomeText } from './outcome-text'

const words = laterStrings.transcript
const none: readonly never[] = []

/** What ends sooner is not listed: the list would come and go with every small command. */
const listedAfterMs = 2000

/**
 * What runs in a session, each with what it prints and a button that ends it alone; nothing while there is none. Rows keep their places
 * for a moment after one of them ended, or until the pointer leaves the list.
 */
export function RunningList({ sessionId }: { sessionId: string }): ReactNode {
  const items = useAppState((state) => state.transcripts[sessionId]?.items)
  const running = useMemo(() => items && runningCommands(items), [items])
  const [rows, setRows] = useState<readonly SteadyRow[]>(none)
  // A record that is read anew says of nothing that it has ended.
  if (running === undefined || (running.length === 0 && rows.length === 0)) return undefined
  return <Listed {...{ sessionId, running, rows, setRows }} />
}

interface ListedProps {
  readonly sessionId: string
  readonly running: readonly RunningCommand[]
  readonly rows: readonly SteadyRow[]
  readonly setRows: Dispatch<SetStateAction<readonly SteadyRow[]>>
}

function Listed({ sessionId, running, rows, setRows }: ListedProps): ReactNode {
  const now = useNow(1000)
  useLayoutEffect(() => {
    const listed = running.filter(({ kept, since }) => kept || now - Date.parse(since) >= listedAfterMs)
    setRows((before) => steadyRows(before, listed, now))
  }, [running, now, setRows])
  if (rows.length === 0) return undefined
  const heading = rows.some(({ endedAt }) => endedAt === undefined)
    ? words.stillRunning
    : words.noLongerRunning
  return (
    <section className="running" aria-label={heading}>
      <h2>
        {heading}
        {rows.length > 1 && <span className="num"> {rows.length}</span>}
      </h2>
      <ul
        onPointerLeave={() => {
          setRows(runningRows)
        }}
      >
        {rows.map((row) => (
          <RunningRow key={row.running.item.key} sessionId={sessionId} {...row} now={now} />
        ))}
      </ul>
    </section>
  )
}

interface RunningRowProps extends SteadyRow {
  readonly sessionId: string
  readonly now: number
}

/** A command in the list of what runs. `endedAt`, in milliseconds: it has ended, and only keeps its place. */
interface SteadyRow {
  readonly running: RunningCommand
  readonly endedAt: number | undefined
}

/** So long an ended command keeps its place: a second click must not fall on the button of another. */
export const staysMs = 3000

/**
 * The rows after a change of what is listed: those that were there keep their places, ended ones for a moment, and new ones come at the
 * end. The very same rows when nothing changes.
 */
export function steadyRows(
  before: readonly SteadyRow[],
  listed: readonly RunningCommand[],
  now: number,
): readonly SteadyRow[] {
  const keyOf = ({ item }: RunningCommand): string => item.key
  const current = new Map(listed.map((running) => [keyOf(running), running]))
  const kept = before.flatMap((row): readonly SteadyRow[] => {
    const running = current.get(keyOf(row.running))
    if (running !== undefined)
      return running === row.running && row.endedAt === undefined ? [row] : [{ running, endedAt: undefined }]
    if (row.endedAt === undefined) return [{ ...row, endedAt: now }]
    return now - row.endedAt < staysMs ? [row] : []
  })
  const known = new Set(before.map(({ running }) => keyOf(running)))
  const added = listed.filter((running) => !known.has(keyOf(running)))
  const after = [...kept, ...added.map((running) => ({ running, endedAt: undefined }))]
  return after.length === before.length && after.every((row, at) => row === before[at]) ? before : after
}

/** The rows without those that only keep their place. */
export const runningRows = (rows: readonly SteadyRow[]): readonly SteadyRow[] =>
  rows.some(({ endedAt }) => endedAt !== undefined)
    ? rows.filter(({ endedAt }) => endedAt === undefined)
    : rows

/** The state alone, or where there is nothing to it the rest. */
const shortly = ({ mark, detail }: OutcomeText): OutcomeText => ({ mark, detail: mark ? undefined : detail })

/** How the last attempt at a command ended; undefined: it has not, or that is not told. */
export function outcomeOf(items: readonly TranscriptItem[], key: string): CommandOutcome | undefined {
  const item = items.find((each) => each.key === key)
  return item?.kind === 'command' ? (item.ended ?? item.attempts.at(-1)?.outcome) : undefined
}

function RunningRow({ sessionId, running, endedAt, now }: RunningRowProps): ReactNode {
  const actions = useActions()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const { item, since, kept, outside } = running
  const { text } = shownCommand(item.command)
  const output = item.attempts.at(-1)?.output
  // How it ended is said as at its card: one state, and one time.
  const outcome = useAppState(({ transcripts }) =>
    endedAt === undefined ? undefined : outcomeOf(transcripts[sessionId]?.items ?? none, item.key),
  )
  return (
    <li>
      {endedAt === undefined ? <Icon name="run" className="spin" /> : <span className="i" />}
      <code className="card-command">
        <ShellCode script={text} />
      </code>
      <span className="end">
        {endedAt === undefined ? (
          <>
            {outside && <span>{words.runsOutside}</span>}
            {kept && <span className="hide-narrow">{words.keptRunning}</span>}
            <span className="num">{formatLasting(since, now)}</span>
            <Button
              size="small"
              disabled={asked}
              aria-label={words.stopProcess(visibleString(text))}
              onClick={() => {
                setAsked(true)
                void actions.stopCommand(sessionId, item.callId).finally(() => {
                  setAsked(false)
                })
              }}
            >
              {words.stop}
            </Button>
          </>
        ) : (
          <span role="status" className="end">
            {outcome === undefined ? words.hasEnded : <Outcome {...shortly(outcomeText(outcome))} />}
          </span>
        )}
        <ExpandButton open={open} label={words.showOutput(visibleString(text))} onChange={setOpen} />
      </span>
      <OpenPorts item={item} sessionId={sessionId} />
      {open && output !== undefined && (
        <div className="running-output">
          {output.text === '' && <p className="dim">{words.nothingPrinted}</p>}
          <CommandOutputView tail={output} kept={undefined} running={output.text !== ''} />
        </div>
      )}
    </li>
  )
}
