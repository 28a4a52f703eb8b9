import type { ProgramEffect, RecordShell } from '@shared/domain/program-record'
import { describe, expect, test } from 'vitest'
import { findEffect } from '../../../../../src/main/core/programs/find-effect'
import { RecordTable } from '../../../../../src/main/core/programs/record-table'

const effect = (level: ProgramEffect['level'], rest: Partial<ProgramEffect> = {}): ProgramEffect => ({
  level,
  does: 'does something',
  categories: [],
  examples: ['x'],
  not: [],
  ...rest,
})

const call = (effects: readonly ProgramEffect[], words: string, values: string[] = []): string | undefined =>
  findEffect({ values, effects: [...effects] }, 'tool', words.split(' ').filter(Boolean))?.effect.level

describe('verbs', () => {
  test.each([
    ['volume rm x', 'high'],
    ['volume remove', 'high'],
    ['--quiet volume rm x', 'high'],
    ['--context prod volume rm x', 'high'],
    ['volume', undefined],
    ['x volume rm', undefined],
    ['volume rmx', undefined],
    ['-- volume rm', 'high'],
  ])('%s', (words, level) => {
    expect(call([effect('high', { verbs: ['volume rm|remove'] })], words, ['--context'])).toBe(level)
  })

  test('a star is any characters of one word, and no word is no star', () => {
    const effects = [effect('high', { verbs: ['iam create-*', '* terminate-*'] })]
    expect(
      ['iam create-user', 'ec2 terminate-instances', 'iam create', 'iam'].map((each) => call(effects, each)),
    ).toEqual(['high', 'high', undefined, undefined])
  })

  test('the empty pattern is a call without verbs', () => {
    expect([
      call([effect('low', { verbs: [''] })], '-v'),
      call([effect('low', { verbs: [''] })], 'x'),
    ]).toEqual(['low', undefined])
  })

  test('the star in brackets is the star itself', () => {
    const effects = [effect('high', { verbs: ['restore [*]|.'] })]
    expect(['restore *', 'restore .', 'restore x', 'restore [*]'].map((each) => call(effects, each))).toEqual(
      ['high', 'high', undefined, undefined],
    )
  })

  test('what a pattern holds beside star and bar stands for itself', () => {
    expect([
      call([effect('high', { verbs: ['a.c'] })], 'abc'),
      call([effect('high', { words: ['a+'] })], 'aa'),
    ]).toEqual([undefined, undefined])
  })
})

describe('an option with a value', () => {
  const effects = [
    effect('high', { verbs: ['switch'], with: ['-C'] }),
    effect('medium', { verbs: ['switch'] }),
  ]
  test.each([
    ['-C dir switch main', 'medium'],
    ['switch -C main', 'high'],
    ['-C dir switch -C main', 'high'],
    ['-q switch -qC main', 'high'],
  ])('before the verb it is the program’s own: %s', (words, level) => {
    expect(call(effects, words, ['-C'])).toBe(level)
  })
})

test('what may be an option or the value of one raises, and lowers nothing', () => {
  expect(call([effect('high', { verbs: ['rm'], with: ['-v'] })], 'rm -f -v x', ['-f'])).toBe('high')
  expect(call([effect('low', { verbs: ['rm'], with: ['-v'] })], 'rm -f -v x', ['-f'])).toBeUndefined()
  expect(call([effect('low', { verbs: ['rm'], without: ['-v'] })], 'rm -f -v x', ['-f'])).toBeUndefined()
})

test('a record for some shells says nothing of a call that another one reads', () => {
  const table = new RecordTable([
    {
      names: ['format'],
      shells: ['cmd', 'powershell'],
      values: [],
      runs: [],
      touches: [],
      stars: [],
      dangers: [],
      safe: [],
      effects: [effect('high')],
    },
    {
      names: ['for*'],
      values: [],
      runs: [],
      touches: [],
      stars: [],
      dangers: [],
      safe: [],
      effects: [effect('low')],
    },
  ])
  const levels = (shell: RecordShell): unknown => table.of('format', shell)?.effects.map(({ level }) => level)
  expect([levels('cmd'), levels('powershell'), levels('posix'), table.of('x', 'cmd')]).toEqual([
    ['high', 'low'],
    ['high', 'low'],
    ['low'],
    undefined,
  ])
})

test('the first effect that holds counts, and the call names what decided', () => {
  const effects = [effect('high', { verbs: ['rm'] }), effect('medium', { verbs: ['*'] })]
  expect(call(effects, 'rm x')).toBe('high')
  expect(call(effects, 'ls')).toBe('medium')
  expect(findEffect({ values: [], effects }, 'tool', ['-q', 'rm', 'x'])?.call).toBe('tool rm')
})

describe('a doubt about an option never lowers the level', () => {
  test.each(['-f', '-rf', '--force', '--forc', '--f', '--force=yes'])(
    '%s may be --force where that raises',
    (words) => {
      expect(call([effect('high', { with: ['-f', '--force'] })], words)).toBe('high')
    },
  )
  test.each(['-rf', '--forc', '--force=yes'])('%s is no exemption', (words) => {
    expect(call([effect('high', { without: ['-f', '--force'] })], words)).toBe('high')
  })
  test('the very option is one', () => {
    expect(call([effect('high', { without: ['--dry-run'] })], '--dry-run')).toBeUndefined()
    expect(call([effect('high', { without: ['--dry-run'] })], '--dry-run=none')).toBe('high')
  })
  test.each(['-rf', '--forc'])('%s gives no low level, and takes one away', (words) => {
    expect(call([effect('low', { with: ['-f', '--force'] })], words)).toBeUndefined()
    expect(call([effect('low', { without: ['-f', '--force'] })], words)).toBeUndefined()
  })
  test('upper and lower case of a word are one where that raises, of an option never', () => {
    expect(call([effect('high', { words: ['exec:*'] })], 'eXeC:sh')).toBe('high')
    expect(call([effect('high', { verbs: ['add'] })], 'ADD')).toBe('high')
    expect(call([effect('low', { verbs: ['query'] })], 'QUERY')).toBeUndefined()
    expect(call([effect('high', { words: ['-R*'] })], '-r8080')).toBeUndefined()
  })
  test('an option behind -- is none', () => {
    expect(call([effect('low', { with: ['--list'] })], '-- --list')).toBeUndefined()
  })
})
