import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button'

interface AskDialogProps {
  title: string
  doWord: string
  cancelWord: string
  /** Without fields in it the focus is on Cancel, so that Enter never does what cannot be taken back. */
  children: ReactNode
  onDo: () => void
  onClose: () => void
}

/** A question over the whole window, there as long as it is mounted. Escape is Cancel. */
export function AskDialog({ title, doWord, cancelWord, children, onDo, onClose }: AskDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className="ask" aria-labelledby={titleId} onCancel={onClose}>
      <form
        method="dialog"
        onSubmit={() => {
          onDo()
          onClose()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className="ask-row">
          <Button onClick={onClose}>{cancelWord}</Button>
          <Button type="submit">{doWord}</Button>
        </div>
      </form>
    </dialog>
  )
}
