import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tarOfFolder } from '../../../../../src/main/adapters/engine-archive/tar-of-folder'
import type * as Reading from '../../../../../src/main/adapters/regular-file/read-regular-file'

/** What a command of a session does while a file is read. */
const around = vi.hoisted((): { before?: () => void; after?: () => void } => ({}))
vi.mock('../../../../../src/main/adapters/regular-file/read-regular-file', async (original) => {
  const { readRegularFile } = await original<typeof Reading>()
  return {
    readRegularFile: async (...how: Parameters<typeof readRegularFile>) => {
      around.before?.()
      const read = await readRegularFile(...how)
      around.after?.()
      return read
    },
  }
})

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-tar-'))
  for (const folder of ['work/a', 'secret']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'work/a/key'), 'harmless')
  writeFileSync(join(base, 'secret/key'), 'a key')
})
afterEach(() => {
  delete around.before
  delete around.after
  rmSync(base, { recursive: true })
})

const sent = async (): Promise<string> => {
  let text = ''
  for await (const piece of tarOfFolder(join(base, 'work'), ['a/key']))
    text += Buffer.from(piece).toString('latin1')
  return text
}

test('a folder that is a link only while a file in it is read sends nothing from where that leads', async () => {
  expect(await sent()).toContain('harmless')
  const [folder, aside] = [join(base, 'work/a'), join(base, 'work/b')]
  around.before = () => {
    renameSync(folder, aside)
    symlinkSync('../secret', folder)
  }
  around.after = () => {
    rmSync(folder)
    renameSync(aside, folder)
  }
  await expect(sent()).rejects.toThrow('cannot be sent')
})
