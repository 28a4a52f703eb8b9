import type { ReactNode } from 'react'
import { Icon } from './icon'

interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** The platform's own select, drawn like the other controls. */
export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>): ReactNode {
  return (
    <span className="select">
      <select
        aria-label={label}
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
