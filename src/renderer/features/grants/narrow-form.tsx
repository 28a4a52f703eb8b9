import type { NarrowerRule, StoredGrant } from '@shared/domain/stored-grant'
import { quoteCommand } from '@shared/domain/quote-shell'
import { describeGrant } from '@shared/messages/grant'
import { toFault } from '@shared/domain/fault'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { HostAwareText } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.grants

/** Whether something of a rule could be taken away without revoking it. */
export const canNarrow = ({ scope, covers, grants }: StoredGrant): boolean =>
  scope === 'rule' && (covers === 'prefix' || (covers === 'host' ? grants.length > 1 : grants.length > 0))

/** Has a rule cover less: more words before its star, some of what it adds left out. The engine takes nothing that would be more. */
export function NarrowForm({ grant, onClose }: { grant: StoredGrant; onClose: () => void }): ReactNode {
  const actions = useActions()
  const before = `${quoteCommand(grant.command)} *`
  const [text, setText] = useState(before)
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState('')
  const save = (): void => {
    const to: NarrowerRule = {
      ...(grant.covers === 'prefix' && text.trim() !== before && { text }),
      without: [...without],
    }
    actions.narrowGrant(grant.id, to).then(onClose, (error: unknown) => {
      setProblem(toFault(error).message)
    })
  }
  return (
    <form
      className="narrow-form"
      aria-label={words.narrowTitle}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <p className="s">{words.narrowText}</p>
      {grant.covers === 'prefix' && (
        <input
          className="field mono"
          aria-label={words.narrowRule}
          autoFocus
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
          }}
        />
      )}
      {grant.grants.map((each, at) => (
        <label key={describeGrant(each)} className="opt">
          <input
            type="checkbox"
            checked={!without.has(at)}
            onChange={(event) => {
              const next = new Set(without)
              if (event.target.checked) next.delete(at)
              else next.add(at)
              setWithout(next)
            }}
          />
          <span>
            <HostAwareText text={describeGrant(each)} />
          </span>
        </label>
      ))}
      {problem !== '' && (
        <p className="s status bad" role="alert">
          <UntrustedText text={problem} />
        </p>
      )}
      <div className="narrow-acts">
        <Button type="submit" size="small">
          {words.narrowSave}
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          {words.narrowCancel}
        </Button>
      </div>
    </form>
  )
}
