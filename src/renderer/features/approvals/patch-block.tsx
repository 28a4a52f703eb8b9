import type { ApprovalRequest } from '@shared/domain/approval'
import { useMemo } from 'react'
import type { ReactNode, RefObject } from 'react'
import { shownFiles } from '../../lib/shown-changes'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { FileDiffCard } from '../../ui/file-diff-card'

interface PatchBlockProps {
  request: ApprovalRequest
  /** Stands after the last line, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
}

/**
 * Where a command would stand: every file of the patch, the first one open; for a high level all of them, since allowing
 * waits until their end was in view. Nothing is cut that the engine has sent.
 */
export function PatchBlock({ request, end }: PatchBlockProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const { changes, cwd } = request
  const files = useMemo(() => shownFiles(changes ?? {}, cwd, home), [changes, cwd, home])
  const words = strings.approval
  return (
    <dl className="rows">
      <dt>{words.patch}</dt>
      <dd>
        <div className="patch-files" tabIndex={0} role="group" aria-label={words.patch}>
          {files.map((file, index) => (
            <FileDiffCard
              key={file.path}
              {...file}
              openAtFirst={index === 0 || request.assessment.level === 'high'}
            />
          ))}
          <span ref={end} className="cmd-end" />
        </div>
      </dd>
    </dl>
  )
}
