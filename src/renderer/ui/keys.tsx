import { chordOf } from '@shared/domain/app-command'
import type { AppCommandId } from '@shared/domain/app-command'
import type { ReactNode } from 'react'
import { keycapsOf } from '../lib/chords'
import { usesCommandKey } from '../lib/keyboard'
import { strings } from '../lib/strings'
import { useAppState } from '../state/context'

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
  return [usesCommandKey() ? '⌘' : strings.keycaps.Mod, key]
}

/** The keycaps of a command where the window is shown; none where it has no key there. */
export function useCommandKeys(id: AppCommandId): readonly string[] {
  const host = useAppState((state) => state.engine?.host ?? 'browser')
  const chord = chordOf(id, host)
  return chord === undefined ? [] : keycapsOf(chord)
}

/** A label with the key of a command behind it, for a tooltip. */
export function useLabelWithKeys(label: string, id: AppCommandId): string {
  const keys = useCommandKeys(id)
  return keys.length === 0 ? label : `${label} (${keys.join('+')})`
}
