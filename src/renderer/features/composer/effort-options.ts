import { ReasoningEffort } from '@shared/domain/settings'
import { strings } from '../../lib/strings'

const unset = 'default'

/** The efforts as picker rows; the first leaves it to the model's server. */
export const effortOptions = [unset, ...ReasoningEffort.options].map((value) => ({
  value,
  label: strings.composer.efforts[value as typeof unset | ReasoningEffort],
}))

/** The row of a session's effort. */
export const effortValue = (effort: ReasoningEffort | undefined): string => effort ?? unset

/** The effort behind a row; null takes away what was set. */
export const pickedEffort = (value: string): ReasoningEffort | null =>
  ReasoningEffort.safeParse(value).data ?? null
