import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { hasCommandOnly, isField } from '../../lib/keyboard'
import { currentRow } from './inbox-place'
import { panelKeyAction } from './panel-keys'
import type { PanelKey, PanelKeyAction, PanelKeyContext } from './panel-keys'

/** Everything a key can lead to in a panel, and how the panel stands. */
export interface PanelKeyBinding {
  readonly panel: HTMLElement | null
  readonly context: () => Omit<PanelKeyContext, 'focus'>
  readonly act: (action: Exclude<PanelKeyAction, 'nothing' | 'swallow'>) => void
  readonly letGo: () => void
}

/** Listens on the window while the panel is mounted. What another part has already taken (a menu's Escape) is left. */
export function usePanelKeys(binding: () => PanelKeyBinding): void {
  const latest = useRef(binding)
  useEffect(() => {
    latest.current = binding
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented && event.key === 'Escape') return
      // What lies over the page has its own keys: no key may answer what cannot be seen.
      if (document.querySelector('dialog:modal') !== null) return
      const { panel, context, act } = latest.current()
      if (panel?.closest('[inert]') instanceof HTMLElement) return
      const action = panelKeyAction(read(event), { ...context(), focus: focusOf(event.target, panel) })
      if (action === 'nothing') return
      event.preventDefault()
      if (action !== 'swallow') act(action)
    }
    const onKeyUp = (event: KeyboardEvent): void => {
      const { panel, letGo } = latest.current()
      // A button acts on Space when the key comes up; on an allow button it never does.
      if (event.key === ' ' && focusOf(event.target, panel) === 'allow-button') event.preventDefault()
      letGo()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('keyup', onKeyUp)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('keyup', onKeyUp)
    }
  }, [])
}

/** Where the focus is, for drawing which keys would act; followed as it moves, and as what is typed comes and goes. */
export function useKeyFocus(panel: RefObject<HTMLElement | null>): PanelKeyContext['focus'] {
  const [focus, setFocus] = useState<PanelKeyContext['focus']>('elsewhere')
  useEffect(() => {
    const look = (): void => {
      setFocus(focusOf(document.activeElement, panel.current))
    }
    look()
    for (const type of moves) document.addEventListener(type, look)
    return () => {
      for (const type of moves) document.removeEventListener(type, look)
    }
  }, [panel])
  return focus
}

const moves = ['focusin', 'focusout', 'input', 'keyup'] as const

function read(event: KeyboardEvent): PanelKey {
  const command = hasCommandOnly(event)
  return {
    key: event.key,
    command,
    other: !command && (event.ctrlKey || event.metaKey || event.altKey),
    repeat: event.repeat,
    composing: event.isComposing,
  }
}

function focusOf(target: EventTarget | null, panel: HTMLElement | null): PanelKeyContext['focus'] {
  if (!(target instanceof HTMLElement)) return 'elsewhere'
  if (panel?.contains(target) !== true) {
    if (target.matches(currentRow)) return 'row'
    return isField(target) && hasText(target) ? 'draft' : 'elsewhere'
  }
  if (isField(target)) return 'panel-field'
  return target.closest('[data-allow]') === null ? 'panel' : 'allow-button'
}

function hasText(field: HTMLElement): boolean {
  const text = 'value' in field && typeof field.value === 'string' ? field.value : field.textContent
  return text.trim() !== ''
}
