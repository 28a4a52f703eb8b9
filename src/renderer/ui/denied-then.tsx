import type { DeniedThen as Denied } from '@shared/domain/offered-rule'
import { firstCharacters } from '@shared/domain/first-characters'
import type { ReactNode } from 'react'
import { ruleWords } from '../lib/rule-words'
import { formatMoment } from '../lib/time'
import { visibleString } from '../lib/visible-text'
import { useActions } from '../state/context'
import { useNow } from './age'
import { UntrustedText } from './untrusted-text'

const words = ruleWords
/** So many stand in a list; the others are counted. */
const mostListed = 3
const mostText = 120

/** What a person denied of what a rule would have answered; each opens its session. */
export function DeniedThen({ denied }: { denied: readonly Denied[] }): ReactNode {
  const actions = useActions()
  const now = useNow(60_000)
  if (denied.length === 0) return undefined
  return (
    <div className="denied-then">
      <p>{words.deniedTitle}</p>
      <ul>
        {denied.slice(0, mostListed).map(({ id, session, at, command }) => {
          const text = firstCharacters(command, mostText)
          return (
            <li key={id}>
              <span className="num">{formatMoment(at, now)}</span>{' '}
              <button
                type="button"
                className="link-btn"
                aria-label={words.open(visibleString(text))}
                onClick={() => {
                  actions.show({ kind: 'session', sessionId: session })
                }}
              >
                <code>
                  <UntrustedText text={text} />
                </code>
              </button>
            </li>
          )
        })}
        {denied.length > mostListed && <li className="dim">{words.more(denied.length - mostListed)}</li>}
      </ul>
    </div>
  )
}
