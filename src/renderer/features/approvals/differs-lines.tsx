import type { Difference } from '@shared/domain/assessment'
import { differenceInWords } from '@shared/messages/difference'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'

/** Each of these disagreements between checks, model and claim as a boxed line. */
export function DiffersLines({ differs }: { differs: readonly Difference[] }): ReactNode {
  if (differs.length === 0) return undefined
  const lines = differs.map(differenceInWords)
  return (
    <div className="differs-lines" data-part="differs">
      {lines.map((line) => (
        <DiffersLine key={line} line={line} />
      ))}
    </div>
  )
}

function DiffersLine({ line }: { line: string }): ReactNode {
  const [lead = '', ...rest] = line.split(/(?<=[;:]) /)
  return (
    <p className="differs">
      <Icon name="differs" />
      <span>
        <b>
          <SentenceWithPaths text={lead} />
        </b>{' '}
        <SentenceWithPaths text={rest.join(' ')} />
      </span>
    </p>
  )
}
