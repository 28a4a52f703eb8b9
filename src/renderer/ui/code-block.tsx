import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { highlight, type Token } from '../lib/highlight'
import { firstLines } from '../lib/part-of-text'
import { laterStrings } from '../lib/later-strings'
import { IconButton } from './button'
import { copyLabel, useCopy } from './copy-button'
import { useFoundHere } from './found-here'
import { ShowWhole } from './folded-text'
import { Icon } from './icon'

/** Whether the text around goes on growing: what is not whole yet is not coloured. */
export const Growing = createContext(false)

/** So much of a block is drawn until the person wants all of it. */
const mostAtFirst = { lines: 40, characters: 8000 }
/** What is scrolled past is not coloured. */
const restMs = 80

/** Code of a message. Hidden characters in it are named already, and what is copied is what is seen. */
export function CodeBlock({ code, language }: { code: string; language: string }): ReactNode {
  const [asked, setWhole] = useState(false)
  const whole = useFoundHere() || asked
  const part = useMemo(() => (whole ? undefined : firstLines(code, mostAtFirst)), [code, whole])
  const text = part?.text ?? code.replace(/\n$/, '')
  const lines = useColoured(text, language)
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="ellipsis">{language}</span>
        <CopyCode code={code} />
      </div>
      <pre>
        <code>{lines === undefined ? text : <Lines lines={lines} />}</code>
      </pre>
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

function CopyCode({ code }: { code: string }): ReactNode {
  const { state, copy } = useCopy()
  return (
    <IconButton
      size="small"
      label={state === 'no' ? laterStrings.transcript.copyCode : copyLabel(state)}
      onClick={() => {
        copy(code.replace(/\n$/, ''))
      }}
    >
      <Icon name={state === 'yes' ? 'check' : 'copy'} className="sm" />
    </IconButton>
  )
}

type ColouredLines = readonly (readonly Token[])[]

/** The code in pieces with colours; undefined while it has none. */
function useColoured(text: string, language: string): ColouredLines | undefined {
  const growing = useContext(Growing)
  const [coloured, setColoured] = useState<{ text: string; lines: ColouredLines }>()
  useEffect(() => {
    if (growing || language === '') return undefined
    let gone = false
    const timer = setTimeout(() => {
      highlight(text, language).then(
        (lines) => {
          if (!gone) setColoured({ text, lines })
        },
        () => undefined, // what cannot be loaded leaves it plain
      )
    }, restMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [growing, text, language])
  return coloured?.text === text ? coloured.lines : undefined
}

function Lines({ lines }: { lines: ColouredLines }): ReactNode {
  return lines.map((line, nth) => [
    nth > 0 && '\n',
    ...line.map(({ text, className }, at) =>
      className === undefined ? (
        text
      ) : (
        <span key={`${String(nth)}-${String(at)}`} className={className}>
          {text}
        </span>
      ),
    ),
  ])
}
