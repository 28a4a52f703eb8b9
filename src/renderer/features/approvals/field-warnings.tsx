import type { ReactNode } from 'react'
import { countMarks, lookAlikes } from '../../lib/marked-text'
import { laterStrings } from '../../lib/later-strings'
import { HostAwareText } from '../../ui/host-aware-text'

const words = laterStrings.edit

/** What the letters of a field do not show by themselves: characters that stand as marks, and hosts that look like others. */
export function FieldWarnings({ text }: { text: string }): ReactNode {
  const marks = countMarks(text)
  const hosts = lookAlikes(text)
  if (marks === 0 && hosts.length === 0) return undefined
  return (
    <div className="field-warnings" role="note">
      {marks > 0 && <p>{words.marks(marks)}</p>}
      {hosts.map((host) => (
        <p key={host}>
          {words.lookAlike} <HostAwareText text={host} />
        </p>
      ))}
    </div>
  )
}
