import type { ProgramEffect } from '@shared/domain/program-record'
import { describe, expect, test } from 'vitest'
import { findEffect } from '../../../../../src/main/core/programs/find-effect'

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

  test('what a pattern holds beside star and bar stands for itself', () => {
    expect([
      call([effect('high', { verbs: ['a.c'] })], 'abc'),
      call([effect('high', { words: ['a+'] })], 'aa'),
    ]).toEqual([undefined, undefined])
  })
})

test('the first effect that holds counts, and the call names what decided', () => {
  const effects = [effect('high', { verbs: ['rm'] }), effect('medium', { verbs: ['*'] })]
  expect(call(effects, 'rm x')).toBe('high')
  expect(call(effects, 'ls')).toBe('medium')
  expect(findEffect({ values: [], effects }, 'tool', ['-q', 'rm', 'x'])?.call).toBe('tool rm')
})

describe('a doubt about an option never lowers the level', () => {
  test.each(['-f', '-rf', '--force', '--forc', '--force=yes'])(
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
  test('an option behind -- is none', () => {
    expect(call([effect('low', { with: ['--list'] })], '-- --list')).toBeUndefined()
  })
})
