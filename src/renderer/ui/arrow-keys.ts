import type { KeyboardEvent } from 'react'

/** Moves the focus with Up and Down among the elements of a list that fit the selector. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>, selector: string): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
