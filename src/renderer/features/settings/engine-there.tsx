import { toFault } from '@shared/domain/fault'
import type { HostEngine } from '@shared/domain/host-listing'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { UntrustedText } from '../../ui/untrusted-text'
import { ServerState, worstOf } from './server-row'

const words = laterStrings.hosts.engine

/** What the engine of a host says of its settings, models, servers and rules, asked when it is opened. All of it is changed there. */
export function EngineThere({ host }: { host: string }): ReactNode {
  const actions = useActions()
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<HostEngine | { readonly fails: string }>()
  useEffect(() => {
    if (!open) return undefined
    let gone = false
    const told = (what: typeof known): void => {
      if (!gone) setKnown(what)
    }
    actions.askHosts('host.look', { name: host }).then(told, (error: unknown) => {
      told({ fails: toFault(error).message })
    })
    return () => {
      gone = true
    }
  }, [actions, host, open])
  return (
    <details
      className="s host-lends"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{words.title}</summary>
      <div role="status">
        {open && known === undefined && <p>{words.asking}</p>}
        {known !== undefined && 'fails' in known && (
          <p className="status bad">
            <UntrustedText text={known.fails} />
          </p>
        )}
        {known !== undefined && 'file' in known && <Said engine={known} />}
      </div>
    </details>
  )
}

function Said({
  engine: { file, problem, settings, models, servers, rules, leftOut },
}: {
  engine: HostEngine
}): ReactNode {
  return (
    <>
      <p>{words.means}</p>
      <dl className="engine-there">
        <dt>{words.file}</dt>
        <dd>
          <code>
            <UntrustedText text={file} />
          </code>
          {problem !== undefined && (
            <div className="status bad">
              <UntrustedText text={problem} />
            </div>
          )}
        </dd>
        {settings.map(({ key, value }) => (
          <Entry key={key} name={key} value={value} />
        ))}
        <dt>{words.models}</dt>
        <dd>
          {models.length === 0 && words.none}
          {models.map(({ provider, model }) => (
            <div key={`${provider} ${model}`}>
              <UntrustedText text={`${provider}: ${model}`} />
            </div>
          ))}
        </dd>
        <dt>{words.servers}</dt>
        <dd>
          {servers.length === 0 && words.none}
          {servers.map(({ id, target, enabled, runs }) => {
            const worst = worstOf(runs)
            const reason = worst[0]?.reason
            return (
              <div key={id}>
                <UntrustedText text={id} />{' '}
                <code>
                  <UntrustedText text={target} />
                </code>
                <ServerState enabled={enabled} runs={worst} />
                {reason !== undefined && <UntrustedText text={reason} />}
              </div>
            )
          })}
        </dd>
        <Entry name={words.rules} value={String(rules)} />
      </dl>
      {leftOut > 0 && <p>{words.leftOut(leftOut)}</p>}
    </>
  )
}

function Entry({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <UntrustedText text={value} />
      </dd>
    </>
  )
}
