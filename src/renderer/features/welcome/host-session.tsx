import { isPathThere, type HostState } from '@shared/domain/host-state'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'

const words = laterStrings.hosts

/** A new session on a host: in a folder there, with the model and the limits of the configuration there. */
export function HostSession({ hosts }: { hosts: readonly HostState[] }): ReactNode {
  const actions = useActions()
  const titleId = useId()
  const [picked, setPicked] = useState<string>()
  const [folder, setFolder] = useState('')
  const [busy, setBusy] = useState(false)
  const there = hosts.filter(({ state }) => state === 'connected').map(({ name }) => name)
  const host = there.find((name) => name === picked) ?? there[0]
  if (host === undefined) return undefined
  const ready = isPathThere(folder) && !busy
  const start = (): void => {
    if (!ready) return
    setBusy(true)
    void actions.create({ host, cwd: folder }, `host ${host}`).finally(() => {
      setBusy(false)
    })
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') start()
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{words.newThere}</h3>
      <div className="wel-row host-session">
        <Select
          label={words.host}
          value={host}
          options={there.map((name) => ({ value: name, label: name }))}
          onChange={setPicked}
        />
        <input
          className="field"
          aria-label={words.folder}
          placeholder={words.folderHint}
          value={folder}
          maxLength={4096}
          spellCheck={false}
          onChange={(event) => {
            setFolder(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <Button size="small" disabled={!ready} onClick={start}>
          {words.start}
        </Button>
      </div>
    </section>
  )
}
