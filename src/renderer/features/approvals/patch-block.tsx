import type { ApprovalRequest } from '@shared/domain/approval'
import { useMemo } from 'react'
import type { ReactNode, RefObject } from 'react'
import { shownFiles } from '../../lib/shown-changes'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { FileDiffCard } from '../../ui/file-diff-card'
import type { PatchPart } from './use-patch-part'

interface PatchBlockProps {
  request: ApprovalRequest
  /** Which files are taken. */
  part: PatchPart
  /** Stands after the last line, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
}

/**
 * Where a command would stand: every file of the patch, the first one open; for a high level all of them, since allowing
 * waits until their end was in view. Nothing is cut that the engine has sent. Of several files each can be left out, and of several hunks in one file each.
 */
export function PatchBlock({ request, part, end }: PatchBlockProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const { changes, cwd } = request
  const files = useMemo(() => shownFiles(changes ?? {}, { folder: cwd, home }), [changes, cwd, home])
  const taken = files.length - part.leftOut.length
  const { amount } = part
  const words = laterStrings.changes
  return (
    <>
      <div className="patch-files" data-part="patch" role="group" aria-label={laterStrings.approval.patch}>
        {files.map((file, index) => {
          const { hunks, whole } = part.of(file.id)
          const isTaken = !part.leftOut.includes(file.id)
          const take = {
            taken: isTaken,
            off: isTaken && taken === 1 ? words.lastTaken : undefined,
            onTake: (yes: boolean) => {
              part.take(file.id, yes)
            },
          }
          return (
            <FileDiffCard
              key={file.id}
              {...file}
              {...(files.length > 1 && { take })}
              hunks={hunks}
              whole={whole}
              openAtFirst={index === 0 || request.assessment.level === 'high'}
            />
          )
        })}
        <span ref={end} className="cmd-end" />
      </div>
      <p className="patch-part" role="status">
        {part.leavesOut && (amount.inHunks ? words.partOfHunks : words.part)(amount.taken, amount.total)}
      </p>
    </>
  )
}
