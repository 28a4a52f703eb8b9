import { describe, expect, test } from 'vitest'
import type { Evidence } from '@shared/domain/evidence'
import { incidentalWrites } from '../../../../../src/main/core/commands/incidental-writes'
import { judgeResult } from '../../../../../src/main/core/commands/judge-result'
import { exited, kernelWrite } from '../../../../fakes/fake-world'

const home = '/home/me'
const write = (target: string, more: Partial<Evidence> = {}): Evidence => ({
  ...kernelWrite(target),
  ...more,
})

describe('what lies beside the work', () => {
  test.each([
    '.npm/_logs/2026-01-01-debug-0.log',
    '.npm/_update-notifier-last-checked',
    '.config/configstore/update-notifier-npm.json',
    '.cache/pip/http',
    '.cache/yarn/v6',
    '.cache/matplotlib/fontlist.json',
    '.cache/git/credential/socket',
    '.local/state/pnpm/pnpm-state.json',
    '.python_history',
    '.git-credential-cache',
    'Library/Caches/pip',
  ])('~/%s', (path) => {
    expect(incidentalWrites(home, {})(write(`${home}/${path}`))).toBe(true)
  })

  test.each([
    '.npm/_cacache/tmp/x',
    '.npmrc',
    '.cache/go-build/00/x',
    '.cache/yarn/berry/cache',
    '.bashrc',
    '.bash_history_of_mine',
    '.cached/x',
    '.npm/_logs.d/x',
    'project/.cache/x',
    '.config/other',
    '.npm',
  ])('not ~/%s', (path) => {
    expect(incidentalWrites(home, {})(write(`${home}/${path}`))).toBe(false)
  })

  test('the folders on the way there, when they are made and not otherwise', () => {
    const isIncidental = incidentalWrites(home, {})
    expect(isIncidental(write(`${home}/.npm`, { operation: 'mkdir' }))).toBe(true)
    expect(isIncidental(write(`${home}/.npm`, { operation: 'rename' }))).toBe(false)
    expect(isIncidental(write(`${home}/other`, { operation: 'mkdir' }))).toBe(false)
    expect(isIncidental(write(`${home}/.local`, { operation: 'mkdir' }))).toBe(false)
    const named = incidentalWrites(home, {}, [`${home}/.config/mine/a`])
    expect(named(write(`${home}/.config`, { operation: 'mkdir' }))).toBe(false)
  })

  test('bases that the environment moves; one that would take in the home folder is none', () => {
    const moved = { XDG_CACHE_HOME: '/srv/cache/', XDG_STATE_HOME: '/', XDG_CONFIG_HOME: 'relative' }
    const isIncidental = incidentalWrites(home, moved)
    const targets = [
      '/srv/cache/x',
      '/srv/cached',
      '/etc/x',
      `${home}/x`,
      `${home}/.cache/x`,
      `${home}/.config/configstore`,
    ]
    expect(targets.map((target) => isIncidental(write(target)))).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('what the command itself names there is its work; a folder around such places is not named so', () => {
    const told = (named: readonly string[]): readonly boolean[] =>
      ['.cache/foo/a', '.cache/foo', '.cache/other', '.bash_history'].map((path) =>
        incidentalWrites(home, {}, named)(write(`${home}/${path}`)),
      )
    expect(told([`${home}/.cache/foo`])).toEqual([false, false, true, true])
    expect(told([`${home}/.cache`])).toEqual([false, false, false, true])
    expect(told([`${home}/.bash_history`])).toEqual([true, true, true, false])
    expect(told([home, '/', `${home}/.cache/fo`])).toEqual([true, true, true, true])
  })

  test('only what the kernel reported of writes, and nothing that is protected', () => {
    const isIncidental = incidentalWrites(home, {})
    const target = `${home}/.cache/x`
    expect(isIncidental(write(target, { kind: 'read' }))).toBe(false)
    expect(isIncidental(write(target, { source: 'guess' }))).toBe(false)
    expect(isIncidental(write(target, { protectedBy: target }))).toBe(false)
  })
})

describe('a failure with', () => {
  const log = write(`${home}/.npm/_logs/x.log`)
  const work = write('/srv/x')
  const judged = (exitCode: number, evidence: readonly Evidence[]) =>
    judgeResult(exited(exitCode, evidence), 1000, incidentalWrites(home, {}))

  test('nothing but what is beside the work is no denial, and keeps it', () => {
    expect(judged(1, [log])).toMatchObject({ kind: 'exited', exitCode: 1, beside: [log] })
  })
  test('work among it is one, with all of it', () => {
    expect(judged(1, [log, work])).toMatchObject({ kind: 'denied', evidence: [log, work] })
  })
  test('success says nothing of it', () => {
    expect(judged(0, [log])).not.toHaveProperty('beside')
  })

  const folder = write(`${home}/old`, { operation: 'unlinkat' })
  const judgedAfterYes = (exitCode: number, evidence: readonly Evidence[]) =>
    judgeResult(
      exited(exitCode, evidence),
      1000,
      incidentalWrites(home, {}),
      ({ target }) => target === folder.target,
    )
  test('nothing but a folder of which its yes said that it stays is no denial either', () => {
    expect(judgedAfterYes(1, [log, folder])).toMatchObject({
      kind: 'exited',
      beside: [log],
      stays: [folder.target],
    })
    expect(judgedAfterYes(1, [folder, work])).toMatchObject({ kind: 'denied', evidence: [folder, work] })
    expect(judgedAfterYes(0, [folder])).not.toHaveProperty('stays')
  })
})
