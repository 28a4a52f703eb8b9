import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createLogFile } from '../../../../../src/main/adapters/system/log-file'
import { createRedactor } from '../../../../../src/main/core/redaction/redact-secrets'
import { hostileTexts, stillActs } from '../../../../fakes/hostile-texts'
import { folderWith } from '../../../../fakes/settings-home'

test('a full file is put aside, and only so many are kept, the newest lines always', async () => {
  const { root, at } = folderWith({ 'x/y': '' })
  const log = createLogFile(root, (text) => text, { maxBytes: 500, keep: 2 })
  for (let line = 0; line < 60; line += 1) log.error(`line ${String(line)} ${'x'.repeat(40)}`)
  log.error('last')
  await vi.waitUntil(
    () => existsSync(at('countersign.log')) && readFileSync(at('countersign.log'), 'utf8').includes('last'),
    { timeout: 120_000 },
  )
  const logs = readdirSync(root).filter((name) => name.endsWith('.log'))
  expect(logs.sort()).toEqual(['countersign.1.log', 'countersign.2.log', 'countersign.log'])
  expect(logs.map((name) => statSync(at(name)).size <= 500)).toEqual([true, true, true])
  const kept = ['countersign.2.log', 'countersign.1.log', 'countersign.log']
    .map((name) => readFileSync(at(name), 'utf8'))
    .join('')
  const numbers = [...kept.matchAll(/line (\d+)/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(numbers.map((_, index) => 60 - numbers.length + index))
})

test('a key in a message, in its cause or over the cut is not written, and a line stays one line', async () => {
  const { root, at } = folderWith({ 'x/y': '' })
  const log = createLogFile(root, createRedactor(['planted-value']))
  log.error('refused planted-value\nfake line', new Error('Bearer abcdefgh12345'))
  log.error(`${'x'.repeat(7990)} sk-planted-0123456789`)
  log.error('last')
  await vi.waitUntil(
    () => existsSync(at('countersign.log')) && readFileSync(at('countersign.log'), 'utf8').includes('last'),
  )
  const text = readFileSync(at('countersign.log'), 'utf8')
  expect(text).not.toMatch(/planted|abcdefgh/)
  expect(text.trim().split('\n')).toHaveLength(3)
  expect(statSync(at('countersign.log')).mode & 0o077).toBe(0)
})

test('nothing in it acts on the terminal that it is looked at in, and nothing is hidden', async () => {
  const { root, at } = folderWith({ 'x/y': '' })
  const log = createLogFile(root, (text) => text)
  const texts = hostileTexts.filter(([, text]) => text.length < 1000)
  for (const [what, text] of texts) log.error(what, new Error(text))
  log.error('last')
  await vi.waitUntil(
    () => existsSync(at('countersign.log')) && readFileSync(at('countersign.log'), 'utf8').includes('last'),
  )
  const lines = readFileSync(at('countersign.log'), 'utf8').trim().split('\n')
  expect(lines).toHaveLength(texts.length + 1)
  expect(lines.flatMap((line) => stillActs(line) ?? [])).toEqual([])
})
