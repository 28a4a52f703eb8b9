import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = readFileSync(resolve(import.meta.dirname, '../../src/preload/index.ts'), 'utf8')

test('the preload is at most 40 lines', () => {
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

test('the preload takes values only from electron and the list of names', () => {
  const imports = source
    .split('\n')
    .filter((line) => line.startsWith('import ') && !line.startsWith('import type '))
    .map((line) => /from '(.+)'/.exec(line)?.[1])
  expect(imports).toEqual(['electron', '@shared/ipc/channels'])
})
