import { usesCommandKey } from './keyboard'
import { strings } from './strings'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const modifiers = new Set(['Mod', 'Alt', 'Shift'])

/** Whether this key was pressed with exactly these modifiers. Shift is part of a sign where the keyboard needs it: it is not looked at. */
export function chordMatches(chord: string, event: Pressed): boolean {
  const parts = chord.split('+')
  const wanted = parts.at(-1) ?? ''
  const mac = usesCommandKey()
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  const sign = wanted.length === 1 && !/[A-Z0-9]/.test(wanted)
  return (
    event.key.toUpperCase() === wanted.toUpperCase() &&
    (mac ? event.metaKey : event.ctrlKey) === has('Mod') &&
    !(mac ? event.ctrlKey : event.metaKey) &&
    event.altKey === has('Alt') &&
    (sign || event.shiftKey === has('Shift'))
  )
}

const capsOnMac: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
const namedKeys: Readonly<Record<string, string>> = {
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

/** A chord as keycaps, one each. */
export function keycapsOf(chord: string): readonly string[] {
  const caps: Readonly<Record<string, string>> = usesCommandKey() ? capsOnMac : strings.keycaps
  return chord
    .split('+')
    .map((part) => (modifiers.has(part) ? (caps[part] ?? part) : (namedKeys[part] ?? part)))
}
