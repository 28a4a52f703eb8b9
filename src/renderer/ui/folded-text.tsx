import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { firstLines } from '../lib/part-of-text'
import type { PartOfText } from '../lib/part-of-text'
import { laterStrings } from '../lib/later-strings'
import { Button } from './button'
import { useFoundHere } from './found-here'
import { LongText } from './long-text'
import { UntrustedText } from './untrusted-text'

const words = laterStrings.transcript

/** Untrusted text in a card, set in mono: its first lines, and all of it where the person wants that. */
export function FoldedText({ text, label }: { text: string; label: string }): ReactNode {
  const [asked, setWhole] = useState(false)
  const whole = useFoundHere() || asked
  const part = useMemo(() => (whole ? undefined : firstLines(text)), [text, whole])
  return (
    <div className="out" role="group" aria-label={label}>
      <pre>{part === undefined ? <LongText text={text} /> : <UntrustedText text={part.text} />}</pre>
      {part !== undefined && (
        <ShowWhole
          part={part}
          onShow={() => {
            setWhole(true)
          }}
        />
      )}
    </div>
  )
}

interface ShowWholeProps {
  readonly part: PartOfText
  /** Some of what there was is no longer kept. */
  readonly less?: boolean
  readonly onShow: () => void
}

/** Has a text drawn whole of which a part is. */
export function ShowWhole({ part, less = false, onShow }: ShowWholeProps): ReactNode {
  const lines = less ? words.showKeptLines : words.showLines
  return (
    <Button size="small" onClick={onShow}>
      {part.cutLine ? words.showAll : lines(part.lines)}
    </Button>
  )
}
