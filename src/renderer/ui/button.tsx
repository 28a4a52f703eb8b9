import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'ghost'
  size?: 'normal' | 'small'
}

export function Button({ look = 'plain', size = 'normal', className = '', ...rest }: ButtonProps): ReactNode {
  const classes = ['btn', look === 'plain' ? '' : look, size === 'small' ? 'sm' : '', className]
  return <button type="button" {...rest} className={classes.filter((name) => name !== '').join(' ')} />
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  label: string
  size?: 'normal' | 'small'
}

export function IconButton({ label, size = 'normal', className = '', ...rest }: IconButtonProps): ReactNode {
  const small = size === 'small' ? 'sm' : ''
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`icon-btn ${small} ${className}`}
    />
  )
}

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
