import type { Finding, ReviewedFile } from '@shared/domain/review'
import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { gitDiffFiles } from '../../lib/diff/git-diff'
import { pathFrom } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { useAppState } from '../../state/context'
import { DiffView } from '../../ui/diff-view'
import { UntrustedText } from '../../ui/untrusted-text'
import type { DiffLine } from '../../lib/unified-diff'
import { FindingRow } from './finding-row'

/** A range of lines of a file as it is after the change, from 1, the end included. */
interface LineRange {
  readonly start: number
  readonly end: number
}

/** So many rows stand before and behind what is looked at. */
const around = 8
/** Of a longer range only the last rows are shown. */
const mostOfRange = 60

/** The row under which a range's note stands: its last line that the diff holds; undefined where it holds none. */
export function noteLine(lines: readonly DiffLine[], { start, end }: LineRange): number | undefined {
  const held = lines.flatMap((line) => ('after' in line ? [line.after] : []))
  return held.findLast((after) => after >= start && after <= end)
}

/** The rows of a diff near the given ranges; what is left out between them stands as one row, the hunk's header if it has one. */
export function linesRound(lines: readonly DiffLine[], ranges: readonly LineRange[]): readonly DiffLine[] {
  const shown = new Set<number>()
  for (const range of ranges) {
    const from = Math.max(range.start, range.end - mostOfRange)
    const rows = lines.flatMap((line, at) =>
      'after' in line && line.after >= from && line.after <= range.end ? [at] : [],
    )
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) continue
    for (let at = first - around; at <= last + around; at += 1) shown.add(at)
  }
  return lines.flatMap((line, at): DiffLine[] => {
    if (shown.has(at)) return [line]
    const before = shown.has(at + 1) && line.kind !== 'hunk'
    return before ? [{ kind: 'hunk', text: '…' }] : line.kind === 'hunk' && shown.has(at + 1) ? [line] : []
  })
}

interface PlacedFinding {
  readonly finding: Finding
  /** The row below which it stands. */
  readonly at: number
  readonly range: LineRange
}

/** The findings that lie in lines of a file's change, with these lines. */
export function placedIn(
  file: ReviewedFile,
  findings: readonly Finding[],
): { readonly all: readonly DiffLine[]; readonly placed: readonly PlacedFinding[] } {
  const all = gitDiffFiles(file.unifiedDiff)[0]?.lines ?? []
  const placed = findings.flatMap((finding) => {
    const { place } = finding
    const at = place?.path === file.path ? noteLine(all, place.lines) : undefined
    return place === undefined || at === undefined ? [] : [{ finding, at, range: place.lines }]
  })
  return { all, placed }
}

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
    const { all, placed } = placedIn(file, findings)
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
        label={laterStrings.patch.diff(visibleString(name))}
        path={file.path}
        lines={lines}
        notes={notes}
      />
    </div>
  )
})
