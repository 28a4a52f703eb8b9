import type { ReactNode } from 'react'
import { IconButton } from './button'
import { Icon } from './icon'

/** Shows or hides what a card holds; `label` says which of the two it does now. */
export function ExpandButton({
  open,
  label,
  onChange,
}: {
  open: boolean
  label: string
  onChange: (open: boolean) => void
}): ReactNode {
  return (
    <IconButton
      size="small"
      label={label}
      aria-expanded={open}
      onClick={() => {
        onChange(!open)
      }}
    >
      <Icon name={open ? 'down' : 'right'} className="sm" />
    </IconButton>
  )
}
