import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { loadedLater } from '../../../scripts/node-scripts.mjs'

test('a module of Node’s that few starts need is loaded when something of it is asked for, once', () => {
  const asked: string[] = []
  const real = createRequire(import.meta.url)
  const load = (name: string): unknown => {
    asked.push(name)
    return real(name)
  }
  const code = loadedLater('let node_crypto = require("node:crypto");\nlet node_path = require("node:path");')
  const twice =
    '() => (0, node_crypto.createHash)("md5").update((0, node_crypto.randomBytes)(0)).digest("hex")'
  const hash = runInNewContext(`${code}\n${twice}`, { require: load }) as () => string
  expect(asked).toEqual(['node:path'])
  expect(hash()).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(asked).toEqual(['node:path', 'node:crypto'])
})
