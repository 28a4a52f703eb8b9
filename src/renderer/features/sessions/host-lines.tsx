import type { HostState } from '@shared/domain/host-state'
import { hostProblemInWords } from '@shared/messages/host-problem'
import { messages } from '@shared/messages/spoken'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { visibleString } from '../../lib/visible-text'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.hosts

/** The hosts that do not answer, with why; what is known of them stays in sight. */
export function HostLines({
  hosts,
  of,
}: {
  hosts: readonly HostState[]
  of?: string | undefined
}): ReactNode {
  const actions = useActions()
  const away = hosts.filter(({ name, state }) => state !== 'connected' && (of ?? name) === name)
  if (away.length === 0) return undefined
  return (
    <div className="host-lines" role="status">
      {away.map(({ name, state, said = '', ...rest }) => {
        const why = rest.why === undefined ? '' : hostProblemInWords(rest.why, messages().hostProblem)
        return (
          <p key={name} title={visibleString([why, said].filter(Boolean).join('\n'))}>
            <Icon name="plug" className="sm" />
            <span>
              <b>{name}</b>: {words.states[state]}
              {of !== undefined && why !== '' && (
                <>
                  {' '}
                  <UntrustedText text={`(${why})`} />
                </>
              )}
            </span>
            {state === 'over' && (
              <Button
                size="small"
                aria-label={words.tryAgainOf(name)}
                onClick={() => {
                  actions.askHosts('host.retry', { name }).catch(() => undefined) // the line says how it stands
                }}
              >
                {words.tryAgain}
              </Button>
            )}
          </p>
        )
      })}
    </div>
  )
}
