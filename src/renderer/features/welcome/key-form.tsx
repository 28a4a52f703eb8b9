import { builtInProviders } from '@shared/domain/model-presets'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { Select } from '../../ui/select'

const words = strings.start
const providers = builtInProviders.filter(({ env_key }) => env_key !== undefined)

/** A key for one of the known providers, and another look at what there is. The key leaves the field once it is stored. */
export function KeyForm(): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const fault = useAppState((state) => state.faults['models'])
  const [provider, setProvider] = useState(providers[0]?.id ?? '')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)

  const run = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => {
      setBusy(false)
    })
  }
  const off = !connected || busy || key.trim() === ''
  const save = (): void => {
    if (off) return
    run(actions.saveModelKey(provider, key.trim()))
    setKey('')
  }
  return (
    <div className="panel key-form">
      <div className="prow">
        <div className="grow">
          <div className="t">{words.keyTitle}</div>
          <div className="s">{words.keyText}</div>
          <div className="key-fields">
            <Select
              label={words.keyProvider}
              value={provider}
              options={providers.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setProvider}
            />
            <input
              className="field mono"
              type="password"
              autoComplete="off"
              aria-label={words.key}
              placeholder={words.key}
              value={key}
              onChange={(event) => {
                setKey(event.target.value)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') save()
              }}
            />
            <Button disabled={off} onClick={save}>
              {words.saveKey}
            </Button>
            <Button
              look="ghost"
              disabled={!connected || busy}
              onClick={() => {
                run(actions.loadModels(true))
              }}
            >
              {words.lookAgain}
            </Button>
          </div>
          {fault !== undefined && <FaultNote fault={fault} />}
        </div>
      </div>
    </div>
  )
}
