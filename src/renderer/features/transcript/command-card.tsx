import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { describeGrant } from '@shared/domain/grant'
import { shownCommand } from '../../lib/shell-text'
import { strings } from '../../lib/strings'
import { formatAge } from '../../lib/time'
import type { Attempt, CommandItem } from '../../state/transcript-items'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ShellCode } from '../../ui/shell-code'
import { UntrustedText } from '../../ui/untrusted-text'
import { useNow } from '../../ui/use-now'
import { callEndText, EndReason } from './call-end'
import { CommandOutputView } from './command-output'
import { ExpiredRequest } from './expired-request'
import { LetThroughNote } from './let-through-note'
import { outcomeOutput, outcomeReason, outcomeText } from './outcome-text'

const words = strings.transcript

/** A command with all its attempts: what ran, what it printed, how it ended. */
export const CommandCard = memo(function CommandCard({
  item,
  sessionId,
}: {
  item: CommandItem
  sessionId: string
}): ReactNode {
  const [folded, setFolded] = useState(false)
  const last = item.attempts.at(-1)
  // A command that runs can wait too: for the answer about one of its connections.
  const waiting = item.ended === undefined && item.request?.state === 'pending'
  const running = last?.settled === false && !waiting
  const hasBody =
    item.attempts.some(hasOutput) ||
    item.attempts.length > 1 ||
    last?.settled === false ||
    callEndText(item) !== undefined
  const { text } = shownCommand(item.command)
  return (
    <article className="card" aria-label={label(running, waiting)}>
      <header className="card-head">
        <Icon name={running ? 'run' : 'term'} className={running ? 'spin' : ''} />
        <code className="card-command">
          <ShellCode script={text} />
        </code>
        <span className="end">
          {running ? <RunningFor since={last.startedAt} /> : <LastOutcome item={item} waiting={waiting} />}
          {hasBody && (
            <IconButton
              size="small"
              label={folded ? words.expand : words.collapse}
              aria-expanded={!folded}
              onClick={() => {
                setFolded(!folded)
              }}
            >
              <Icon name={folded ? 'right' : 'down'} className="sm" />
            </IconButton>
          )}
        </span>
      </header>
      <LetThroughNote attempts={item.attempts} sessionId={sessionId} />
      {hasBody && !folded && (
        <div className="card-body">
          {item.attempts.map((attempt, index) => (
            <AttemptBody key={index} attempt={attempt} first={index === 0} last={attempt === last} />
          ))}
          <EndReason text={callEndText(item)} />
          <ExpiredRequest request={item.request} sessionId={sessionId} />
        </div>
      )}
    </article>
  )
})

function label(running: boolean, waiting: boolean): string {
  if (running) return words.commandRunning
  return waiting ? words.commandWaiting : words.command
}

function RunningFor({ since }: { since: string }): ReactNode {
  return <span className="num">{words.running(formatAge(since, useNow(1000)))}</span>
}

function LastOutcome({ item, waiting }: { item: CommandItem; waiting: boolean }): ReactNode {
  const outcome = item.ended ?? item.attempts.at(-1)?.outcome
  return (
    <>
      {outcome !== undefined && <Outcome {...outcomeText(outcome)} />}
      {outcome === undefined && !waiting && item.attempts.length > 0 && <span>{words.cancelled}</span>}
      {waiting && <span className="waiting">{words.waiting}</span>}
    </>
  )
}

function Outcome({ mark, detail }: ReturnType<typeof outcomeText>): ReactNode {
  return (
    <>
      {mark !== undefined && (
        <span className="exit bad">
          <Icon name={mark.icon} className="sm" />
          {mark.text}
        </span>
      )}
      {detail !== undefined && <span className="num">{detail}</span>}
    </>
  )
}

function AttemptBody({
  attempt,
  first,
  last,
}: {
  attempt: Attempt
  first: boolean
  last: boolean
}): ReactNode {
  const { outcome } = attempt
  return (
    <div className="attempt">
      {!first && <p className="attempt-head">{againText(attempt)}</p>}
      {first && attempt.confinement === 'none' && <p className="attempt-head">{words.outside}</p>}
      <CommandOutputView tail={attempt.output} kept={outcomeOutput(outcome)} running={!attempt.settled} />
      {attempt.inputs.map((input, index) => (
        <p key={index} className="attempt-head">
          {words.inputSent}{' '}
          <code>
            <UntrustedText text={input} />
          </code>
        </p>
      ))}
      {outcome !== undefined && <EndReason text={outcomeReason(outcome)} />}
      {!last && outcome !== undefined && (
        <p className="attempt-end">
          <Outcome {...outcomeText(outcome)} />
        </p>
      )}
    </div>
  )
}

function againText(attempt: Attempt): ReactNode {
  if (attempt.confinement === 'none') return words.againOutside
  if (attempt.grants.length === 0) return words.againPlain
  return <UntrustedText text={words.again(attempt.grants.map(describeGrant).join(', '))} />
}

function hasOutput(attempt: Attempt): boolean {
  if (attempt.inputs.length > 0 || attempt.output.text !== '' || attempt.output.dropped > 0) return true
  const { outcome } = attempt
  if (outcome === undefined) return false
  return outcomeReason(outcome) !== undefined || outcomeOutput(outcome)?.aggregated !== ''
}
