import { chmodSync, linkSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openPrivateFolder,
  type PrivateFolder,
} from '../../../../../src/main/adapters/own-process/private-folder'
import { makeProof, secretText, takeProof } from '../../../../../src/main/adapters/own-process/proof'

let at: string
let folder: PrivateFolder
beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'proof-'))
  const opened = openPrivateFolder(at, { make: false })
  if (!opened) throw new Error('it cannot be opened')
  folder = opened
})
afterEach(() => {
  folder.close()
  rmSync(at, { recursive: true })
})

test('a proof is taken once, for its own text alone', () => {
  const text = secretText()
  const name = makeProof(folder, text)
  expect([takeProof(folder, name, secretText()), takeProof(folder, name, text)]).toEqual([false, true])
  expect(takeProof(folder, name, text)).toBe(false)
})

test('one that is empty, as on a disk that is full, counts for the text that its name is of', () => {
  const text = secretText()
  const name = makeProof(folder, text)
  truncateSync(join(at, name))
  expect([takeProof(folder, name, secretText()), takeProof(folder, name, text)]).toEqual([false, true])
})

test.each<[string, (file: string, text: string) => void]>([
  [
    'holds another text',
    (file) => {
      writeFileSync(file, secretText())
    },
  ],
  [
    'holds a part of it',
    (file, text) => {
      writeFileSync(file, text.slice(0, 32))
    },
  ],
  [
    'others may read',
    (file) => {
      chmodSync(file, 0o644)
    },
  ],
  [
    'has another name',
    (file) => {
      linkSync(file, `${file}-too`)
    },
  ],
  [
    'is a link',
    (file, text) => {
      rmSync(file)
      writeFileSync(`${file}-there`, text)
      symlinkSync(`${file}-there`, file)
    },
  ],
])('a file that %s is no proof', (_what, change) => {
  const text = secretText()
  const name = makeProof(folder, text)
  change(join(at, name), text)
  expect(takeProof(folder, name, text)).toBe(false)
})

test('a file that anybody named holds a text in vain', () => {
  const text = secretText()
  const name = `proof-${'0'.repeat(32)}`
  writeFileSync(join(at, name), text, { mode: 0o600 })
  expect(takeProof(folder, name, text)).toBe(false)
})
