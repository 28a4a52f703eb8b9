import type { LookThrough, SourceLine } from '@shared/domain/facts'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
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

/** A text that would really run, folded to its title; the lines that decide the level are tinted and in view. */
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

function Source({ source }: { source: LookThrough }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('.on')
    if (box.current !== null && first) box.current.scrollTop = first.offsetTop - box.current.offsetTop - 24
  }, [])
  return (
    <div ref={box} className="src" tabIndex={0} role="group" aria-label={visibleString(source.title)}>
      {source.lines.map((line) => (
        <Line key={line.number} line={line} />
      ))}
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
