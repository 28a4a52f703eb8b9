import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { visibleString } from '../lib/visible-text'
import { UntrustedText } from './untrusted-text'
import type { OpenCompletion } from './use-completion'

const words = strings.composer

/** The id of a row, for the field that points to it. */
export const rowId = (listId: string, index: number): string => `${listId}-${String(index)}`

/** What completes the word at the caret. The focus stays in the field, which names the active row; a click takes a row. */
export function CompletionList({ id, completion }: { id: string; completion: OpenCompletion }): ReactNode {
  const { rows, active, take } = completion
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, rows])
  return (
    <>
      <div className="vh" role="status">
        {rows.length > 0 && words.fitting(rows.length)}
      </div>
      {rows.length > 0 && (
        <div
          ref={list}
          id={id}
          className="completions"
          role="listbox"
          tabIndex={0}
          aria-label={words.completions}
        >
          {rows.map(({ label, hint, detail }, index) => (
            <div
              key={label}
              id={rowId(id, index)}
              role="option"
              aria-selected={index === active}
              className="completion"
              title={visibleString(label)}
              onMouseDown={(event) => {
                event.preventDefault()
              }}
              onClick={() => {
                take(index)
              }}
            >
              <span className="completion-name">
                <UntrustedText text={label} />
              </span>
              {hint !== undefined && (
                <span className="completion-hint">
                  <UntrustedText text={hint} />
                </span>
              )}
              {detail !== undefined && (
                <span className="completion-detail">
                  <UntrustedText text={detail.replaceAll(/\s*\n\s*/g, ' ')} />
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
