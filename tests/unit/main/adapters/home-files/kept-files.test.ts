import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createKeptFiles } from '../../../../../src/main/adapters/home-files/kept-files'
import { folderWith } from '../../../../fakes/settings-home'

test('what is kept is counted by kind, links are not followed, and what is not there counts as nothing', async () => {
  const { at } = folderWith({
    'home/sessions/2026/11/22/rollout-a.jsonl': '12345',
    'home/sessions/2026/11/21/rollout-b.jsonl': '1',
    'home/auth.json': '{}',
    'home/countersign.log': '123',
    'home/countersign.1.log': '12',
    'home/countersign.logx': '123456789',
    'elsewhere/huge': '1'.repeat(1000),
  })
  symlinkSync(at('elsewhere'), at('home/archived_sessions'))
  symlinkSync(at('elsewhere/huge'), at('home/sessions/link'))
  const { home, kinds } = await createKeptFiles(at('home')).read()
  expect(home).toBe(at('home'))
  expect(kinds.map(({ kind, files, bytes }) => [kind, files, bytes])).toEqual([
    ['sessions', 2, 6],
    ['archived', 0, 0],
    ['rules', 0, 0],
    ['keys', 1, 2],
    ['history', 0, 0],
    ['checkpoints', 0, 0],
    ['logs', 2, 5],
    ['config', 0, 0],
  ])
  expect((await createKeptFiles(at('nowhere')).read()).kinds.every(({ files }) => files === 0)).toBe(true)
})
