import type { RestoredFile, RestoreLook, RestoreWay } from '@shared/domain/turn-restore'
import { namedPath } from '@shared/domain/named-path'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.restore

type Ready = Extract<RestoreLook, { kind: 'ready' }>

/** What was found that could be put back. Without a `way` it goes back. */
export type FoundFiles = Pick<Ready, 'files' | 'since' | 'more' | 'tooLarge'> & Partial<Pick<Ready, 'way'>>

/** How many files would be put back. */
export const countOf = ({ files, since, more }: FoundFiles, sinceToo: boolean): number =>
  files.length + (sinceToo ? since.length : 0) + more

/** What would be put back of a session's files, what stays, and the choice to put that back too. `lead` stands before the first, `none` in its place. */
export function RestoreFound({
  sessionId,
  look: { files, since, more, tooLarge, way = 'undo' },
  lead,
  none,
  sinceToo,
  onSinceToo,
}: {
  sessionId: string
  look: FoundFiles
  lead: (count: number) => string
  none: string
  sinceToo: boolean
  onSinceToo: (too: boolean) => void
}): ReactNode {
  return (
    <>
      <p>{files.length > 0 ? lead(files.length) : none}</p>
      <Files files={files} way={way} sessionId={sessionId} />
      {since.length > 0 && (
        <>
          <p>{words.since(since.length)}</p>
          <Files files={since} way={way} sessionId={sessionId} />
          <label className="ask-check">
            <input
              type="checkbox"
              checked={sinceToo}
              onChange={(event) => {
                onSinceToo(event.target.checked)
              }}
            />
            {words.sinceToo(since.length)}
          </label>
        </>
      )}
      {more > 0 && <p>{words.more(more)}</p>}
      {tooLarge.length > 0 && (
        <p>
          <UntrustedText text={words.tooLarge(tooLarge)} />
        </p>
      )}
    </>
  )
}

function Files({
  files,
  way,
  sessionId,
}: {
  files: readonly RestoredFile[]
  way: RestoreWay
  sessionId: string
}): ReactNode {
  const cwd = useAppState(({ sessions }) => sessions[sessionId]?.cwd ?? '')
  const home = useAppState(({ engine }) => engine?.home ?? '')
  if (files.length === 0) return undefined
  return (
    <ul className="restore-files">
      {files.map(({ path, becomes }) => (
        <li key={path}>
          <span className="mono" title={path}>
            <UntrustedText
              text={path.startsWith('/') ? namedPath(path, { roots: [cwd], home }).name : path}
            />
          </span>{' '}
          <span className="dim">{words.becomes[way][becomes]}</span>
        </li>
      ))}
    </ul>
  )
}
