import type { CommandOutput } from '@shared/domain/command-outcome'
import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { lastLines } from '../../lib/part-of-text'
import { laterStrings } from '../../lib/later-strings'
import { withoutColour } from '../../lib/visible-text'
import { appendOutput, emptyTail } from '../../state/output-tail'
import type { OutputTail } from '../../state/output-tail'
import { useFoundHere } from '../../ui/found-here'
import { ShowWhole } from '../../ui/folded-text'
import { UntrustedText } from '../../ui/untrusted-text'

interface CommandOutputViewProps {
  tail: OutputTail
  /** What the engine kept; shown when nothing was seen live (a record that was opened later). */
  kept: CommandOutput | undefined
  running: boolean
}

const words = laterStrings.transcript

/** The last lines of the output, and all of it where the person wants that: the record is the one thing that scrolls. */
export function CommandOutputView({ tail, kept, running }: CommandOutputViewProps): ReactNode {
  const [asked, setWhole] = useState(false)
  const whole = useFoundHere() || asked
  const shown = useMemo(
    () => (tail.text === '' && kept !== undefined ? appendOutput(emptyTail, kept.aggregated) : tail),
    [tail, kept],
  )
  if (shown.text === '' && !running) return undefined
  const end = whole ? undefined : lastLines(shown.text)
  return (
    <div className="out" role="group" aria-label={words.output}>
      {end !== undefined && (
        <ShowWhole
          part={end}
          less={shown.dropped > 0 || (kept !== undefined && kept.omittedBytes > 0)}
          onShow={() => {
            setWhole(true)
          }}
        />
      )}
      {end === undefined && shown.dropped > 0 && (
        <span className="out-note">{words.dropped(shown.dropped)}</span>
      )}
      {end === undefined && kept !== undefined && kept.omittedBytes > 0 && (
        <span className="out-note">{words.omitted(kept.omittedBytes)}</span>
      )}
      <pre>
        {end === undefined ? <Whole tail={shown} /> : <Block text={end.text} />}
        {running && <span className="caret" aria-hidden="true" />}
      </pre>
    </div>
  )
}

function Whole({ tail }: { tail: OutputTail }): ReactNode {
  if (tail.text === '') return undefined
  const lines = tail.text.replace(/\n$/, '').split('\n')
  return blocks(lines, tail.dropped).map(({ key, text }) => <Block key={key} text={text} />)
}

/** So many lines are drawn anew when one comes to them. */
const blockLines = 50

/** The lines in blocks that stay the same while more is printed; `dropped` lines stood before the first. */
function blocks(lines: readonly string[], dropped: number): { key: number; text: string }[] {
  const found: { key: number; text: string }[] = []
  for (let at = 0; at < lines.length;) {
    const key = Math.floor((dropped + at) / blockLines)
    const end = Math.min((key + 1) * blockLines - dropped, lines.length)
    found.push({ key, text: lines.slice(at, end).join('\n') + (end === lines.length ? '' : '\n') })
    at = end
  }
  return found
}

const Block = memo(function Block({ text }: { text: string }): ReactNode {
  return <UntrustedText text={withoutColour(text.replaceAll('\r\n', '\n'))} />
})
