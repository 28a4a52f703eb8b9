import { expect, test } from 'vitest'
import { panelKeyAction } from '../../../../../src/renderer/features/approvals/panel-keys'
import type {
  PanelKey,
  PanelKeyAction,
  PanelKeyContext,
} from '../../../../../src/renderer/features/approvals/panel-keys'

const plain = { command: false, other: false, repeat: false, composing: false }
const enter: PanelKey = { ...plain, key: 'Enter' }
const commandEnter: PanelKey = { ...enter, command: true }
const escape: PanelKey = { ...plain, key: 'Escape' }
const armed: PanelKeyContext = {
  armed: true,
  drawer: 'none',
  moreOpened: false,
  level: 'not-assessed',
  wordTyped: false,
  allowable: true,
  focus: 'elsewhere',
}

const key = (name: string, more: Partial<PanelKey> = {}): PanelKey => ({ ...plain, key: name, ...more })

test.each([
  ['Ctrl+Enter allows when armed', commandEnter, armed, 'allow'],
  [
    'Ctrl+Enter with the focus in the composer allows too',
    commandEnter,
    { ...armed, focus: 'elsewhere' },
    'allow',
  ],
  [
    'Ctrl+Enter in a draft never allows: there it is a habit of sending',
    commandEnter,
    { ...armed, focus: 'draft' },
    'swallow',
  ],
  ['Ctrl+Enter does nothing before it is armed', commandEnter, { ...armed, armed: false }, 'swallow'],
  ['a Ctrl+Enter held since before does nothing', { ...commandEnter, repeat: true }, armed, 'swallow'],
  ['Ctrl+Enter does nothing without an offer', commandEnter, { ...armed, allowable: false }, 'swallow'],
  ['Ctrl+Shift+Enter is no allow', key('Enter', { other: true }), armed, 'nothing'],
  ['a high level is held', commandEnter, { ...armed, level: 'high' }, 'hold'],
  ['the typed word replaces the hold', commandEnter, { ...armed, level: 'high', wordTyped: true }, 'allow'],
  [
    'in a drawer Ctrl+Enter sends the drawer',
    commandEnter,
    { ...armed, drawer: 'deny', focus: 'panel-field' },
    'send-drawer',
  ],
  [
    'with a drawer open Ctrl+Enter elsewhere does nothing',
    commandEnter,
    { ...armed, drawer: 'deny' },
    'swallow',
  ],
  [
    'with a drawer open it never allows',
    commandEnter,
    { ...armed, drawer: 'deny', focus: 'allow-button' },
    'send-drawer',
  ],
  [
    'in the form that allows for longer Ctrl+Enter does nothing',
    commandEnter,
    { ...armed, drawer: 'for', focus: 'panel' },
    'swallow',
  ],
  ['nor does it from the composer', commandEnter, { ...armed, drawer: 'for', focus: 'elsewhere' }, 'swallow'],
  [
    'plain Enter on the button that saves a rule shows that there is no key',
    enter,
    { ...armed, drawer: 'for', focus: 'allow-button' },
    'show-keys',
  ],
  [
    'Escape in the form that allows for longer goes back',
    escape,
    { ...armed, drawer: 'for', focus: 'panel' },
    'close-drawer',
  ],
  ['plain Enter on an allow button shows the keys', enter, { ...armed, focus: 'allow-button' }, 'show-keys'],
  ['Space on an allow button shows the keys', key(' '), { ...armed, focus: 'allow-button' }, 'show-keys'],
  [
    'Alt+Enter on an allow button shows the keys',
    key('Enter', { other: true }),
    { ...armed, focus: 'allow-button' },
    'show-keys',
  ],
  [
    'Ctrl+Space on an allow button shows the keys',
    key(' ', { command: true }),
    { ...armed, focus: 'allow-button' },
    'show-keys',
  ],
  ['Enter on another button is the button’s own', enter, { ...armed, focus: 'panel' }, 'nothing'],
  ['Escape puts off', escape, armed, 'not-now'],
  ['Escape does nothing before it is armed', escape, { ...armed, armed: false }, 'nothing'],
  [
    'Escape closes what More has opened, and puts nothing off',
    escape,
    { ...armed, moreOpened: true },
    'close-more',
  ],
  [
    'Escape in a drawer goes back, and leaves More',
    escape,
    { ...armed, drawer: 'deny', moreOpened: true },
    'close-drawer',
  ],
  ['Escape in a drawer goes back', escape, { ...armed, drawer: 'deny' }, 'close-drawer'],
  ['D in the panel opens the form', key('d'), { ...armed, focus: 'panel' }, 'deny-form'],
  ['C in the panel copies', key('C'), { ...armed, focus: 'panel' }, 'copy'],
  ['E in the panel opens the form to edit', key('e'), { ...armed, focus: 'panel' }, 'edit-form'],
  [
    'Ctrl+Enter in the form that edits sends that, and never allows',
    key('Enter', { command: true }),
    { ...armed, drawer: 'edit', focus: 'panel-field' },
    'send-drawer',
  ],
  ['O in the panel opens what would run', key('o'), { ...armed, focus: 'panel' }, 'look-through'],
  ['N in the panel opens the details', key('n'), { ...armed, focus: 'panel' }, 'details'],
  ['M in the panel shows the other answers', key('M'), { ...armed, focus: 'panel' }, 'more'],
  ['N in a field is a letter', key('n'), { ...armed, focus: 'panel-field' }, 'nothing'],
  ['N in a form is a letter', key('n'), { ...armed, drawer: 'deny', focus: 'panel' }, 'nothing'],
  ['M outside the panel is a letter', key('m'), armed, 'nothing'],
  ['O in a field is a letter', key('o'), { ...armed, focus: 'panel-field' }, 'nothing'],
  ['D in a field is a letter', key('d'), { ...armed, focus: 'panel-field' }, 'nothing'],
  ['D outside the panel is a letter', key('d'), armed, 'nothing'],
  [
    'D with the focus on its row in the inbox opens the form',
    key('d'),
    { ...armed, focus: 'row' },
    'deny-form',
  ],
  ['M on its row shows the other answers', key('m'), { ...armed, focus: 'row' }, 'more'],
  ['N on its row opens the details', key('n'), { ...armed, focus: 'row' }, 'details'],
  ['plain Enter on its row is the row’s own, which opens it', enter, { ...armed, focus: 'row' }, 'nothing'],
  ['Ctrl+Enter on its row allows', commandEnter, { ...armed, focus: 'row' }, 'allow'],
  ['and is held for a high level', commandEnter, { ...armed, level: 'high', focus: 'row' }, 'hold'],
  [
    'D on its row before it is armed does nothing',
    key('d'),
    { ...armed, armed: false, focus: 'row' },
    'nothing',
  ],
  ['D before it is armed does nothing', key('d'), { ...armed, armed: false, focus: 'panel' }, 'nothing'],
  ['Ctrl+C stays the browser’s', key('c', { command: true }), { ...armed, focus: 'panel' }, 'nothing'],
  ['a key of an input method is left alone', { ...commandEnter, composing: true }, armed, 'nothing'],
] satisfies [string, PanelKey, PanelKeyContext, PanelKeyAction][])(
  '%s',
  (_title, pressed, context, expected) => {
    expect(panelKeyAction(pressed, context)).toBe(expected)
  },
)

test('no single character ever allows', () => {
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  const places: PanelKeyContext['focus'][] = ['allow-button', 'panel', 'panel-field', 'row', 'elsewhere']
  const drawers: PanelKeyContext['drawer'][] = ['none', 'deny', 'for']
  const actions = characters.flatMap((character) =>
    places.flatMap((focus) =>
      drawers.map((drawer) => panelKeyAction(key(character), { ...armed, focus, drawer })),
    ),
  )
  expect(actions.filter((action) => action === 'allow' || action === 'hold')).toEqual([])
})
