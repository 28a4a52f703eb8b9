import type { ApprovalRequest } from '@shared/domain/approval'
import { useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { quoteCommand } from '@shared/domain/quote-shell'
import { decidingTokens } from '../../lib/deciding-words'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { HostAwareText } from '../../ui/host-aware-text'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ShellCode, ShellTokens } from '../../ui/shell-code'

interface CommandBlockProps {
  request: ApprovalRequest
  /** Stands after the last character, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
  /** The person wants what the agent asked for after all. */
  onOriginal: () => void
}

/** The whole command: wrapped, selectable, as long as it is, with `bash -lc` folded away. Nothing is cut. */
export function CommandBlock({ request, end, onOriginal }: CommandBlockProps): ReactNode {
  const [unfolded, setUnfolded] = useState(false)
  const { command, edited } = request
  const shown = shownCommand(command)
  const words = laterStrings.approval
  return (
    <div className="cmd" data-part="command">
      <pre role="group" aria-label={words.command}>
        {unfolded ? (
          <ShellCode script={quoteCommand(command)} />
        ) : (
          <ShellTokens tokens={decidingTokens(shown.text, request)} />
        )}
        <span ref={end} className="cmd-end" />
      </pre>
      <span className="tools">
        {shown.wrapper !== undefined && (
          <IconButton
            size="small"
            label={unfolded ? words.hideWrapper : words.showWrapper}
            aria-pressed={unfolded}
            onClick={() => {
              setUnfolded(!unfolded)
            }}
          >
            <Icon name="term" className="sm" />
          </IconButton>
        )}
      </span>
      {edited !== undefined && (
        <div className="parts">
          <span>
            {laterStrings.edit.asked}
            <code className="was-cmd">
              <HostAwareText text={shownCommand(edited.command).text} />
            </code>{' '}
            <button type="button" className="link-btn" onClick={onOriginal}>
              {laterStrings.edit.useOriginal}
            </button>
          </span>
        </div>
      )}
    </div>
  )
}
