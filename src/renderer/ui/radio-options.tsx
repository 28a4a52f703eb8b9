import { useId } from 'react'
import type { ReactNode } from 'react'

interface RadioOptionsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** What can be chosen, in this order, each with its words. */
  readonly options: readonly (readonly [value: Value, words: string])[]
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** One of a few, all in sight. */
export function RadioOptions<Value extends string>(props: RadioOptionsProps<Value>): ReactNode {
  const { label, value, options, disabled = false, onChange } = props
  const name = useId()
  return (
    <div className="opts" role="radiogroup" aria-label={label}>
      {options.map(([each, words]) => (
        <label key={each} className="opt">
          <input
            type="radio"
            className="radio"
            {...{ name, disabled, checked: each === value }}
            onChange={() => {
              onChange(each)
            }}
          />
          {words}
        </label>
      ))}
    </div>
  )
}
