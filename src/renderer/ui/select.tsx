import type { ReactNode } from 'react'
import { Icon } from './icon'

interface SelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** The platform's own select, drawn like the other controls. */
export function Select({ label, value, options, onChange }: SelectProps): ReactNode {
  return (
    <span className="select">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
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
