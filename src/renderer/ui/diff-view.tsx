import type { ReactNode } from 'react'
import { onDemand } from '../lib/on-demand'
import type { DiffLine } from '../lib/unified-diff'
import type { DiffLinesProps } from './diff/diff-lines'
import { UntrustedText } from './untrusted-text'

const coloured = onDemand(async () => (await import('./diff/diff-lines')).DiffLines)

/**
 * The lines of one file's change. How they are drawn in colours is loaded when the first are; until then they stand plain, in
 * the same room: what is to be looked at before it is allowed is never away.
 */
export function DiffView(props: DiffLinesProps): ReactNode {
  return <coloured.Component {...props} meanwhile={<PlainLines {...props} />} />
}

function PlainLines({ label, lines, most = lines.length, hunks }: DiffLinesProps): ReactNode {
  return (
    <div className="diff" tabIndex={0} role="group" aria-label={label}>
      {lines.slice(0, most).map((line, index) => (
        <div key={index} className={classOf(line, hunks !== undefined)}>
          {'text' in line && <UntrustedText text={line.text} />}
        </div>
      ))}
    </div>
  )
}

/** `choose`: a header of a hunk gets a box, and has the room for it from the start. */
function classOf({ kind }: DiffLine, choose: boolean): string {
  if (kind === 'hunk' && choose) return 'hunk choose'
  return kind === 'hunk' || kind === 'remark' || kind === 'gap' ? 'hunk' : `dl plain ${kind}`
}
