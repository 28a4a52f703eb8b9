import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { strings } from '../../lib/strings'
import { countLines } from '../../lib/unified-diff'
import { LineCounts } from '../../ui/line-counts'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.changes
/** Of more files only the first are listed beside the lines; the others are reached through these. */
const mostNames = 500

interface FileNamesProps {
  files: readonly ChangedFile[]
  current: number
  nameOf: (path: string) => string
  onPick: (file: number) => void
}

/** The files beside their lines; each leads to its own. */
export function FileNames({ files, current, nameOf, onPick }: FileNamesProps): ReactNode {
  return (
    <nav className="ch-files" aria-label={words.files} tabIndex={-1}>
      {files.slice(0, mostNames).map((file, index) => (
        <button
          key={index}
          type="button"
          aria-current={index === current ? 'true' : undefined}
          onClick={() => {
            onPick(index)
          }}
        >
          <Name file={file} name={nameOf(file.path)} />
        </button>
      ))}
    </nav>
  )
}

const Name = memo(function Name({ file, name }: { file: ChangedFile; name: string }): ReactNode {
  const count = useMemo(() => countLines(file.lines), [file])
  const slash = name.lastIndexOf('/') + 1
  return (
    <>
      <span className="ch-name">
        <UntrustedText text={name.slice(slash)} />
        {slash > 0 && (
          <span className="dim">
            {' '}
            <UntrustedText text={name.slice(0, slash - 1)} />
          </span>
        )}
      </span>
      {file.kind === 'changed' ? undefined : <span className="fate">{words.kinds[file.kind]}</span>}
      {file.lines.length > 0 && <LineCounts count={count} />}
    </>
  )
})
