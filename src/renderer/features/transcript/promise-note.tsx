import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import type { ReactNode } from 'react'
import { useAppState } from '../../state/context'
import type { CommandItem } from '../../state/transcript-items'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

/** Says of an approved run whether it did what was shown for the yes. Nothing for a run that nobody was asked about. */
export function PromiseNote({ item }: { item: CommandItem }): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const last = item.attempts.at(-1)
  const compared = last?.compared
  if (compared === undefined) return null
  const more = didMore(compared.promise)
  // Records of before say it also of runs that were stopped.
  if (!more && last?.outcome !== undefined && last.outcome.kind !== 'exited') return null
  return (
    <p className={more ? 'granted-note more' : 'granted-note'} data-promise={more ? 'more' : 'kept'}>
      <Icon name={more ? 'differs' : 'check'} className="sm" />
      <span>
        <UntrustedText text={promiseInWords(compared, { roots: [item.cwd], home })} />
      </span>
    </p>
  )
}
