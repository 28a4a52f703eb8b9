import type { SandboxStatus } from '@shared/domain/doctor'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { asSentence, isAdvice, useCopy } from '../../ui/copy-button'

const words = strings.start

type Missing = Extract<SandboxStatus, { kind: 'unavailable' }>

/** The chip where commands cannot be confined, with one press for the command that mends it. */
export function NoSandbox({ sandbox: { remedy } }: { sandbox: Missing }): ReactNode {
  const { state, copy } = useCopy()
  return (
    <span className="pill miss">
      {words.noSandbox}
      {!isAdvice(remedy) && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            copy(remedy)
          }}
        >
          {state === 'no' ? words.copyRemedy(remedy) : words.remedyCopied[state]}
        </button>
      )}
    </span>
  )
}

/** What is missing, what mends it where the chip does not say that, and what it means. */
export function NoSandboxNote({ sandbox: { reason, remedy } }: { sandbox: Missing }): ReactNode {
  const advice = isAdvice(remedy) ? ` ${asSentence(remedy)}` : ''
  return (
    <p>
      {asSentence(reason)}
      {advice} {words.sandboxMissingText}
      {advice === '' && !words.copyRemedy(remedy).includes(remedy) && (
        <>
          {' '}
          <code>{remedy}</code>
        </>
      )}
    </p>
  )
}
