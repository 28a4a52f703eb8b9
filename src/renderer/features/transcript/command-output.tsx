import type { CommandOutput } from '@shared/domain/command-outcome'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { withoutColour } from '../../lib/visible-text'
import { appendOutput, emptyTail } from '../../state/output-tail'
import type { OutputTail } from '../../state/output-tail'
import { UntrustedText } from '../../ui/untrusted-text'

interface CommandOutputViewProps {
  tail: OutputTail
  /** What the engine kept; shown when nothing was seen live (a record that was opened later). */
  kept: CommandOutput | undefined
  running: boolean
}

const words = strings.transcript

/** The end of the output, following it while it runs unless the person has scrolled up in it. */
export function CommandOutputView({ tail, kept, running }: CommandOutputViewProps): ReactNode {
  const box = useRef<HTMLPreElement>(null)
  const following = useRef(true)
  const shown = useMemo(
    () => (tail.text === '' && kept !== undefined ? appendOutput(emptyTail, kept.aggregated) : tail),
    [tail, kept],
  )
  useLayoutEffect(() => {
    if (following.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [shown])
  if (shown.text === '' && !running) return undefined
  const lines = shown.text.replace(/\n$/, '').split('\n')
  return (
    <pre
      ref={box}
      className="out"
      tabIndex={0}
      role="group"
      aria-label={words.output}
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
        following.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {shown.dropped > 0 && <span className="out-note">{words.dropped(shown.dropped)}</span>}
      {kept !== undefined && kept.omittedBytes > 0 && (
        <span className="out-note">{words.omitted(kept.omittedBytes)}</span>
      )}
      {shown.text !== '' &&
        lines.map((line, index) => (
          <Line key={shown.dropped + index} text={index === lines.length - 1 ? line : `${line}\n`} />
        ))}
      {running && <span className="caret" aria-hidden="true" />}
    </pre>
  )
}

const Line = memo(function Line({ text }: { text: string }): ReactNode {
  return <UntrustedText text={withoutColour(text.replace(/\r\n$/, '\n'))} />
})
