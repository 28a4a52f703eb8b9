import type { Floor } from '@shared/domain/facts'
import { reasonInWords } from '@shared/messages/reason'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'
import { MoreRow } from './more-row'

const words = strings.assessment
const shownFirst = 3

/** What the checks say and why, the highest first; a few at once, the others behind a button. */
export function FloorRows({ floor }: { floor: Floor }): ReactNode {
  const [all, setAll] = useState(false)
  const { level, reasons } = floor
  const shown = all ? reasons : reasons.slice(0, shownFirst)
  const rest = reasons.length - shown.length
  return (
    <>
      <dt>{words.floor}</dt>
      {level === undefined && reasons.length === 0 && <dd>{words.noRule}</dd>}
      {shown.map((reason, index) => (
        <dd key={index}>
          <span className="level-word">
            {index === 0 && reason.level === level ? words.atLeast[reason.level] : words.also[reason.level]}
          </span>{' '}
          <SentenceWithPaths text={reasonInWords(reason)} />
        </dd>
      ))}
      {level !== undefined && reasons.length === 0 && (
        <dd>
          <span className="level-word">{words.atLeastAlone[level]}</span>
        </dd>
      )}
      {rest > 0 && (
        <MoreRow
          onMore={() => {
            setAll(true)
          }}
        >
          {words.moreRules(rest)}
        </MoreRow>
      )}
    </>
  )
}
