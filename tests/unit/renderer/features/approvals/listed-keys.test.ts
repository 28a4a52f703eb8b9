import { expect, test } from 'vitest'
import { panelKeyAction } from '../../../../../src/renderer/features/approvals/panel-keys'
import type { PanelKeyContext } from '../../../../../src/renderer/features/approvals/panel-keys'
import { placeKeys } from '../../../../../src/renderer/features/commands/shortcuts'
import { laterStrings } from '../../../../../src/renderer/lib/later-strings'

const words = laterStrings.commands.keys
const context: PanelKeyContext = {
  armed: true,
  drawer: 'none',
  moreOpened: false,
  level: 'low',
  wordTyped: false,
  allowable: true,
  focus: 'panel',
}
const actionOf = (key: string, command: boolean) =>
  panelKeyAction({ key, command, other: false, repeat: false, composing: false }, context)

const meanings: Record<string, string> = {
  allow: words.allow,
  'deny-form': words.deny,
  'edit-form': words.edit,
  'look-through': words.look,
  details: words.details,
  more: words.more,
  copy: words.copy,
  'not-now': words.notNow,
}

test('the list of shortcuts says of a panel’s keys what the panel does with them', () => {
  for (const { chord, does } of placeKeys.request) {
    const action = actionOf(chord.split('+').at(-1) ?? '', chord.startsWith('Mod+'))
    expect([chord, meanings[action]]).toEqual([chord, does])
  }
})

test('and leaves none of them out', () => {
  const listed: readonly string[] = placeKeys.request.map(({ chord }) => chord)
  const acting = 'abcdefghijklmnopqrstuvwxyz0123456789'
    .split('')
    .filter((key) => actionOf(key, false) !== 'nothing')
  expect(acting.filter((key) => !listed.includes(key.toUpperCase()))).toEqual([])
})
