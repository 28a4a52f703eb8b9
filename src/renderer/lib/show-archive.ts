import { focusWhenThere } from './focus-when-there'

/** Opens the archive in the rail, and the rail where it is put away, and gives it the focus. */
export function showArchive(): void {
  const archive = document.querySelector<HTMLDetailsElement>('#rail .rail-archive')
  if (!archive) return
  if (!archive.checkVisibility()) document.querySelector<HTMLElement>('[aria-controls="rail"]')?.click()
  archive.open = true
  focusWhenThere(() => (archive.checkVisibility() ? archive.querySelector('summary') : undefined))
}
