import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Keys, commandKeys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { BelowStrip } from './below-strip'
import { FieldWarnings } from './field-warnings'
import type { EditForm } from './use-edit'

const words = laterStrings.edit

interface EditDrawerProps {
  form: EditForm
  off: boolean
  onSend: () => void
  onBack: () => void
}

/** A command of the person's own. Sending it runs nothing: it is checked and asked about like any other. */
export function EditDrawer({ form, off, onSend, onBack }: EditDrawerProps): ReactNode {
  const id = useId()
  const problemId = useId()
  const box = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { problem } = form
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <form
      ref={box}
      data-part="form"
      className="drawer"
      aria-label={laterStrings.approval.edit}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div>
        <h3>
          <label htmlFor={id}>{words.title}</label>
        </h3>
        <textarea
          id={id}
          ref={field}
          className="field mono as-written"
          rows={3}
          spellCheck={false}
          maxLength={1_000_000}
          value={form.field}
          aria-invalid={problem !== undefined}
          aria-describedby={problemId}
          onChange={(event) => {
            form.onText(event.target.value)
          }}
        />
        <FieldWarnings text={form.text} />
        <p className="hint after" id={problemId} role="status">
          {problem !== undefined && (
            <>
              <Icon name="x" /> <UntrustedText text={problem} /> {words.nothingRuns}
            </>
          )}
        </p>
        <div className="drawer-acts">
          <Button look="primary" type="submit" disabled={off || !form.ready}>
            {words.check}
            <Keys keys={commandKeys('↵')} />
          </Button>
          <Button look="ghost" onClick={onBack}>
            {laterStrings.approval.back}
            <Keys keys={['Esc']} />
          </Button>
        </div>
      </div>
      <div className="below-at-end">
        <BelowStrip scroller={box} foot=".drawer-acts" />
      </div>
    </form>
  )
}
