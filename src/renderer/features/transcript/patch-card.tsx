import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { patchedFiles } from '../../lib/diff/changed-file'
import { shownFiles } from '../../lib/shown-changes'
import type { ShownFile } from '../../lib/shown-changes'
import { laterStrings } from '../../lib/later-strings'
import { addCounts } from '../../lib/unified-diff'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import type { PatchItem } from '../../state/transcript-items'
import { IconButton, ExpandButton } from '../../ui/button'
import { LineCounts } from '../../ui/line-counts'
import { useFoundHere } from '../../ui/found-here'
import { FileDiffCard, FileLines } from '../../ui/file-diff-card'
import { Icon, type IconName } from '../../ui/icon'
import { KindIcon } from '../../ui/kind-icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { CallEnd } from './call-end'
import { WayOn } from './way-on'
import { LetThroughNote } from './let-through-note'
import { UndoNote } from './undo-note'
import { isDeniedByPerson, outcomeText } from './outcome-text'

const words = laterStrings.patch
/** A patch of more lines than this is folded at first, so that one card does not fill the record. */
const mostAtFirst = 200

/** How a patch stands, in words for its card. Without an icon it went as usual. */
interface PatchStatus {
  readonly icon: IconName | undefined
  readonly text: string
  readonly waiting: boolean
  /** Names the card. */
  readonly label: string
}

/** The words for a patch: its last attempt counts, and what ended the call before one. */
export function patchStatus(item: PatchItem): PatchStatus {
  const last = item.attempts.at(-1)
  if (last?.settled === false)
    return { icon: 'run', text: words.applying, waiting: false, label: words.cardRunning }
  if (item.ended === undefined && item.request?.state === 'pending')
    return { icon: undefined, text: words.waiting, waiting: true, label: words.cardWaiting }
  const plain = (icon: IconName | undefined, text: string): PatchStatus => ({
    icon,
    text,
    waiting: false,
    label: words.card,
  })
  if (item.request && isDeniedByPerson(item.request)) return plain('x', laterStrings.transcript.deniedByYou)
  const decision = item.request?.decision?.kind
  if (decision === 'deny' || decision === 'abort') return plain('x', words.rejected)
  const outcome = item.ended ?? last?.outcome
  switch (outcome?.kind) {
    case 'exited':
      if (outcome.exitCode !== 0) return plain('x', words.failed(outcome.exitCode))
      return plain(undefined, last?.confinement === 'none' ? words.appliedOutside : words.applied)
    case 'denied':
      return plain('shield-x', words.stopped)
    case 'refused':
      return plain('x', words.rejected)
    case 'timed-out':
    case 'cancelled':
    case 'failed': {
      const { mark } = outcomeText(outcome)
      return plain(mark?.icon, mark?.text ?? '')
    }
    case undefined:
      return plain('stop', laterStrings.transcript.cancelled)
  }
}

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
  const { decision } = item.request ?? {}
  const left = decision?.kind === 'allow' ? decision : undefined
  const files = useMemo(
    () => shownFiles(item.changes, { folder: cwd, home, left }),
    [item.changes, cwd, home, left],
  )
  const count = useMemo(() => addCounts(files.map((file) => file.count)), [files])
  const actions = useActions()
  const status = patchStatus(item)
  // While it waits, the panel below shows the very same lines.
  const [picked, setPicked] = useState<boolean>()
  const found = useFoundHere()
  const open = found || (picked ?? (!status.waiting && count.added + count.removed <= mostAtFirst))
  return (
    <article className="card" aria-label={visibleString(status.label)}>
      <header className="card-head">
        {status.icon === 'run' ? <Icon name="run" className="spin" /> : <KindIcon kind="patch" />}
        <PatchName files={files} />
        <span className="end">
          <LineCounts count={count} />
          <span className={status.icon === undefined || status.icon === 'run' ? undefined : 'exit bad'}>
            {status.icon !== undefined && status.icon !== 'run' && <Icon name={status.icon} className="sm" />}
            {status.text}
          </span>
          <IconButton
            size="small"
            label={laterStrings.changes.open}
            aria-haspopup="dialog"
            onClick={() => {
              const changed = patchedFiles(item.changes)
              actions.showChanges({ sessionId, title: laterStrings.changes.ofPatch, files: changed, at: 0 })
            }}
          >
            <Icon name="maximize-2" className="sm" />
          </IconButton>
          <ExpandButton open={open} label={open ? words.collapse : words.expand} onChange={setPicked} />
        </span>
      </header>
      <LetThroughNote attempts={item.attempts} sessionId={sessionId} />
      <UndoNote call={item} sessionId={sessionId} />
      {open && <PatchBody files={files} />}
      <CallEnd item={item} isHeaded={item.request !== undefined && isDeniedByPerson(item.request)} />
      <WayOn call={item} again sessionId={sessionId} />
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
    <FileDiffCard key={file.id} {...file} openAtFirst={index === 0} most={mostAtFirst * 2} />
  ))
}
