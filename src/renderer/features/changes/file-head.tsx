import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { laterStrings } from '../../lib/later-strings'
import { countLines } from '../../lib/unified-diff'
import { visibleString } from '../../lib/visible-text'
import { Button, ExpandButton } from '../../ui/button'
import { LineCounts } from '../../ui/line-counts'
import { UntrustedText } from '../../ui/untrusted-text'
import { canPreview, type ShownFile } from './changes-rows'

const words = laterStrings.changes

interface FileHeadProps {
  own: ShownFile
  name: string
  /** As the names are shown: a path from the session's folder. */
  nameOf: (path: string) => string
  folded: boolean
  onFold: () => void
  onWhole: () => void
  onPreview: () => void
}

/** The head of one file: its name, what becomes of it, its counts, and what folds it or shows it whole. */
export function FileHead({
  own,
  name,
  nameOf,
  folded,
  onFold,
  onWhole,
  onPreview,
}: FileHeadProps): ReactNode {
  const { file, whole, preview } = own
  const count = useMemo(() => countLines(file.lines), [file])
  const seen = visibleString(name)
  const wholeText = whole === 'reading' ? words.reading : words.wholeFile
  return (
    <div className="ch-head">
      <ExpandButton open={!folded} label={folded ? words.unfold(seen) : words.fold(seen)} onChange={onFold} />
      <code>
        <UntrustedText text={name} />
      </code>
      <FateChips file={file} nameOf={nameOf} />
      <span className="end">
        {canPreview(file) && (
          <Button
            size="small"
            look="ghost"
            aria-pressed={preview !== undefined}
            aria-label={`${words.preview}: ${seen}`}
            onClick={onPreview}
          >
            {words.preview}
          </Button>
        )}
        {preview === undefined &&
          file.content === 'text' &&
          file.kind !== 'deleted' &&
          file.kind !== 'created' && (
            <Button
              size="small"
              look="ghost"
              aria-pressed={whole !== 'no'}
              aria-label={`${wholeText}: ${seen}`}
              onClick={onWhole}
            >
              {wholeText}
            </Button>
          )}
        {file.lines.length > 0 && <LineCounts count={count} />}
      </span>
    </div>
  )
}

/** What becomes of a file besides its lines. */
function FateChips({ file, nameOf }: { file: ChangedFile; nameOf: (path: string) => string }): ReactNode {
  const { kind, from, mode, content } = file
  const texts = [
    ...(kind === 'created' || kind === 'deleted' ? [words.kinds[kind]] : []),
    ...(from === undefined ? [] : [words.movedFrom(nameOf(from))]),
    ...(content === 'link' ? [words.link] : []),
    ...modeWords(mode),
  ]
  return texts.map((text) => (
    <span key={text} className="fate">
      <UntrustedText text={text} />
    </span>
  ))
}

/** A mode where it changes, in words where that is whether a file can be run. */
function modeWords(mode: ChangedFile['mode']): readonly string[] {
  if (mode?.before === undefined || mode.after === undefined || mode.before === mode.after) return []
  if (mode.before === '100644' && mode.after === '100755') return [words.executable]
  if (mode.before === '100755' && mode.after === '100644') return [words.notExecutable]
  return [words.mode(mode.before, mode.after)]
}
