import type { LookThrough, SourceLine } from '@shared/domain/facts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { linesNear } from '../../lib/lines-near'
import { visibleString } from '../../lib/visible-text'
import { strings } from '../../lib/strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.assessment

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
