import type { ApprovalRequest } from '@shared/domain/approval'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { quoteCommand } from '@shared/domain/quote-shell'
import { shownCommand } from '../../lib/shell-text'
import { strings } from '../../lib/strings'
import { HostAwareText } from '../../ui/host-aware-text'
import { ShellCode } from '../../ui/shell-code'
import { useLinesInView } from './use-lines-in-view'

interface CommandBlockProps {
  request: ApprovalRequest
  /** Stands after the last character, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
  /** The person wants what the agent asked for after all. */
  onOriginal: () => void
}

/** The whole command: wrapped, selectable, scrolling when long, with `bash -lc` folded away. Nothing is cut. */
export function CommandBlock({ request, end, onOriginal }: CommandBlockProps): ReactNode {
  const [unfolded, setUnfolded] = useState(false)
  const block = useRef<HTMLPreElement>(null)
  const lines = useLinesInView(block)
  const { command, edited } = request
  const shown = shownCommand(command)
  const words = strings.approval
  return (
    <dl className="rows" data-part="command">
      <dt>{words.command}</dt>
      <dd>
        <div className="cmd">
          <pre ref={block} className="scroll" tabIndex={0} role="group" aria-label={words.command}>
            <ShellCode script={unfolded ? quoteCommand(command) : shown.text} />
            <span ref={end} className="cmd-end" />
          </pre>
          {(shown.wrapper !== undefined || lines !== undefined || edited !== undefined) && (
            <div className="parts">
              {lines !== undefined && <b>{words.linesInView(lines.first, lines.last, lines.all)}</b>}
              {edited !== undefined && (
                <span>
                  {strings.edit.asked}
                  <code className="was-cmd">
                    <HostAwareText text={shownCommand(edited.command).text} />
                  </code>{' '}
                  <button type="button" className="link-btn" onClick={onOriginal}>
                    {strings.edit.useOriginal}
                  </button>
                </span>
              )}
              {shown.wrapper !== undefined && (
                <span className="end">
                  <button
                    type="button"
                    className="link-btn"
                    aria-pressed={unfolded}
                    onClick={() => {
                      setUnfolded(!unfolded)
                    }}
                  >
                    {unfolded ? words.hideWrapper : words.showWrapper} <code>{shown.wrapper}</code>
                  </button>
                </span>
              )}
            </div>
          )}
        </div>
      </dd>
    </dl>
  )
}
