import type { Finding } from '@shared/domain/review'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { pathFrom } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { findingKey } from '../../state/finding-marks'
import { Button } from '../../ui/button'
import { OpensFile } from '../../ui/open-file'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.review

interface FindingRowProps {
  turnId: string
  finding: Finding
  /** The folder that its path is read from. */
  folder: string
  /** At its lines in the changes it does not say where it is. */
  atLines?: boolean
}

/** One finding of a review, in the model's words, to be accepted or dismissed. */
export const FindingRow = memo(function FindingRow({
  turnId,
  finding,
  folder,
  atLines = false,
}: FindingRowProps): ReactNode {
  const { id, title, body, priority, confidence, place } = finding
  const mark = useAppState((state) => state.findings[findingKey(turnId, id)])
  const home = useAppState((state) => state.engine?.home ?? '')
  return (
    <article
      className={`finding${mark === 'dismissed' ? ' dismissed' : ''}`}
      aria-label={visibleString(words.finding(title))}
    >
      <p className="finding-head">
        <span className="chip" title={words.priorities[priority]}>
          {words.priority(priority)}
        </span>
        <strong>
          <UntrustedText text={title} />
        </strong>
      </p>
      {!atLines && place !== undefined && (
        <p className="finding-place">
          <OpensFile path={place.path} line={place.lines.start}>
            <code>
              <UntrustedText text={pathFrom(place.path, folder, home)} />
            </code>
          </OpensFile>
          , {words.lines(place.lines.start, place.lines.end)}
        </p>
      )}
      {body !== '' && (
        <p className="finding-body">
          <UntrustedText text={body} />
        </p>
      )}
      <p className="finding-end">
        <Answer turnId={turnId} finding={finding} />
        {confidence !== undefined && <span className="dim">{words.sure(Math.round(confidence * 100))}</span>}
      </p>
    </article>
  )
})

/** The two answers; pressed again, the finding is open again. One that was sent has no more answer. */
function Answer({ turnId, finding: { id, title } }: Pick<FindingRowProps, 'turnId' | 'finding'>): ReactNode {
  const actions = useActions()
  const mark = useAppState((state) => state.findings[findingKey(turnId, id)])
  if (mark === 'sent') return <span className="dim">{words.sent}</span>
  const answers = [
    ['accepted', words.accept, words.acceptThis],
    ['dismissed', words.dismiss, words.dismissThis],
  ] as const
  return answers.map(([made, text, label]) => (
    <Button
      key={made}
      size="small"
      aria-pressed={mark === made}
      aria-label={visibleString(label(title))}
      onClick={() => {
        actions.markFinding(turnId, id, mark === made ? undefined : made)
      }}
    >
      {text}
    </Button>
  ))
}
