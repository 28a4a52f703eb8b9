import type { FleetWork } from '@shared/domain/fleet-work'
import type { HostState } from '@shared/domain/host-state'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { absoluteFolder, withTilde } from '../../lib/shown-paths'
import type { EngineInfo } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FolderField } from '../../ui/folder-field'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import { folderOn } from '../../ui/use-folder-completion'
import { FleetBegins } from './fleet-begins'
import { firstDraft, TaskField, useFieldInFocus, useFolderLook, useStartFolder } from './new-session-form'
import { PlaceChip, PlaceNotes, type PlaceChoice } from './place-row'

const words = laterStrings.hosts
const ofFleets = laterStrings.sandboxes

/** A new session on a host, with a field for what is to be done where the window was started for one: in a folder there, or in a new sandbox of a fleet, with the model and the limits of the configuration there. */
export function HostSession({
  hosts,
  engine,
}: {
  hosts: readonly HostState[]
  engine: EngineInfo
}): ReactNode {
  const titleId = useId()
  const { startedOn } = engine
  const [picked, setPicked] = useState(startedOn)
  const ready = hosts.find(({ state, fleet }) => fleet !== undefined || state === 'connected')
  const host = hosts.find(({ name }) => name === picked) ?? ready ?? hosts[0]
  // Taken out of config.toml since: nothing is begun on this machine instead.
  if (host === undefined) return startedOn === undefined ? undefined : <p className="dim">{words.none}</p>
  const choice = (
    <Select
      label={words.host}
      value={host.name}
      options={hosts.map(({ name, fleet }) => ({
        value: name,
        label: fleet ? ofFleets.inNew(name) : name,
      }))}
      onChange={setPicked}
    />
  )
  return (
    <section aria-labelledby={titleId}>
      {startedOn !== undefined && <TaskThere />}
      <h3 id={titleId}>{words.newThere}</h3>
      {host.fleet ? (
        <InFleet key={host.name} fleet={host.name} choice={choice} engine={engine} />
      ) : (
        <OnHost
          key={host.name}
          host={host}
          choice={choice}
          onTyped={() => {
            // Another that is connected meanwhile does not take its place.
            setPicked(host.name)
          }}
        />
      )}
      <FleetBegins hosts={hosts} />
    </section>
  )
}

/** The first message; Enter leads to where it is to be done. */
function TaskThere(): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null)
  const text = useAppState((state) => state.drafts[firstDraft] ?? '')
  useFieldInFocus(field)
  return (
    <div className="wel-box">
      <TaskField
        text={text}
        field={field}
        folder={undefined}
        isOthers
        onSend={() => document.querySelector<HTMLElement>('.host-session input')?.focus()}
      />
    </div>
  )
}

const onEnter =
  (start: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') start()
  }

interface OnHostProps {
  host: HostState
  choice: ReactNode
  onTyped: () => void
}

function OnHost({ host: { name, state }, choice, onTyped }: OnHostProps): ReactNode {
  const actions = useActions()
  const [folder, setFolder] = useState('')
  const [busy, setBusy] = useState(false)
  const connected = state === 'connected'
  const cwd = folderOn(folder, { host: name })
  const { look } = useFolderLook(connected ? cwd : undefined, name)
  const [place, setPlace] = useState<PlaceChoice>({ kind: 'here' })
  const repository = look?.kind === 'there' ? look.repository : undefined
  const worktree = place.kind === 'worktree' && repository ? { base: place.base } : undefined
  const problem = look?.kind === 'missing' ? `${name}: ${look.problem}` : undefined
  const ready = connected && cwd !== undefined && problem === undefined && !busy
  const start = (): void => {
    if (!ready) return
    setBusy(true)
    void actions.create({ host: name, cwd, worktree }, firstDraft).finally(() => {
      setBusy(false)
    })
  }
  return (
    <form
      aria-label={words.newThere}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className="wel-row host-session">
        {choice}
        <FolderField
          value={folder}
          isProposed={false}
          desktop={false}
          invalid={folder.trim() !== '' && cwd === undefined}
          problem={problem}
          onChange={(path) => {
            onTyped()
            setFolder(path)
          }}
          on={{ host: name, label: words.folder, hint: words.folderHint }}
        />
        {repository && <PlaceChip repository={repository} value={place} onChange={setPlace} />}
        <span className="spacer" />
        <Button size="small" type="submit" disabled={!ready}>
          {words.start}
        </Button>
      </div>
      <div className="host-says">
        {repository && <PlaceNotes repository={repository} value={place} elsewhere />}
        <p>{connected ? ofFleets.says.message : `${name}: ${words.states[state]}`}</p>
      </div>
    </form>
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
