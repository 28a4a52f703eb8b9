import type { ProviderListing } from '@shared/domain/provider-listing'
import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { TestResult, type Tested } from '../../ui/provider-test'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.settingsParts.providers

/** The model servers that are known, each with a test of its connection and the way to give it a key. `version`: of the settings. */
export function ProvidersSection({ version }: { version: string | undefined }): ReactNode {
  const actions = useActions()
  const [providers, setProviders] = useState<readonly ProviderListing[]>()
  const [fault, setFault] = useState<Fault>()
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    let shown = true
    actions.listProviders().then(
      (list) => {
        if (shown) setProviders(list)
      },
      (error: unknown) => {
        if (shown) setFault(toFault(error))
      },
    )
    return () => {
      shown = false
    }
  }, [actions, version, changes])
  return (
    <>
      {fault !== undefined && <FaultNote fault={fault} />}
      <div className="panel">
        {providers?.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            onChanged={() => {
              setChanges((count) => count + 1)
            }}
          />
        ))}
      </div>
    </>
  )
}

function ProviderRow({
  provider,
  onChanged,
}: {
  provider: ProviderListing
  onChanged: () => void
}): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [tested, setTested] = useState<Tested>()
  const [entering, setEntering] = useState(false)
  const name = visibleString(provider.name)
  const test = (): void => {
    setTested({ kind: 'testing' })
    actions.testProvider(provider.id).then(setTested, (error: unknown) => {
      setTested({ kind: 'fails', fault: toFault(error) })
    })
  }
  const changed = (work: Promise<unknown>): void => {
    work.then(
      () => {
        setEntering(false)
        setTested(undefined)
        onChanged()
      },
      (error: unknown) => {
        setTested({ kind: 'fails', fault: toFault(error) })
      },
    )
  }
  return (
    <div className="prow set-provider">
      <div className="grow">
        <div className="t">
          <UntrustedText text={provider.name} />
        </div>
        <div className="s">
          <code>
            <UntrustedText text={provider.address} />
          </code>
          , {keyWords(provider)}
          {provider.own && `, ${words.own}`}
        </div>
        <TestResult tested={tested} />
        {entering && (
          <KeyEntry
            name={name}
            onSave={(key) => {
              changed(actions.saveProviderKey(provider.id, key))
            }}
            onCancel={() => {
              setEntering(false)
            }}
          />
        )}
      </div>
      <div className="set-acts">
        <Button
          size="small"
          disabled={!connected || tested?.kind === 'testing'}
          aria-label={words.testWhat(name)}
          onClick={test}
        >
          {words.test}
        </Button>
        {(provider.key === 'missing' || provider.key === 'stored') && !entering && (
          <Button
            size="small"
            disabled={!connected}
            aria-label={`${provider.key === 'stored' ? words.changeKey : strings.button.setKey}: ${name}`}
            onClick={() => {
              setEntering(true)
            }}
          >
            {provider.key === 'stored' ? words.changeKey : strings.button.setKey}
          </Button>
        )}
        {provider.key === 'stored' && (
          <Button
            size="small"
            look="ghost"
            disabled={!connected}
            aria-label={words.removeKeyOf(name)}
            onClick={() => {
              changed(actions.removeProviderKey(provider.id))
            }}
          >
            {words.removeKey}
          </Button>
        )}
      </div>
    </div>
  )
}

function keyWords({ key, variable = '' }: ProviderListing): string {
  return key === 'environment' ? words.key.environment(variable) : words.key[key]
}

interface KeyEntryProps {
  name: string
  onSave: (key: string) => void
  onCancel: () => void
}

/** The key leaves the field once it is stored; no stored one is ever shown. */
function KeyEntry({ name, onSave, onCancel }: KeyEntryProps): ReactNode {
  const [key, setKey] = useState('')
  return (
    <form
      className="set-key"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') onSave(key.trim())
      }}
    >
      <input
        className="field mono"
        type="password"
        autoComplete="off"
        autoFocus
        aria-label={words.keyOf(name)}
        value={key}
        onChange={(event) => {
          setKey(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
      />
      <Button type="submit" size="small" disabled={key.trim() === ''}>
        {words.save}
      </Button>
      <Button size="small" look="ghost" onClick={onCancel}>
        {words.cancel}
      </Button>
    </form>
  )
}
