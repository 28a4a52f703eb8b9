import { toFault } from '@shared/domain/fault'
import { builtInProviders } from '@shared/domain/model-presets'
import type { ProviderTest } from '@shared/domain/provider-listing'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { TestResult, type Tested } from '../../ui/provider-test'
import { Select } from '../../ui/select'

const words = strings.start
const providers = builtInProviders.filter(({ env_key }) => env_key !== undefined)

interface KeyFormProps {
  /** The key opened this provider. */
  onAdded: (provider: string, model: string) => void
}

/** A key for one of the known providers, stored and tried at once, and another look at what there is. The key leaves the field with that. */
export function KeyForm({ onAdded }: KeyFormProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const fault = useAppState((state) => state.faults['models'])
  const [provider, setProvider] = useState(providers[0]?.id ?? '')
  const [key, setKey] = useState('')
  const [looking, setLooking] = useState(false)
  const [tested, setTested] = useState<Tested>()

  const busy = looking || tested?.kind === 'testing'
  const off = !connected || busy || key.trim() === ''
  const saveAndTest = async (): Promise<ProviderTest> => {
    await actions.saveProviderKey(provider, key.trim())
    return actions.testProvider(provider)
  }
  const save = (): void => {
    if (off) return
    setTested({ kind: 'testing' })
    saveAndTest().then(
      (result) => {
        setTested(result)
        if (result.kind === 'answers') onAdded(provider, '')
      },
      (error: unknown) => {
        setTested({ kind: 'fails', fault: toFault(error) })
      },
    )
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
              onChange={(id) => {
                setProvider(id)
                setTested(undefined)
              }}
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
                setLooking(true)
                void actions.loadModels(true).finally(() => {
                  setLooking(false)
                })
              }}
            >
              {words.lookAgain}
            </Button>
          </div>
          <TestResult tested={tested} />
          {fault !== undefined && tested?.kind !== 'fails' && <FaultNote fault={fault} />}
        </div>
      </div>
    </div>
  )
}
