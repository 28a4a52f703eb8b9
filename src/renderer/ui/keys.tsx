import type { ReactNode } from 'react'
import { usesCommandKey } from '../lib/keyboard'

/** The keycaps of one action; dashed while no key acts. Not read out: names of buttons stay what they do. */
export function Keys({ keys, off = false }: { keys: readonly string[]; off?: boolean }): ReactNode {
  return (
    <span className={off ? 'keys off' : 'keys'} aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

/** Ctrl or ⌘ and a further key. */
export function commandKeys(key: string): readonly string[] {
  return [usesCommandKey() ? '⌘' : 'Ctrl', key]
}
