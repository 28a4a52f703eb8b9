import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { enterFolder } from '../../../../../../src/main/adapters/sandbox-linux/entered-folder'
import { holdStateLinks } from '../../../../../../src/main/adapters/sandbox-linux/repositories/state-links'

let base: string
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-state-')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

const at = (name: string): string => join(base, name)

/** Changes something there until the file system dates it later than this. */
function later(moment: number): number {
  for (;;) {
    writeFileSync(at('clock'), '')
    const { ctimeMs } = lstatSync(at('clock'))
    rmSync(at('clock'))
    if (ctimeMs > moment) return ctimeMs
  }
}

async function held(since: number): Promise<readonly string[]> {
  const around = enterFolder(bytesOf(at('.git')))
  if (!around) throw new Error('it was made')
  try {
    return (await holdStateLinks(around, bytesOf(at('.git')), since)).map((path) => path.slice(base.length))
  } finally {
    around.leave()
  }
}

function lay(): number {
  for (const folder of ['.git', '.git/logs', '.git/refs', '.git/refs/heads', 'moved']) mkdirSync(at(folder))
  symlinkSync('/elsewhere', at('.git/logs/HEAD'))
  symlinkSync('/elsewhere', at('moved/HEAD'))
  writeFileSync(at('.git/refs/heads/old'), 'ref: refs/../../x\n')
  writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
  return later(lstatSync(at('.git/HEAD')).ctimeMs)
}

test('a link and a ref of before stay where nothing changed', async () => {
  expect(await held(lay())).toEqual([])
})

test('a folder that is moved there brings what is older', async () => {
  const since = lay()
  renameSync(at('moved'), at('.git/logs/refs'))
  expect((await held(since)).toSorted()).toEqual(['/.git/logs/HEAD', '/.git/logs/refs/HEAD'])
})

test('a ref that is written to in its place is read, and so is HEAD whenever it was written', async () => {
  const since = lay()
  writeFileSync(at('.git/refs/heads/old'), 'ref: refs/../../../y\n')
  expect(await held(since)).toEqual(['/.git/refs/heads/old'])
  writeFileSync(at('.git/HEAD'), 'ref: refs/heads/../../../../y\n')
  expect(await held(later(lstatSync(at('.git/HEAD')).ctimeMs))).toEqual(['/.git/HEAD'])
})
