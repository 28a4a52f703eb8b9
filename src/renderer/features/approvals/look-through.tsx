import type { LookThrough, SourceLine } from '@shared/domain/facts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { visibleString } from '../../lib/visible-text'
import { laterStrings } from '../../lib/later-strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.assessment

interface LookThroughBlockProps {
  source: LookThrough
  open: boolean
  onOpen: (open: boolean) => void
}

/** A text that would really run, folded to its title; the lines that decide the level are tinted. */
export function LookThroughBlock({ source, open, onOpen }: LookThroughBlockProps): ReactNode {
  return (
    <details
      className="look"
      data-part="look"
      open={open}
      onToggle={(event) => {
        onOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <Icon name="right" />
        <span>
          {words.lookThrough}
          <code>
            <UntrustedText text={source.title} />
          </code>
        </span>
        <span className="end">{words.lines(source.lines.length)}</span>
      </summary>
      {open && <Source source={source} />}
    </details>
  )
}

/** The lines near those that decide; all of them on demand. It never scrolls by itself: the panel does. */
function Source({ source }: { source: LookThrough }): ReactNode {
  const [all, setAll] = useState(false)
  const near = linesNear(source.lines, (line) => all || line.marked)
  return (
    <div className="src" role="group" aria-label={visibleString(source.title)}>
      {near.map((each, index) =>
        each.kind === 'line' ? (
          <Line key={each.line.number} line={each.line} />
        ) : (
          <div key={`left out ${String(index)}`} className="line">
            <i />
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                setAll(true)
              }}
            >
              {words.moreLines(each.count)}
            </button>
          </div>
        ),
      )}
      {source.cut && <p className="cut">{words.cut}</p>}
    </div>
  )
}

/** A line of a text, or how many are left out at its place. */
type NearLine<T> =
  | { readonly kind: 'line'; readonly line: T }
  | { readonly kind: 'left-out'; readonly count: number }

/** So many lines stand before and behind one that matters. */
const around = 3
/** Where none matters, so many of the first are shown. */
const first = 12
/** Fewer are not worth leaving out. */
const least = 3

/** The lines of a text near those that matter, in order; what stands between is counted. Nothing is left out of a short text. */
export function linesNear<T>(lines: readonly T[], matters: (line: T) => boolean): readonly NearLine<T>[] {
  const marked = lines.flatMap((line, at) => (matters(line) ? [at] : []))
  const near = (at: number): boolean =>
    marked.length === 0 ? at < first : marked.some((each) => Math.abs(each - at) <= around)
  const shown: NearLine<T>[] = []
  let skipped: T[] = []
  const close = (): void => {
    if (skipped.length >= least) shown.push({ kind: 'left-out', count: skipped.length })
    else shown.push(...skipped.map((line) => ({ kind: 'line', line }) as const))
    skipped = []
  }
  lines.forEach((line, at) => {
    if (!near(at)) {
      skipped.push(line)
      return
    }
    close()
    shown.push({ kind: 'line', line })
  })
  close()
  return shown
}

function Line({ line }: { line: SourceLine }): ReactNode {
  return (
    <div className={line.marked ? 'line on' : 'line'}>
      <i>{line.number}</i>
      <span>
        {line.marked && <span className="vh">{words.decides}</span>}
        <UntrustedText text={line.text} />
      </span>
    </div>
  )
}
