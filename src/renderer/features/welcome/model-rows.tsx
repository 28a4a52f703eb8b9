import type { ModelChoice } from '@shared/domain/settings'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { modelKey } from '../../state/model-choices'
import { Icon } from '../../ui/icon'
import { Select } from '../../ui/select'

const words = strings.start

interface ModelRowsProps {
  models: readonly ModelChoice[]
  value: ModelChoice | undefined
  onPick: (key: string) => void
}

/** The configured providers, one row each, with their models. */
export function ModelRows({ models, value, onPick }: ModelRowsProps): ReactNode {
  const group = useId()
  if (models.length === 0) return <NoModel />
  const providers = [...new Set(models.map((choice) => choice.provider))]
  return (
    <div className="panel" role="radiogroup" aria-label={words.model}>
      {providers.map((provider) => {
        const own = models.filter((choice) => choice.provider === provider)
        const chosen = own.find((choice) => choice.model === value?.model) ?? own[0]
        if (chosen === undefined) return undefined
        const on = provider === value?.provider
        return (
          <div key={provider} className={on ? 'prow on' : 'prow'}>
            <input
              type="radio"
              className="radio"
              name={group}
              checked={on}
              aria-label={chosen.providerName}
              onChange={() => {
                onPick(modelKey(chosen))
              }}
            />
            <div className="grow">
              <div className="t">{chosen.providerName}</div>
              {own.length === 1 && <div className="s mono">{chosen.model}</div>}
            </div>
            {own.length > 1 && (
              <Select
                label={`${words.model}, ${chosen.providerName}`}
                value={modelKey(chosen)}
                options={own.map((choice) => ({ value: modelKey(choice), label: choice.model }))}
                onChange={onPick}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

function NoModel(): ReactNode {
  return (
    <div className="panel">
      <div className="prow">
        <Icon name="plug" />
        <div className="grow">
          <div className="t">{words.noModel}</div>
          <div className="s">{words.noModelText}</div>
        </div>
      </div>
    </div>
  )
}
