import { modelPresets } from '@shared/domain/model-presets'
import type { ModelChoice } from '@shared/domain/settings'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'

const words = strings.start

/** More providers than these are not offered by name; each is in the list of models as soon as one was taken. */
const mostOffered = 3

interface NoModelProps {
  models: readonly ModelChoice[]
  /** It is not known yet what there is. */
  looking: boolean
  onUse: (choice: ModelChoice) => void
  onSetUp: () => void
}

/** The chip where no model is chosen: what was found by itself, each with one press, or else the way to set one up. */
export function NoModel({ models, looking, onUse, onSetUp }: NoModelProps): ReactNode {
  const found = offered(models)
  return (
    <span className="pill miss">
      {looking ? words.lookingForModels : words.noModel}
      {found.map((choice) => (
        <button
          key={choice.provider}
          type="button"
          className="link-btn"
          onClick={() => {
            onUse(choice)
          }}
        >
          {words.use[foundBy(choice)](visibleString(choice.providerName))}
        </button>
      ))}
      {found.length === 0 && (
        <button type="button" className="link-btn" onClick={onSetUp}>
          {words.setUp}
        </button>
      )}
    </span>
  )
}

const presetOf = ({ provider }: ModelChoice) => modelPresets.find(({ id }) => id === provider)

/** Why a provider is there without anybody having chosen it. */
function foundBy(choice: ModelChoice): keyof typeof words.use {
  const preset = presetOf(choice)
  if (preset?.local === true) return 'here'
  return preset?.env_key === undefined ? 'configured' : 'key'
}

/** The first model of each provider; what runs on this machine goes before what is asked elsewhere. */
function offered(models: readonly ModelChoice[]): readonly ModelChoice[] {
  const first = models.filter(
    ({ provider }, at) => models.findIndex((each) => each.provider === provider) === at,
  )
  const isHere = (choice: ModelChoice): boolean => presetOf(choice)?.local === true
  return [...first.filter(isHere), ...first.filter((choice) => !isHere(choice))].slice(0, mostOffered)
}
