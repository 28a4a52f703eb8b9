import type { ReactNode } from 'react'
import { Icon } from './icon'

interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  /** Whether it is not known yet which one it is: it says none meanwhile. Where that can be, it is always as wide as its longest. */
  waits?: boolean
}

/** The platform's own select, drawn like the other controls. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  waits,
}: SelectProps<T>): ReactNode {
  return (
    <span className={waits === undefined ? 'select' : waits ? 'select steady unsaid' : 'select steady'}>
      <select
        aria-label={label}
        aria-busy={waits}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.target.value)
          if (picked) onChange(picked.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" className="sm" />
    </span>
  )
}
