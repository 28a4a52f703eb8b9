import type { Finding, ReviewedFile } from '@shared/domain/review'
import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { gitDiffFiles } from '../../lib/diff/git-diff'
import { linesRound, noteLine } from '../../lib/lines-round'
import { pathFrom } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useAppState } from '../../state/context'
import { DiffView } from '../../ui/diff-view'
import { UntrustedText } from '../../ui/untrusted-text'
import { FindingRow } from './finding-row'

interface ReviewedChangesProps {
  turnId: string
  file: ReviewedFile
  findings: readonly Finding[]
  folder: string
}

/** One file's change near its findings, with each finding below its lines. Nothing, where the change holds none of them. */
export const ReviewedChanges = memo(function ReviewedChanges(props: ReviewedChangesProps): ReactNode {
  const { turnId, file, findings, folder } = props
  const home = useAppState((state) => state.engine?.home ?? '')
  const { lines, notes } = useMemo(() => {
    const all = gitDiffFiles(file.unifiedDiff)[0]?.lines ?? []
    const placed = findings.flatMap((finding) => {
      const { place } = finding
      const at = place?.path === file.path ? noteLine(all, place.lines) : undefined
      return place === undefined || at === undefined ? [] : [{ finding, at, range: place.lines }]
    })
    const below = Map.groupBy(placed, ({ at }) => at)
    return {
      lines: linesRound(
        all,
        placed.map(({ range }) => range),
      ),
      notes: new Map(
        [...below].map(([at, here]): [number, ReactNode] => [
          at,
          here.map(({ finding }) => (
            <FindingRow key={finding.id} turnId={turnId} finding={finding} folder={folder} atLines />
          )),
        ]),
      ),
    }
  }, [file, findings, folder, turnId])
  if (notes.size === 0) return undefined
  const name = pathFrom(file.path, folder, home)
  return (
    <div className="file reviewed">
      <p className="finding-place">
        <code>
          <UntrustedText text={name} />
        </code>
      </p>
      <DiffView
        label={strings.patch.diff(visibleString(name))}
        path={file.path}
        lines={lines}
        notes={notes}
      />
    </div>
  )
})
