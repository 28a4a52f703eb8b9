import { expect, test } from 'vitest'
import { lineMayConnect, mayConnect } from '../../../../../src/main/core/policy/may-connect'
import { bashParser } from '../../../../fakes/bash-parser'

test.each([
  [['true'], false],
  [['rm', '-rf', 'build'], false],
  [['npm', 'test'], true],
  [['curl', 'example.com'], true],
  [['/bin/true'], false],
  [['./true'], true],
  [['git', 'status'], false],
  [['git', 'push'], true],
  [['bash', '-c', 'ls && date'], false],
  [['bash', '-c', 'ls && curl example.com'], true],
  [['env', 'A=1', 'wget', 'example.com'], true],
  [['find', '.', '-exec', 'curl', '{}', ';'], true],
  [['install', '-m', '755', 'a', 'b'], false],
  [['sudo', 'true'], true],
  [[''], false],
])('whether %j may connect is what reading all of it says', async (command, expected) => {
  const parser = bashParser()
  expect(mayConnect(await parser.read(command))).toBe(expected)
  expect(await lineMayConnect(command, parser)).toBe(expected)
})

test('nothing is read of a line whose program says it by itself', async () => {
  const unread = {
    parse: () => Promise.reject(new Error('was read')),
    read: () => Promise.reject(new Error('was read')),
  }
  expect(await lineMayConnect(['true'], unread)).toBe(false)
  expect(await lineMayConnect(['npm', 'test'], unread)).toBe(true)
  await expect(lineMayConnect(['env', 'true'], unread)).rejects.toThrow('was read')
})
