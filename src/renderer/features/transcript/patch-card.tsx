import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { shownFiles } from '../../lib/shown-changes'
import type { ShownFile } from '../../lib/shown-changes'
import { strings } from '../../lib/strings'
import { addCounts } from '../../lib/unified-diff'
import { useAppState } from '../../state/context'
import type { PatchItem } from '../../state/transcript-items'
import { IconButton } from '../../ui/button'
import { LineCounts } from '../../ui/diff-view'
import { FileDiffCard, FileLines } from '../../ui/file-diff-card'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { CallEnd } from './call-end'
import { ExpiredRequest } from './expired-request'
import { LetThroughNote } from './let-through-note'
import { patchStatus } from './patch-status'

const words = strings.patch
/** A patch of more lines than this is folded at first, so that one card does not fill the record. */
const mostAtFirst = 200

/** A patch with all its attempts: which files, how many lines, and whether it was applied. */
export const PatchCard = memo(function PatchCard({
  item,
  sessionId,
}: {
  item: PatchItem
  sessionId: string
}): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const cwd = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  const files = useMemo(() => shownFiles(item.changes, cwd, home), [item.changes, cwd, home])
  const count = useMemo(() => addCounts(files.map((file) => file.count)), [files])
  const status = patchStatus(item)
  // While it waits, the panel below shows the very same lines.
  const [picked, setPicked] = useState<boolean>()
  const open = picked ?? (!status.waiting && count.added + count.removed <= mostAtFirst)
  return (
    <article className="card" aria-label={status.label}>
      <header className="card-head">
        <Icon
          name={status.icon === 'run' ? 'run' : 'patch'}
          className={status.icon === 'run' ? 'spin' : ''}
        />
        <PatchName files={files} />
        <span className="end">
          <LineCounts count={count} />
          <span className={status.icon === undefined || status.icon === 'run' ? undefined : 'exit bad'}>
            {status.icon !== undefined && status.icon !== 'run' && <Icon name={status.icon} className="sm" />}
            {status.text}
          </span>
          <IconButton
            size="small"
            label={open ? words.collapse : words.expand}
            aria-expanded={open}
            onClick={() => {
              setPicked(!open)
            }}
          >
            <Icon name={open ? 'down' : 'right'} className="sm" />
          </IconButton>
        </span>
      </header>
      <LetThroughNote attempts={item.attempts} sessionId={sessionId} />
      {open && <PatchBody files={files} />}
      <CallEnd item={item} />
      <ExpiredRequest request={item.request} sessionId={sessionId} />
    </article>
  )
})

function PatchName({ files }: { files: readonly ShownFile[] }): ReactNode {
  const [first, second] = files
  if (first === undefined) return <span>{words.noFiles}</span>
  if (second !== undefined) return <span className="patch-name">{words.files(files.length)}</span>
  return (
    <span className="patch-name">
      <code className="card-command">
        <UntrustedText text={first.path} />
      </code>{' '}
      <span className="fate">
        <UntrustedText text={first.fate} />
      </span>
    </span>
  )
}

function PatchBody({ files }: { files: readonly ShownFile[] }): ReactNode {
  const [first, second] = files
  if (first !== undefined && second === undefined) return <FileLines {...first} most={mostAtFirst * 2} />
  return files.map((file, index) => (
    <FileDiffCard key={file.path} {...file} openAtFirst={index === 0} most={mostAtFirst * 2} />
  ))
}
