import { toFault, type Fault } from '@shared/domain/fault'
import type { HostEdited, HostListing, HostRefusal, HostWay } from '@shared/domain/host-listing'
import { hostWays } from '@shared/domain/host-listing'
import type { HostState } from '@shared/domain/host-state'
import type { RequestOf } from '@shared/ipc/contract'
import { useCallback, useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import { HostRow } from './host-row'

const words = laterStrings.hosts
const noStates: readonly HostState[] = []

/** The hosts of config.toml: how each stands, whether it answers, and the way to add and remove one. */
export function HostsSection(): ReactNode {
  const actions = useActions()
  const states = useAppState((state) => state.engine?.hosts ?? noStates)
  const [hosts, setHosts] = useState<readonly HostListing[]>()
  const [fault, setFault] = useState<Fault>()
  const [refused, setRefused] = useState<HostRefusal>()
  const read = useCallback(() => {
    actions.askHosts('host.list', {}).then(
      (list) => {
        setHosts(list.hosts)
      },
      () => undefined, // the banner says that the engine is away
    )
  }, [actions])
  useEffect(read, [read, states])
  /** Resolves with why nothing was written; undefined: it was, or the note says why not. */
  const edit = async (work: () => Promise<HostEdited>): Promise<HostRefusal | 'fault' | undefined> => {
    setFault(undefined)
    setRefused(undefined)
    try {
      const reply = await work()
      read()
      return reply.kind === 'refused' ? reply.why : undefined
    } catch (error) {
      setFault(toFault(error))
      return 'fault'
    }
  }
  const change = (work: () => Promise<HostEdited>): void => {
    void edit(work).then((why) => {
      if (why !== 'fault') setRefused(why)
    })
  }
  return (
    <>
      {fault !== undefined && <FaultNote fault={fault} />}
      <Refused why={refused} />
      {hosts?.length === 0 && <p className="dim">{words.none}</p>}
      {hosts !== undefined && hosts.length > 0 && (
        <div className="panel">
          {hosts.map((host) => (
            <HostRow
              key={host.name}
              host={host}
              state={states.find(({ name }) => name === host.name)}
              onRemove={() => {
                change(() => actions.askHosts('host.remove', { name: host.name }))
              }}
              onClosing={(ends) => {
                change(() => actions.askHosts('host.on-close', { name: host.name, ends }))
              }}
              onFleet={(entry) => {
                change(() => actions.askHosts('host.set-fleet', { name: host.name, ...entry }))
              }}
              onLend={(providers) => {
                change(() => actions.askHosts('host.lend', { name: host.name, providers: [...providers] }))
              }}
            />
          ))}
        </div>
      )}
      <AddHost onAdd={(added) => edit(() => actions.askHosts('host.add', added))} />
    </>
  )
}

/** Why nothing was written, and what was expected. */
function Refused({ why }: { why: HostRefusal | undefined }): ReactNode {
  if (why === undefined) return undefined
  return (
    <div className="s status bad" role="alert">
      {why.kind === 'file' ? (
        <>
          {words.refused.file} <UntrustedText text={why.message} />
        </>
      ) : why.kind === 'taken' || why.kind === 'alike' ? (
        words.refused[why.kind](why.host)
      ) : (
        words.refused[why.kind]
      )}
    </div>
  )
}

const empty = { name: '', target: '' }
/** By their own names. */
const programs: Readonly<Record<HostWay, string>> = {
  ssh: 'ssh',
  docker: 'docker exec -i',
  podman: 'podman exec -i',
}
const examples = { name: 'build1', ssh: 'me@build1', docker: 'shop-dev', podman: 'shop-dev' }

function AddHost({
  onAdd,
}: {
  onAdd: (added: RequestOf<'host.add'>) => Promise<HostRefusal | 'fault' | undefined>
}): ReactNode {
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [via, setVia] = useState<HostWay>('ssh')
  const [entries, setEntries] = useState(empty)
  const [refused, setRefused] = useState<HostRefusal>()
  const [added, setAdded] = useState<string>()
  const [name, target] = [entries.name.trim(), entries.target.trim()]
  const ready = connected && name !== '' && target !== ''
  const add = (): void => {
    setAdded(undefined)
    setRefused(undefined)
    void onAdd({ name, via, target }).then((why) => {
      if (why === 'fault') return
      setRefused(why)
      if (why !== undefined) return
      setEntries(empty)
      setAdded(name)
    })
  }
  const field = (key: keyof typeof empty, label: string, example: string): ReactNode => (
    <Field
      label={label}
      example={example}
      value={entries[key]}
      onChange={(value) => {
        setEntries((before) => ({ ...before, [key]: value }))
      }}
    />
  )
  return (
    <details className="panel provider-form">
      <summary>{words.add}</summary>
      <form
        className="provider-body"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) add()
        }}
      >
        <p className="s">{words.expected}</p>
        <div className="provider-fields">
          {field('name', words.name, examples.name)}
          <label>
            <span>{words.via}</span>
            <Select
              label={words.via}
              value={via}
              options={hostWays.map((value) => ({ value, label: programs[value] }))}
              onChange={setVia}
            />
          </label>
          {field('target', via === 'ssh' ? words.destination : words.container, examples[via])}
        </div>
        <Refused why={refused} />
        <div className="provider-foot">
          <span className="s" role="status">
            {added !== undefined && words.added(added)}
          </span>
          <span className="spacer" />
          <Button type="submit" disabled={!ready}>
            {words.add}
          </Button>
        </div>
      </form>
    </details>
  )
}

function Field({
  label,
  example,
  value,
  onChange,
}: {
  label: string
  example: string
  value: string
  onChange: (value: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        placeholder={example}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.target.value)
        }}
      />
    </div>
  )
}
