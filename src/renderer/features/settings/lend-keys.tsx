import type { HostListing } from '@shared/domain/host-listing'
import type { ProviderListing } from '@shared/domain/provider-listing'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.hosts.lend

interface LendKeysProps {
  readonly host: HostListing
  readonly off: boolean
  readonly onLend: (providers: readonly string[]) => void
}

/** Of which model providers a host is lent the key, and what that means. */
export function LendKeys({ host: { lends }, off, onLend }: LendKeysProps): ReactNode {
  const actions = useActions()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<readonly ProviderListing[]>([])
  useEffect(() => {
    if (!open) return
    actions.listProviders().then(setKnown, () => undefined) // the banner says that the engine is away
  }, [actions, open])
  const rows = [
    ...known.filter(({ id, key }) => key !== 'none' && (key !== 'missing' || lends.includes(id))),
    // Those that are not set up here any more can still be taken out.
    ...lends.flatMap((id) =>
      known.some((each) => each.id === id) ? [] : [{ id, name: id, key: 'missing' }],
    ),
  ]
  return (
    <details
      className="s host-lends"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        {words.title}: {words.count(lends.length)}
      </summary>
      <p>{words.means}</p>
      {rows.map(({ id, name: label, key }) => (
        <label key={id} className="ask-check">
          <input
            type="checkbox"
            checked={lends.includes(id)}
            disabled={off}
            onChange={(event) => {
              onLend(event.target.checked ? [...lends, id] : lends.filter((each) => each !== id))
            }}
          />
          <span>
            <UntrustedText text={label} />
            {key === 'missing' && ` (${words.missing})`}
          </span>
        </label>
      ))}
    </details>
  )
}
