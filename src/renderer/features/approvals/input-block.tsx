import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ApprovalRequest } from '@shared/domain/approval'
import { strings } from '../../lib/strings'
import { UntrustedText } from '../../ui/untrusted-text'
import { CommandBlock } from './command-block'

interface InputBlockProps {
  request: ApprovalRequest
  /** Stands after the last character, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
  onOriginal: () => void
}

/** The text that a running process would be given, whole, below the command that the process is. */
export function InputBlock({ request, end, onOriginal }: InputBlockProps): ReactNode {
  const commandEnd = useRef<HTMLSpanElement>(null)
  const words = strings.approval
  return (
    <>
      <CommandBlock request={request} end={commandEnd} onOriginal={onOriginal} />
      <dl className="rows">
        <dt>{words.input}</dt>
        <dd>
          <div className="cmd">
            <pre role="group" aria-label={words.input}>
              <UntrustedText text={request.input ?? ''} />
              <span ref={end} className="cmd-end" />
            </pre>
          </div>
        </dd>
      </dl>
    </>
  )
}
