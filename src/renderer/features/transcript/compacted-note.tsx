import type { CompactionTrigger } from '@shared/domain/agent-event'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { LongText } from '../../ui/long-text'

/** Where the model's memory was replaced by a summary, with the summary folded in. */
export const CompactedNote = memo(function CompactedNote({
  trigger,
  summary,
}: {
  trigger: CompactionTrigger
  summary: string
}): ReactNode {
  return (
    <details className="reasoning">
      <summary>{strings.transcript.compacted[trigger]}</summary>
      <p>
        <LongText text={summary} />
      </p>
    </details>
  )
})
