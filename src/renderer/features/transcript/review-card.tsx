import type { Finding } from '@shared/domain/review'
import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { findingKey } from '../../state/finding-marks'
import type { ReviewItem } from '../../state/transcript-items'
import { Button, ExpandButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { FindingRow } from './finding-row'
import { placedIn, ReviewedChanges } from './reviewed-changes'

const words = laterStrings.review

/** A review: that it runs, then what it found, at its lines or in a list, and the way to give it to the agent. */
export const ReviewCard = memo(function ReviewCard({
  item,
  sessionId,
}: {
  item: ReviewItem
  sessionId: string
}): ReactNode {
  const { hint, running, output, files, turnId } = item
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '/')
  const [open, setOpen] = useState(true)
  const findings = useMemo(() => output?.findings ?? [], [output])
  // Each is shown once: at its lines, or in the list where no line of a change is its.
  const elsewhere = useMemo(() => {
    const placed = files.flatMap((file) => placedIn(file, findings).placed.map(({ finding }) => finding.id))
    return findings.filter(({ id }) => !placed.includes(id))
  }, [files, findings])
  return (
    <article className="card" aria-label={visibleString(words.card(hint))}>
      <header className="card-head">
        <Icon name={running ? 'run' : 'search'} className={running ? 'spin' : ''} />
        <span className="ellipsis">
          <UntrustedText text={words.card(hint)} />
        </span>
        <span className="end">
          <span>{stateText(item)}</span>
          {output !== undefined && (
            <ExpandButton open={open} label={open ? words.collapse : words.expand} onChange={setOpen} />
          )}
        </span>
      </header>
      {open && output !== undefined && (
        <div className="card-body review">
          <p className="dim">{words.said}</p>
          {[output.correctness, output.explanation]
            .filter((text) => text !== '')
            .map((text) => (
              <p
                key={text}
                className={text === output.correctness ? 'finding-body review-verdict' : 'finding-body'}
              >
                <UntrustedText text={text} />
              </p>
            ))}
          {elsewhere.map((finding) => (
            <FindingRow key={finding.id} turnId={turnId} finding={finding} folder={folder} />
          ))}
          {output.leftOut > 0 && <p className="dim">{words.leftOut(output.leftOut)}</p>}
          {files.length > 0 && <p className="review-changes">{words.changes}</p>}
          {files.map((file) => (
            <ReviewedChanges
              key={file.path}
              turnId={turnId}
              file={file}
              findings={findings}
              folder={folder}
            />
          ))}
          {findings.length > 0 && <SendFindings item={item} findings={findings} sessionId={sessionId} />}
        </div>
      )}
    </article>
  )
})

function stateText({ running, output }: ReviewItem): string {
  if (running) return words.running
  if (output === undefined) return words.broken
  return output.findings.length === 0 ? words.none : words.count(output.findings.length)
}

interface SendFindingsProps {
  item: ReviewItem
  findings: readonly Finding[]
  sessionId: string
}

/** Gives what was accepted to the agent, as one message. */
function SendFindings({ item, findings, sessionId }: SendFindingsProps): ReactNode {
  const { turnId, hint } = item
  const actions = useActions()
  const marks = useAppState((state) => state.findings)
  const status = useAppState((state) => state.sessions[sessionId]?.status)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const accepted = findings.filter(({ id }) => marks[findingKey(turnId, id)] === 'accepted')
  const runs = status === 'running' || status === 'needs-you'
  const off = !connected
    ? strings.connection.notConnected
    : runs
      ? strings.composer.running
      : accepted.length === 0
        ? words.sendNone
        : undefined
  return (
    <p className="review-end">
      <Button
        size="small"
        look="primary"
        disabled={off !== undefined}
        title={off}
        onClick={() => void actions.sendFindings(sessionId, { turnId, hint }, accepted)}
      >
        {accepted.length === 0 ? words.sendOff : words.send(accepted.length)}
      </Button>
    </p>
  )
}
