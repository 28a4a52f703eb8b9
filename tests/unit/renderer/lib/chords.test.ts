import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { acceleratorOf, appCommands, chordOf } from '@shared/domain/app-command'
import { english } from '@shared/languages/english/window'
import { language as german } from '@shared/languages/german/language'
import { chordMatches, keycapsOf } from '../../../../src/renderer/lib/chords'
import { speakStrings } from '../../../../src/renderer/lib/strings'
import { commandKeys } from '../../../../src/renderer/ui/keys'

const pressed = (key: string, ...held: ('ctrl' | 'meta' | 'alt' | 'shift')[]) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
})
const on = (platform: string): void => {
  vi.stubGlobal('navigator', { platform })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a chord and the key that was pressed', () => {
  test.each([
    ['Mod+K', pressed('k', 'ctrl'), true],
    ['Mod+K', pressed('K', 'ctrl'), true],
    ['Mod+K', pressed('k', 'meta'), false],
    ['Mod+K', pressed('k', 'ctrl', 'alt'), false],
    ['Mod+K', pressed('k', 'ctrl', 'shift'), false],
    ['Mod+K', pressed('k', 'ctrl', 'meta'), false],
    ['Mod+K', pressed('k'), false],
    ['Mod+Shift+F', pressed('F', 'ctrl', 'shift'), true],
    ['Mod+Shift+F', pressed('f', 'ctrl'), false],
    ['Mod+/', pressed('/', 'ctrl', 'shift'), true],
    ['Mod+,', pressed(',', 'ctrl'), true],
    ['F6', pressed('F6'), true],
    ['F6', pressed('F6', 'shift'), false],
    ['Shift+F6', pressed('F6', 'shift'), true],
    ['Alt+ArrowDown', pressed('ArrowDown', 'alt'), true],
    ['Alt+ArrowDown', pressed('ArrowDown'), false],
  ])('elsewhere than on a Mac, %s and %o: %s', (chord, event, expected) => {
    on('Linux x86_64')
    expect(chordMatches(chord, event)).toBe(expected)
  })

  test('keys are named as on the keyboards of who speaks the language', () => {
    on('Linux x86_64')
    expect(keycapsOf('Mod+Shift+F')).toEqual(['Ctrl', 'Shift', 'F'])
    speakStrings(german.strings)
    onTestFinished(() => {
      speakStrings(english)
    })
    expect([keycapsOf('Mod+Shift+F'), commandKeys('Enter')]).toEqual([
      ['Strg', 'Umschalt', 'F'],
      ['Strg', 'Enter'],
    ])
  })

  test('on a Mac it is Cmd, and Ctrl is another key', () => {
    on('MacIntel')
    expect([
      chordMatches('Mod+K', pressed('k', 'meta')),
      chordMatches('Mod+K', pressed('k', 'ctrl')),
      chordMatches('Mod+K', pressed('k', 'meta', 'ctrl')),
    ]).toEqual([true, false, false])
    expect([keycapsOf('Mod+Shift+F'), keycapsOf('Alt+ArrowDown')]).toEqual([
      ['⌘', '⇧', 'F'],
      ['⌥', '↓'],
    ])
  })
})

describe('the table of commands', () => {
  const chords = appCommands.flatMap((row) => ('chord' in row ? [row.chord] : []))

  test('no key runs two commands, no name stands twice', () => {
    expect(new Set(chords).size).toBe(chords.length)
    expect(new Set(appCommands.map(({ id }) => id)).size).toBe(appCommands.length)
  })

  test('no key is one that answers a request or sends a message', () => {
    on('Linux x86_64')
    const answers = [
      pressed('Enter', 'ctrl'),
      pressed('Enter', 'ctrl', 'shift'),
      pressed('Enter'),
      pressed('Enter', 'shift'),
      pressed(' '),
      pressed('Escape'),
      ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => pressed(letter)),
    ]
    expect(chords.filter((chord) => answers.some((event) => chordMatches(chord, event)))).toEqual([])
  })

  test('a key that browsers keep is told of in the desktop alone', () => {
    expect([chordOf('session.new', 'desktop'), chordOf('session.new', 'browser')]).toEqual([
      'Mod+N',
      undefined,
    ])
    // What Chromium and Firefox never hand to a page: new window, tab, private window, close, quit, the tabs by number.
    const kept = /^Mod\+(Shift\+)?[NTWQP]$|^Mod\+\d$|^Mod\+Tab$/
    expect(
      appCommands.map(({ id }) => chordOf(id, 'browser')).filter((chord) => kept.test(chord ?? '')),
    ).toEqual([])
  })

  test('a chord is told to Electron in its own words', () => {
    expect(['Mod+Shift+F', 'Alt+ArrowDown', 'F6', 'Mod+,'].map(acceleratorOf)).toEqual([
      'CommandOrControl+Shift+F',
      'Alt+Down',
      'F6',
      'CommandOrControl+,',
    ])
  })
})
