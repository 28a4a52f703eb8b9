import type { ApprovalRequest } from '@shared/domain/approval'
import { refusalText } from '@shared/messages/refusal-text'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Button } from '../../ui/button'
import { Keys, commandKeys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { BelowStrip } from './below-strip'

interface DenyDrawerProps {
  request: ApprovalRequest
  text: string
  off: boolean
  onText: (text: string) => void
  onSend: () => void
  onBack: () => void
}

/** Opened by the person, so it may take the focus. The actions below it do not move. */
export function DenyDrawer({ request, text, off, onText, onSend, onBack }: DenyDrawerProps): ReactNode {
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = laterStrings.approval
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <form
      ref={box}
      data-part="form"
      className="drawer two"
      aria-label={words.tell}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div>
        <h3>
          <label htmlFor={id}>{words.drawerTitle}</label>
        </h3>
        <textarea
          id={id}
          ref={field}
          className="field"
          rows={3}
          maxLength={4000}
          value={text}
          onChange={(event) => {
            onText(event.target.value)
          }}
        />
        <div className="drawer-acts">
          <Button look="primary" type="submit" disabled={off}>
            {words.tell}
            <Keys keys={commandKeys('↵')} />
          </Button>
          <Button look="ghost" onClick={onBack}>
            {words.back}
            <Keys keys={['Esc']} />
          </Button>
        </div>
      </div>
      <div>
        <h3>{words.drawerTold}</h3>
        <div className="told">
          <p>
            <UntrustedText text={refusalText(request, text)} />
          </p>
        </div>
      </div>
      <div className="below-at-end">
        <BelowStrip scroller={box} foot=".drawer-acts" />
      </div>
    </form>
  )
}
