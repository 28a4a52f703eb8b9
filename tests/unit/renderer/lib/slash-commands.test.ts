import { describe, expect, test } from 'vitest'
import {
  builtInCommands,
  completed,
  mentionOf,
  openTokenAt,
  readDraft,
  slashCompletions,
} from '../../../../src/renderer/lib/slash-commands'
import { strings } from '../../../../src/renderer/lib/strings'

const prompt = (name: string, content: string) => ({ name, path: `/home/me/prompts/${name}.md`, content })
const prompts = [
  { ...prompt('fix', 'Fix $1 in $ARGUMENTS'), description: 'Mends it', argumentHint: 'FILE' },
  prompt('review', 'My own review of $1'),
]

describe('what a draft comes to', () => {
  test.each([
    ['Hello /fix', { kind: 'message', text: 'Hello /fix' }],
    ['/etc/hosts is wrong', { kind: 'message', text: '/etc/hosts is wrong' }],
    ['/FIX a', { kind: 'message', text: '/FIX a' }],
    ['/', { kind: 'message', text: '/' }],
    ['/prompts:', { kind: 'message', text: '/prompts:' }],
    ['/prompts:none x', { kind: 'message', text: '/prompts:none x' }],
    [' /compact ', { kind: 'built-in', name: 'compact', rest: '' }],
    ['/model small one', { kind: 'built-in', name: 'model', rest: 'small one' }],
    ['/review\nthe parser', { kind: 'built-in', name: 'review', rest: 'the parser' }],
    ['/fix "a b" c', { kind: 'prompt', name: 'fix', text: 'Fix a b in a b c' }],
    ['/prompts:fix x', { kind: 'prompt', name: 'prompts:fix', text: 'Fix x in x' }],
    ['/prompts:review x', { kind: 'prompt', name: 'prompts:review', text: 'My own review of x' }],
  ])('%j', (draft, meaning) => {
    expect(readDraft(draft, prompts, undefined)).toEqual(meaning)
  })
})

describe('the token at the caret', () => {
  test.each([
    ['/co', 3, { kind: 'slash', query: 'co', from: 0, to: 3 }],
    ['/', 1, { kind: 'slash', query: '', from: 0, to: 1 }],
    ['/compact', 3, undefined],
    ['/fix a', 6, undefined],
    ['see /co', 7, undefined],
    ['see @src/a', 10, { kind: 'mention', query: 'src/a', from: 4, to: 10 }],
    ['/fix @a then', 7, { kind: 'mention', query: 'a', from: 5, to: 7 }],
    ['me@example.org', 14, undefined],
    ['see @', 5, undefined],
  ])('%j at %i', (draft, caret, token) => {
    expect(openTokenAt(draft, caret)).toEqual(token)
  })
})

test('a completion takes the place of its token, with one space behind it', () => {
  const token = openTokenAt('see @a then', 6)
  expect(token && completed('see @a then', token, mentionOf('src/a b.ts'))).toEqual({
    draft: 'see @"src/a b.ts" then',
    caret: 18,
  })
  expect([mentionOf('a"b.ts'), mentionOf('plain.ts')]).toEqual(['@"a\\"b.ts"', '@plain.ts'])
  const slash = openTokenAt('/co', 3)
  expect(slash && completed('/co', slash, '/compact')).toEqual({ draft: '/compact ', caret: 9 })
})

test('commands and prompts are offered, what begins with the query first, a prompt named like a command under its long name', () => {
  const offered = (query: string): readonly string[] =>
    slashCompletions(query, prompts, strings.composer.commands, undefined).map(({ label }) => label)
  expect(offered('')).toEqual([...builtInCommands.map((name) => `/${name}`), '/fix', '/prompts:review'])
  expect(offered('re')).toEqual(['/redo', '/review', '/prompts:review'])
  expect(offered('nothing')).toEqual([])
  const { model } = strings.composer.commands
  expect(slashCompletions('', [], { model }, undefined).map(({ label }) => label)).toEqual(['/model'])
  expect(slashCompletions('fix', prompts, strings.composer.commands, undefined)).toEqual([
    { insert: '/fix', label: '/fix', detail: 'Mends it', hint: 'FILE' },
  ])
})

describe('where an agent of another maker works', () => {
  const acpAgent = {
    ...({ kind: 'acp', id: 'claude' } as const),
    commands: [
      { name: 'compact', description: 'Forgets the middle', hint: 'what to keep' },
      { name: 'undo', description: '' },
      { name: 'fix', description: 'Mends' },
    ],
  }

  test('its commands are offered beside those of ours that mean something there, under a longer name where one is taken', () => {
    const rows = slashCompletions('', prompts, strings.composer.commands, acpAgent)
    expect(rows.map(({ label }) => label)).toEqual([
      ...['/policy', '/redo', '/undo', '/fix', '/prompts:review'],
      ...['/compact', '/agent:undo', '/agent:fix'],
    ])
    expect(rows[5]).toEqual({
      ...{ insert: '/compact', label: '/compact', detail: 'Forgets the middle', hint: 'what to keep' },
    })
  })

  test.each([
    ['/compact the plan', { kind: 'message', text: '/compact the plan' }],
    ['/review', { kind: 'message', text: '/review' }],
    ['/agent:undo  two', { kind: 'message', text: '/undo  two' }],
    ['/undo', { kind: 'built-in', name: 'undo', rest: '' }],
    ['/fix x', { kind: 'prompt', name: 'fix', text: 'Fix x in x' }],
    ['/whatever', { kind: 'message', text: '/whatever' }],
  ])('%j', (draft, meaning) => {
    expect(readDraft(draft, prompts, acpAgent)).toEqual(meaning)
  })
})
