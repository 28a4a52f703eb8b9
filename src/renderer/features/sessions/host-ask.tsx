import type { HostAsk } from '@shared/domain/host-ask'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { UntrustedText } from '../../ui/untrusted-text'
import { useArming } from '../../ui/use-arming'
import { useModal } from '../../ui/use-modal'

const words = laterStrings.hosts.asks

/**
 * What the command of a host asks, under the host's name. It may come while somebody types elsewhere: nothing in it has the focus, so that no key but
 * Escape does anything before a field or button was chosen. It may come in the middle of a press on the question before, so none counts before it is armed.
 */
export function HostAskDialog({ ask }: { ask: HostAsk }): ReactNode {
  const { id, host, program, kind, prompt } = ask
  const actions = useActions()
  const dialog = useModal('h2')
  const { drawn, look } = useArming(dialog)
  const titleId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(false)
  const [compared, setCompared] = useState(false)
  const answer = (text?: string): void => {
    if (!look().clicks) return
    if (field.current) field.current.value = ''
    const payload = { ask: id, ...(text !== undefined && { answer: text }) }
    actions.askHosts('host.answer', payload).catch(() => undefined) // what is not answered is asked still, or over
  }
  const ofKey = /fingerprint/i.test(prompt)
  return (
    <dialog
      ref={dialog}
      className="ask host-ask"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        answer()
      }}
      // Of a page that nobody has touched yet Escape closes a dialog whatever is said to it.
      onClose={() => dialog.current?.showModal()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (kind === 'secret' && typed) answer(field.current?.value)
        }}
      >
        <h2 id={titleId} tabIndex={-1}>
          <UntrustedText text={words.title(host, program)} />
        </h2>
        <p className="s">{words.whose}</p>
        <pre className="server-said s" tabIndex={0} role="group" aria-label={words.whose}>
          <UntrustedText text={prompt.trim()} />
        </pre>
        {kind === 'secret' && (
          <label className="host-answer">
            <span>{words.answer}</span>
            <input
              ref={field}
              className="field"
              type="password"
              maxLength={1000}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value !== '')
              }}
            />
            <span className="s">{words.goesTo(program)}</span>
          </label>
        )}
        {kind === 'confirm' && ofKey && (
          <label className="ask-check">
            <input
              type="checkbox"
              checked={compared}
              onChange={(event) => {
                setCompared(event.target.checked)
              }}
            />
            {words.compared}
          </label>
        )}
        {kind === 'note' && <p className="s">{words.waits}</p>}
        <div className="ask-row">
          <Button
            aria-disabled={!drawn.clicks}
            onClick={() => {
              answer()
            }}
          >
            {kind === 'confirm' ? words.no : laterStrings.question.cancel}
          </Button>
          {kind === 'secret' && (
            <Button type="submit" aria-disabled={!drawn.clicks} disabled={!typed}>
              {words.send}
            </Button>
          )}
          {kind === 'confirm' && (
            <Button
              aria-disabled={!drawn.clicks}
              disabled={ofKey && !compared}
              onClick={() => {
                answer('yes')
              }}
            >
              {words.yes}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
