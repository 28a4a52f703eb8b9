import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import type { IconName } from './icon'

export interface PickerOption {
  value: string
  label: string
  hint?: string
}

interface PickerProps {
  label: string
  icon: IconName
  value: string
  options: readonly PickerOption[]
  disabled?: boolean
  title?: string
  onPick: (value: string) => void
  /** Opened from elsewhere; the menu says when it opens and closes. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Takes the focus when the menu closes, and says so; else the button has it again. */
  onClosed?: () => boolean
}

/**
 * A choice of one, opened upwards from a quiet button. A non-modal menu on purpose: radix's Select and modal menus
 * add style elements at run time, which the content security policy forbids.
 */
export function Picker(props: PickerProps): ReactNode {
  const { label, icon, value, options, disabled, title, onPick, onClosed, ...opened } = props
  const current = options.find((option) => option.value === value)?.label ?? value
  return (
    <DropdownMenu.Root modal={false} {...opened}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className="btn sm ghost picker"
          disabled={disabled}
          title={title ?? `${label}: ${current}`}
          aria-label={`${label}: ${current}`}
        >
          <Icon name={icon} className="sm" />
          <span className="picker-text">{current}</span>
          <Icon name="up" className="sm picker-mark" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          className="menu-pop"
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (onClosed?.() === true) event.preventDefault()
          }}
        >
          <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={value} onValueChange={onPick}>
            {options.map((option) => (
              <DropdownMenu.RadioItem key={option.value} value={option.value} className="menu-item">
                <span className="menu-tick">
                  <DropdownMenu.ItemIndicator>
                    <Icon name="check" className="sm" />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span>
                  <span className="menu-text">{option.label}</span>
                  {option.hint !== undefined && <span className="menu-hint">{option.hint}</span>}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
