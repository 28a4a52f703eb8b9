import { modelPresets } from '@shared/domain/model-presets'
import { NewProvider } from '@shared/domain/provider-listing'
import { useState, useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.provider
const azure = modelPresets.find(({ id }) => id === 'azure')
const empty = { name: '', address: '', resource: '', model: '', key: '' }
type Entries = typeof empty
type Kind = 'azure' | 'chat' | 'responses'

/** A server at any address, or Azure by its resource; it goes into config.toml and can be chosen at once. */
export function ProviderForm({ onAdded }: { onAdded: (provider: string, model: string) => void }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const home = useAppState((state) => state.engine?.home ?? '')
  const fault = useAppState((state) => state.faults['provider'])
  const [kind, setKind] = useState<Kind>('chat')
  const [entries, setEntries] = useState(empty)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [file, setFile] = useState<string>()

  const { provider, problems } = readEntries(kind, entries)
  const add = (): void => {
    setTried(true)
    setFile(undefined)
    if (provider === undefined || !connected || busy) return
    setBusy(true)
    void actions.addProvider(provider).then((added) => {
      setBusy(false)
      if (added === undefined) return
      setEntries(empty)
      setTried(false)
      setFile(added.file)
      onAdded(added.provider, provider.model ?? '')
    })
  }
  // Enter in here must not start the session that this form stands in.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }
  const field = (name: keyof Entries, secret = false): ReactNode => (
    <ProviderField
      words={words.fields[name]}
      value={entries[name]}
      problem={tried ? problems[name] : undefined}
      secret={secret}
      onChange={(value) => {
        setEntries((before) => ({ ...before, [name]: value }))
      }}
    />
  )
  return (
    <details className="panel provider-form">
      <summary>{words.title}</summary>
      <div className="provider-body" onKeyDown={onKeyDown}>
        <p className="s">{words.text}</p>
        <div className="provider-fields">
          <label>
            <span>{words.kind}</span>
            <Select
              label={words.kind}
              value={kind}
              options={(['chat', 'responses', 'azure'] as const).map((value) => ({
                value,
                label: words.kinds[value],
              }))}
              onChange={setKind}
            />
          </label>
          {kind === 'azure' ? field('resource') : field('name')}
          {kind !== 'azure' && field('address')}
          {field('model')}
          {field('key', true)}
        </div>
        {fault !== undefined && <FaultNote fault={fault} />}
        <div className="provider-foot">
          {file !== undefined && (
            <span className="s" role="status">
              {words.added} <UntrustedText text={withTilde(file, home)} />
            </span>
          )}
          <span className="spacer" />
          <Button disabled={!connected || busy} onClick={add}>
            {busy ? words.adding : words.add}
          </Button>
        </div>
      </div>
    </details>
  )
}

interface ProviderFieldProps {
  words: { readonly label: string; readonly example: string }
  value: string
  /** What is expected instead; undefined when all is well. */
  problem: string | undefined
  secret: boolean
  onChange: (value: string) => void
}

/** One line of the form, with what is wrong under it. */
function ProviderField({ words, value, problem, secret, onChange }: ProviderFieldProps): ReactNode {
  const id = useId()
  const problemId = useId()
  return (
    <div>
      <label htmlFor={id}>{words.label}</label>
      <input
        id={id}
        className="field"
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.example}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onChange={(event) => {
          onChange(event.target.value)
        }}
      />
      {problem !== undefined && (
        <span id={problemId} className="s status bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

/** What was typed, as the engine takes it, or what is wrong with which field. */
function readEntries(
  kind: Kind,
  entries: Entries,
): { provider?: NewProvider; problems: Partial<Record<keyof Entries, string>> } {
  const resource = entries.resource.trim()
  const isAzure = kind === 'azure'
  const model = entries.model.trim()
  const key = entries.key.trim()
  const read = NewProvider.safeParse({
    name: isAzure ? azure?.name : entries.name,
    address: isAzure ? azure?.base_url.replace('RESOURCE', resource) : entries.address.trim(),
    wireApi: isAzure ? azure?.wire_api : kind,
    ...(model === '' ? {} : { model }),
    ...(key === '' ? {} : { key }),
  })
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]))
  if (isAzure && !/^[a-z0-9][a-z0-9-]{1,63}$/i.test(resource)) wrong.add('resource')
  if (isAzure && model === '') wrong.add('model')
  const problems = Object.fromEntries(
    (Object.keys(empty) as (keyof Entries)[])
      .filter((name) => wrong.has(name))
      .map((name) => [name, words.fields[name].wrong]),
  )
  return read.success && wrong.size === 0 ? { provider: read.data, problems } : { problems }
}
