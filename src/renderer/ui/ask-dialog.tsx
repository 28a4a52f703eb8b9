import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { useModal } from './use-modal'

interface AskDialogProps {
  title: string
  /** Absent: there is nothing to do, and only to close. */
  doWord?: string | undefined
  /** Whether it can be done now. */
  doOff?: boolean
  cancelWord: string
  /** Without fields in it the focus is on Cancel, so that Enter never does what cannot be taken back. */
  children: ReactNode
  onDo: () => void
  onClose: () => void
}

/** A question over the whole window, there as long as it is mounted. Escape is Cancel. */
export function AskDialog({
  title,
  doWord,
  doOff = false,
  cancelWord,
  children,
  onDo,
  onClose,
}: AskDialogProps): ReactNode {
  const dialog = useModal()
  const titleId = useId()
  return (
    <dialog ref={dialog} className="ask" aria-labelledby={titleId} onCancel={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          // It leaves the page with its dialog, and has nowhere to be sent.
          event.preventDefault()
          if (doWord !== undefined && !doOff) onDo()
          onClose()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className="ask-row">
          <Button onClick={onClose}>{cancelWord}</Button>
          {doWord !== undefined && (
            <Button type="submit" disabled={doOff}>
              {doWord}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
