import type { SessionSummary } from '@shared/domain/session'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { filesOfTurn } from '../../lib/diff/turn-changes'
import { laterStrings } from '../../lib/later-strings'
import { pathFrom } from '../../lib/shown-paths'
import { countLines } from '../../lib/unified-diff'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { LineCounts } from '../../ui/line-counts'
import { UntrustedText } from '../../ui/untrusted-text'
import { EmptyState } from '../../ui/empty-state'

const words = laterStrings.side.files
const kinds = laterStrings.changes.kinds
const marks = { created: '+', changed: '•', deleted: '−', moved: '→', mode: '•' } as const

/** The files of a session's folder that are otherwise than before it began, by folder, with what became of each. Each opens its changes. */
export function ChangedFiles({ session: { id, cwd, status } }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const [look, setLook] = useState<{ readonly unifiedDiff: string | undefined }>()
  const read = useCallback(() => actions.lookAtFiles(id).then(setLook), [actions, id])
  // Read anew when a turn begins or ends: what it does meanwhile stands in its own cards.
  useEffect(() => {
    void read()
  }, [read, status])
  const files = useMemo(() => filesOfTurn(look?.unifiedDiff ?? '', '', cwd), [look, cwd])
  if (look === undefined) return <p className="dim side-note">{laterStrings.side.reading}</p>
  const again = (
    <Button size="small" look="ghost" onClick={() => void read()}>
      {laterStrings.side.again}
    </Button>
  )
  if (files.length === 0)
    return (
      <EmptyState
        size="part"
        picture="changes"
        title={look.unifiedDiff === undefined ? words.unknown : words.none}
        text={look.unifiedDiff === undefined ? words.unknownText : words.noneText}
      >
        {again}
      </EmptyState>
    )
  return (
    <div className="side-part">
      <div className="side-sum">
        <span>{words.count(files.length)}</span>
        {again}
      </div>
      {byFolder(files, cwd, home).map(([folder, own]) => (
        <section key={folder}>
          <h2>{folder === '' ? words.here : <UntrustedText text={folder} />}</h2>
          <ul className="side-files">
            {own.map(({ file, name, at }) => (
              <li key={file.path}>
                <button
                  type="button"
                  data-kind={file.kind}
                  title={kinds[file.kind]}
                  onClick={() => {
                    actions.showChanges({ sessionId: id, title: words.title, files, at })
                  }}
                >
                  <span className="mark" aria-hidden="true">
                    {marks[file.kind]}
                  </span>
                  <span className="name">
                    <UntrustedText text={name} />
                  </span>
                  <span className="vh">{kinds[file.kind]}</span>
                  {file.lines.length > 0 && <LineCounts count={countLines(file.lines)} />}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface Row {
  readonly file: ChangedFile
  readonly name: string
  /** Its place in the list that is opened. */
  readonly at: number
}

/** The files by the folder that they lie in, '' for the session's own; folders and files in the order of the list. */
function byFolder(
  files: readonly ChangedFile[],
  cwd: string,
  home: string,
): readonly (readonly [string, Row[]])[] {
  const rows = files.map((file, at) => {
    const path = pathFrom(file.path, cwd, home)
    const cut = path.lastIndexOf('/') + 1
    return { folder: path.slice(0, cut), file, name: path.slice(cut), at }
  })
  return [...Map.groupBy(rows, ({ folder }) => folder)].toSorted(([one], [other]) => one.localeCompare(other))
}
