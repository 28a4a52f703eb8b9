import type { FleetWork } from '@shared/domain/fleet-work'
import { isPathThere, type HostState } from '@shared/domain/host-state'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { absoluteFolder, withTilde } from '../../lib/shown-paths'
import type { EngineInfo } from '../../state/app-state'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import { FleetBegins } from './fleet-begins'
import { firstDraft, useStartFolder } from './new-session-form'

const words = laterStrings.hosts
const ofFleets = laterStrings.sandboxes

/** A new session on a host: in a folder there, or in a new sandbox of a fleet, with the model and the limits of the configuration there. */
export function HostSession({
  hosts,
  engine,
}: {
  hosts: readonly HostState[]
  engine: EngineInfo
}): ReactNode {
  const titleId = useId()
  const [picked, setPicked] = useState<string>()
  const choices = hosts.filter(({ state, fleet }) => fleet !== undefined || state === 'connected')
  const host = choices.find(({ name }) => name === picked) ?? choices[0]
  if (host === undefined) return undefined
  const choice = (
    <Select
      label={words.host}
      value={host.name}
      options={choices.map(({ name, fleet }) => ({
        value: name,
        label: fleet ? ofFleets.inNew(name) : name,
      }))}
      onChange={setPicked}
    />
  )
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{words.newThere}</h3>
      {host.fleet ? (
        <InFleet key={host.name} fleet={host.name} choice={choice} engine={engine} />
      ) : (
        <OnHost key={host.name} host={host.name} choice={choice} />
      )}
      <FleetBegins hosts={hosts} />
    </section>
  )
}

const onEnter =
  (start: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') start()
  }

function OnHost({ host, choice }: { host: string; choice: ReactNode }): ReactNode {
  const actions = useActions()
  const [folder, setFolder] = useState('')
  const [busy, setBusy] = useState(false)
  const ready = isPathThere(folder) && !busy
  const start = (): void => {
    if (!ready) return
    setBusy(true)
    void actions.create({ host, cwd: folder }, firstDraft).finally(() => {
      setBusy(false)
    })
  }
  return (
    <>
      <div className="wel-row host-session">
        {choice}
        <Field
          label={words.folder}
          hint={words.folderHint}
          value={folder}
          onChange={setFolder}
          onEnter={start}
        />
        <Button size="small" disabled={!ready} onClick={start}>
          {words.start}
        </Button>
      </div>
      <p className="host-says">{ofFleets.says.message}</p>
    </>
  )
}

type Kind = FleetWork['kind']

/** The work that a new sandbox is made for; how far it is stands below, so that another can be begun meanwhile. */
function InFleet({
  fleet,
  choice,
  engine,
}: {
  fleet: string
  choice: ReactNode
  engine: EngineInfo
}): ReactNode {
  const actions = useActions()
  const near = useStartFolder(engine).folder
  const [kind, setKind] = useState<Kind>('clone')
  const [from, setFrom] = useState('')
  const [branch, setBranch] = useState('')
  const [typed, setTyped] = useState<string>()
  const folder = absoluteFolder(typed ?? near, engine.home)
  const here = absoluteFolder(near, engine.home)
  const work = ((): FleetWork | undefined => {
    if (kind === 'send') return folder === undefined ? undefined : { kind, folder }
    if (from.trim() === '') return undefined
    return {
      ...{ kind, from: from.trim() },
      ...(branch.trim() !== '' && { branch: branch.trim() }),
      ...(here !== undefined && { folder: here }),
    }
  })()
  const start = (): void => {
    if (work) void actions.beginInSandbox(fleet, work, firstDraft)
  }
  return (
    <>
      <div className="wel-row host-session in-fleet">
        {choice}
        <Select
          label={ofFleets.work}
          value={kind}
          options={[
            { value: 'clone', label: ofFleets.works.clone },
            { value: 'send', label: ofFleets.works.send },
          ]}
          onChange={setKind}
        />
        {kind === 'clone' ? (
          <>
            <Field
              label={ofFleets.from}
              hint={ofFleets.fromHint}
              value={from}
              onChange={setFrom}
              onEnter={start}
            />
            <Field
              label={ofFleets.branch}
              hint={ofFleets.branch}
              value={branch}
              onChange={setBranch}
              onEnter={start}
              look="short"
            />
          </>
        ) : (
          <Field
            label={ofFleets.folder}
            hint={ofFleets.folder}
            value={typed ?? near}
            onChange={setTyped}
            onEnter={start}
          />
        )}
        <Button size="small" disabled={!work} onClick={start}>
          {words.start}
        </Button>
      </div>
      <p className="host-says">
        {kind === 'send' ? (
          ofFleets.says.send
        ) : (
          <UntrustedText text={ofFleets.says.clone(here === undefined ? '' : withTilde(here, engine.home))} />
        )}{' '}
        {ofFleets.says.message}
      </p>
    </>
  )
}

interface FieldProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  onEnter: () => void
  look?: 'short'
}

function Field({ label, hint, value, onChange, onEnter: start, look }: FieldProps): ReactNode {
  return (
    <input
      className={look === undefined ? 'field' : `field ${look}`}
      aria-label={label}
      placeholder={hint}
      value={value}
      maxLength={4096}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        onChange(event.target.value)
      }}
      onKeyDown={onEnter(start)}
    />
  )
}
