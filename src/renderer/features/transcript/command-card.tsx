import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { grantFrom } from '@shared/messages/grant'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import { joined } from '@shared/messages/amounts'
import { notOnCopiesInWords } from '@shared/messages/rehearsal'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import type { Attempt, CommandItem } from '../../state/transcript-items'
import { ExpandButton } from '../../ui/button'
import { useFoundHere } from '../../ui/found-here'
import { Icon } from '../../ui/icon'
import { KindIcon, kindOfCommand } from '../../ui/kind-icon'
import { ShellCode } from '../../ui/shell-code'
import { UntrustedText } from '../../ui/untrusted-text'
import { callEndText, EndReason } from './call-end'
import { CommandOutputView } from './command-output'
import { OpenPorts } from './open-ports'
import { LetThroughNote } from './let-through-note'
import { UndoNote } from './undo-note'
import { WayOn } from './way-on'
import { outcomeOutput, outcomeReason, outcomeText } from './outcome-text'

const words = laterStrings.transcript

/** About how much of a command its box shows at the smallest width; more of it scrolls, which takes the keyboard too. */
const scrolls = (text: string): boolean => text.length > 160 || text.split('\n').length > 3
const reachable = { tabIndex: 0, role: 'group', 'aria-label': words.command } as const

const summaryWords = laterStrings.transcript.summary

/** What a command does, in a few words; for the eye only. */
export function summaryText(parts: readonly ParsedCommand[]): string {
  return [...new Set(parts.map(partText))].join(', ')
}

function partText(part: ParsedCommand): string {
  switch (part.type) {
    case 'read':
      return summaryWords.read(part.path)
    case 'list_files':
      return summaryWords.listed(part.path ?? '')
    case 'search':
      return summaryWords.searched(part.query ?? '', part.path ?? '')
    case 'unknown':
      return part.cmd
  }
}

/** Says of an approved run whether it did what was shown for the yes. Nothing for a run that nobody was asked about. */
function PromiseNote({ item }: { item: CommandItem }): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const last = item.attempts.at(-1)
  const compared = last?.compared
  if (compared === undefined) return null
  const more = didMore(compared.promise)
  // Records of before say it also of runs that were stopped.
  if (!more && last?.outcome !== undefined && last.outcome.kind !== 'exited') return null
  return (
    <p className={more ? 'granted-note more' : 'granted-note'} data-promise={more ? 'more' : 'kept'}>
      <Icon name={more ? 'differs' : 'check'} className="sm" />
      <span>
        <UntrustedText text={promiseInWords(compared, { roots: [item.cwd], home })} />
      </span>
    </p>
  )
}

/** A command with all its attempts: what ran, what it printed, how it ended. */
export const CommandCard = memo(function CommandCard({
  item,
  sessionId,
}: {
  item: CommandItem
  sessionId: string
}): ReactNode {
  const [foldedByHand, setFolded] = useState(false)
  const folded = !useFoundHere() && foldedByHand
  const last = item.attempts.at(-1)
  // A command that runs can wait too: for the answer about one of its connections.
  const waiting = item.ended === undefined && item.request?.state === 'pending'
  const running = last?.settled === false && !waiting
  const end = callEndText(item)
  const hasBody =
    item.attempts.some(hasOutput) || item.attempts.length > 1 || running || (end !== undefined && end !== '')
  const { text } = shownCommand(item.command)
  return (
    <article className="card" aria-label={label(running, waiting)}>
      <header className="card-head">
        {running ? <Icon name="run" className="spin" /> : <KindIcon kind={kindOfCommand(item.summary)} />}
        <span className="card-command" {...(scrolls(text) && reachable)}>
          {item.summary !== undefined && (
            <span className="card-summary">
              <UntrustedText text={summaryText(item.summary)} />
            </span>
          )}
          <code>
            <ShellCode script={text} />
          </code>
        </span>
        <span className="end">
          {!running && <LastOutcome item={item} waiting={waiting} />}
          {hasBody && (
            <ExpandButton
              open={!folded}
              label={folded ? words.expand : words.collapse}
              onChange={(open) => {
                setFolded(!open)
              }}
            />
          )}
        </span>
      </header>
      <OpenPorts item={item} sessionId={sessionId} />
      <LetThroughNote attempts={item.attempts} sessionId={sessionId} />
      <PromiseNote item={item} />
      {last?.notOnCopies && (
        <p className="granted-note" data-not-on-copies="">
          <Icon name="differs" className="sm" />
          <span>
            <UntrustedText text={`${notOnCopiesInWords(last.notOnCopies)}.`} />
          </span>
        </p>
      )}
      <UndoNote call={item} sessionId={sessionId} />
      {hasBody && !folded && (
        <div className="card-body">
          {last !== undefined && (
            <AttemptBody
              attempt={last}
              first={item.attempts.length === 1}
              cwd={item.cwd}
              said={end !== undefined}
              waiting={waiting}
            />
          )}
          <EndReason text={end} />
          <EarlierAttempts attempts={item.attempts.slice(0, -1)} cwd={item.cwd} />
        </div>
      )}
      <WayOn call={item} again text={text} sessionId={sessionId} />
    </article>
  )
})

function label(running: boolean, waiting: boolean): string {
  if (running) return words.commandRunning
  return waiting ? words.commandWaiting : words.command
}

function LastOutcome({ item, waiting }: { item: CommandItem; waiting: boolean }): ReactNode {
  const outcome = item.ended ?? item.attempts.at(-1)?.outcome
  return (
    <>
      {outcome !== undefined && <Outcome {...outcomeText(outcome, item.request)} />}
      {outcome === undefined && !waiting && item.attempts.length > 0 && <span>{words.cancelled}</span>}
      {waiting && <span className="waiting">{words.waiting}</span>}
    </>
  )
}

/** How an attempt ended, as its words say it. */
export function Outcome({ mark, detail }: ReturnType<typeof outcomeText>): ReactNode {
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

/** What was tried before the attempt that counts, folded: what failed there is no word on how it ended. */
function EarlierAttempts({ attempts, cwd }: { attempts: readonly Attempt[]; cwd: string }): ReactNode {
  const [asked, setOpen] = useState(false)
  const open = useFoundHere() || asked
  if (attempts.length === 0) return undefined
  return (
    <div className="attempts-before">
      <button
        type="button"
        className="link-btn"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        {open ? words.hideEarlier(attempts.length) : words.showEarlier(attempts.length)}
      </button>
      {open &&
        attempts.map((attempt, index) => (
          <div key={index} className="attempt">
            <AttemptBody attempt={attempt} first={index === 0} cwd={cwd} />
            {attempt.outcome !== undefined && (
              <p className="attempt-end">
                <Outcome {...outcomeText(attempt.outcome)} />
              </p>
            )}
          </div>
        ))}
    </div>
  )
}

interface AttemptProps {
  attempt: Attempt
  first: boolean
  /** Paths of what it was given are named from here. */
  cwd: string
  /** The card says below why the call went no further, which is why this attempt did not. */
  said?: boolean
  /** It waits for a person: nothing is being printed. */
  waiting?: boolean
}

function AttemptBody({ attempt, first, cwd, said = false, waiting = false }: AttemptProps): ReactNode {
  const { outcome } = attempt
  return (
    <>
      {!first && (
        <p className="attempt-head">
          <AgainText attempt={attempt} cwd={cwd} />
        </p>
      )}
      {first && attempt.confinement === 'none' && <p className="attempt-head">{words.outside}</p>}
      <CommandOutputView
        tail={attempt.output}
        kept={outcomeOutput(outcome)}
        running={!attempt.settled && !waiting}
      />
      {attempt.inputs.map((input, index) => (
        <p key={index} className="attempt-head">
          {words.inputSent}{' '}
          <code>
            <UntrustedText text={input} />
          </code>
        </p>
      ))}
      {outcome !== undefined && !(said && outcome.kind === 'refused') && (
        <EndReason text={outcomeReason(outcome)} />
      )}
    </>
  )
}

function AgainText({ attempt, cwd }: Pick<AttemptProps, 'attempt' | 'cwd'>): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  if (attempt.outcome && 'applied' in attempt.outcome && attempt.outcome.applied) {
    const { appliedAttempt, appliedPrinted } = laterStrings.rehearsal
    return attempt.outcome.output.aggregated === '' ? appliedAttempt : `${appliedAttempt} ${appliedPrinted}`
  }
  if (attempt.confinement === 'none') return words.againOutside
  if (attempt.grants.length === 0) return words.againPlain
  return <UntrustedText text={words.again(joined(attempt.grants.map(grantFrom({ roots: [cwd], home }))))} />
}

function hasOutput(attempt: Attempt): boolean {
  if (attempt.inputs.length > 0 || attempt.output.text !== '' || attempt.output.dropped > 0) return true
  const { outcome } = attempt
  if (outcome === undefined) return false
  return outcomeReason(outcome) !== undefined || outcomeOutput(outcome)?.aggregated !== ''
}
