import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'

/** Each disagreement between checks, model and claim as a boxed line. The chip in the head leads here. */
export function DiffersLines({ lines }: { lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return undefined
  return (
    <div className="differs-lines" data-part="differs" tabIndex={-1}>
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
