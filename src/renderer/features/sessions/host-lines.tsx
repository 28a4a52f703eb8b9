import { hostOf, type HostState } from '@shared/domain/host-state'
import { sessionsAtFirst } from '@shared/domain/session'
import { hostProblemInWords } from '@shared/messages/host-problem'
import { messages } from '@shared/messages/spoken'
import { useId, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button, IconButton } from '../../ui/button'
import { visibleString } from '../../lib/visible-text'
import { HostProblemText } from '../../ui/host-problem-text'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.hosts
const ofFleets = laterStrings.sandboxes

/** The hosts that do not answer, with why, and the fleets; what is known of them stays in sight. */
export function HostLines({
  hosts,
  of,
}: {
  hosts: readonly HostState[]
  of?: string | undefined
}): ReactNode {
  const actions = useActions()
  const sessions = useAppState((state) => state.sessions)
  const olderOf = useAppState((state) => state.olderOf)
  const ids = Object.keys(sessions)
  const hasOlder = ({ name, state }: HostState): boolean =>
    of === undefined &&
    state === 'connected' &&
    olderOf[name] !== 'none' &&
    ids.filter((id) => hostOf(id) === name).length >= sessionsAtFirst
  const more = hosts.filter(hasOlder)
  const away = hosts.filter(
    ({ name, state, fleet }) => (state !== 'connected' || fleet !== undefined) && (of ?? name) === name,
  )
  if (away.length === 0 && more.length === 0) return undefined
  return (
    <div className="host-lines" role="status">
      {more.map(({ name }) => (
        <button
          key={`older ${name}`}
          type="button"
          className="link-btn rail-older"
          onClick={() => void actions.loadOlder(name)}
        >
          {words.older(name)}
        </button>
      ))}
      {away.map((host) => {
        if (host.fleet) return <FleetLine key={host.name} host={host} hosts={hosts} />
        const { name, state, said = '', ...rest } = host
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
            {state === 'over' && <TryAgain name={name} />}
          </p>
        )
      })}
    </div>
  )
}

/** Tries a host again. With its line it goes as soon as the host answers; the focus then stays where it stood. */
function TryAgain({ name }: { name: string }): ReactNode {
  const actions = useActions()
  const id = useId()
  useLayoutEffect(
    () => () => {
      const { activeElement } = document
      if (activeElement?.id === id) activeElement.parentElement?.closest<HTMLElement>('[tabindex]')?.focus()
    },
    [id],
  )
  return (
    <Button
      id={id}
      size="small"
      aria-label={words.tryAgainOf(name)}
      onClick={() => {
        actions.askHosts('host.retry', { name }).catch(() => undefined) // the line says how it stands
      }}
    >
      {words.tryAgain}
    </Button>
  )
}

/** How many sandboxes of a fleet are shown, or why they cannot be looked for; they are looked for when somebody presses it. */
function FleetLine({ host, hosts }: { host: HostState; hosts: readonly HostState[] }): ReactNode {
  const actions = useActions()
  const { name, state, said = '', fleet } = host
  const count = hosts.filter((each) => each.name.startsWith(`${name}/`)).length
  const why = host.why === undefined ? '' : hostProblemInWords(host.why, messages().hostProblem)
  const { others = 0, trouble } = fleet ?? {}
  const again = (
    <IconButton
      size="small"
      label={state === 'over' ? words.tryAgainOf(name) : ofFleets.lookAgainOf(name)}
      disabled={state === 'connecting'}
      onClick={() => {
        actions.askHosts('host.retry', { name }).catch(() => undefined) // the line says how it stands
      }}
    >
      <Icon name="refresh-cw" className="sm" />
    </IconButton>
  )
  return (
    <p title={visibleString([why, said].filter(Boolean).join('\n')) || undefined}>
      <Icon name="plug" className="sm" />
      <span>
        <b>{name}</b>: {standing()}
        {host.why && (
          <span className="host-why">
            <HostProblemText problem={host.why} />
          </span>
        )}
        {trouble !== undefined && <span className="host-why">{ofFleets.states.trouble}</span>}
        {[said.trim(), trouble ?? ''].filter(Boolean).map((text) => (
          <span key={text} className="host-said" lang="en">
            <UntrustedText text={text} />
          </span>
        ))}
      </span>
      {again}
    </p>
  )

  function standing(): string {
    if (state === 'connecting') return ofFleets.states.looking
    if (state !== 'connected') return ofFleets.states.away
    const found = ofFleets.states.found(count)
    return others === 0 ? found : `${found} · ${ofFleets.states.others(others)}`
  }
}
