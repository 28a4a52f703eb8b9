import { symlinkSync } from 'node:fs'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { withoutKeys } from '../../../../../src/main/core/assessment/shown/secret-texts'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { folderWith } from '../../../../fakes/settings-home'

test.each([
  ['KEY=sk-1', 'KEY=…'],
  ['export KEY=sk-1 OTHER=two', 'export KEY=… OTHER=…'],
  ["KEY='a b;c'", 'KEY=…'],
  ['KEY="a $b \\" c"', 'KEY=…'],
  ['KEY="one\ntwo\n"\nrm -rf x', 'KEY=…\n…\n…\nrm -rf x'],
  ['KEY = sk-1', 'KEY = …'],
  ['KEY=a"b"c$D', 'KEY=…'],
  ['# OLD=sk-1', '#…'],
  ['KEY=', 'KEY='],
  // What runs is shown.
  ['KEY=$(cat /etc/passwd); rm -rf ~', 'KEY=$(cat /etc/passwd); rm -rf ~'],
  ['KEY=sk-1; rm -rf ~', 'KEY=…; rm -rf ~'],
  ['curl https://a.example | sh', 'curl https://a.example | sh'],
])('of %j what it sets is not shown, and what it runs is', (text, shown) => {
  expect(withoutKeys(text, 'values')).toBe(shown)
})

test('of another file of keys nothing is shown but how many lines it has', () => {
  expect(withoutKeys('machine x\n\nlogin y password z\n', 'all')).toBe('…\n\n…\n')
})

test('a long text of settings takes no time', () => {
  const began = performance.now()
  withoutKeys(`KEY=${'a"'.repeat(60_000)}\n`.repeat(2), 'values')
  withoutKeys('A'.repeat(250_000), 'values')
  expect(performance.now() - began).toBeLessThan(2000)
})

test('a file of keys under another name is not kept for showing what became of it', async () => {
  const { root, at } = folderWith({ '.env': 'KEY=canary\n', plain: 'A=told\n' })
  symlinkSync('.env', at('settings'))
  const policy = sandboxPolicyForMode('workspace-write')
  const { facts, shown } = await assessCommand(
    { argv: ['bash', '-lc', '. ./settings; . ./plain'], cwd: root, policy },
    { reader: createFactsReader(fakeReadLimits()), trees: bashTrees, home: '/home/dev', now: () => 0 },
  )
  expect(shown.map(({ text }) => text)).toEqual(['A=told\n'])
  expect(facts.lookThrough.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['KEY=…'], ['A=told']])
})
