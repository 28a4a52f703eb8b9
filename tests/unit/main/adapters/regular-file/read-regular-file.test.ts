import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRegularFile } from '../../../../../src/main/adapters/regular-file/read-regular-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-regular-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const at = (name: string): string => join(folder, name)
const read = (path: string, limit = 100, links: 'follow' | 'refuse' = 'follow') =>
  readRegularFile(path, { limit, links })
const text = async (...args: Parameters<typeof read>): Promise<unknown> => {
  const found = await read(...args)
  return found.kind === 'read' ? [found.bytes.toString(), found.whole] : found.kind
}

describe('what others can have made', () => {
  test('a pipe, a socket, a device and a folder are no files, and nobody waits for them', async () => {
    execFileSync('mkfifo', [at('pipe')])
    symlinkSync('pipe', at('link'))
    const server = createServer().listen(at('socket'))
    await new Promise((resolve) => server.once('listening', resolve))
    const kinds = await Promise.all(
      [at('pipe'), at('link'), at('socket'), '/dev/zero', folder].map((path) => text(path)),
    )
    server.close()
    expect(kinds).toEqual(['other', 'other', 'other', 'other', 'folder'])
  })

  test('the beginning of a file is read, and said whether there is more', async () => {
    writeFileSync(at('a'), '12345')
    writeFileSync(at('empty'), '')
    expect([
      await text(at('a'), 5),
      await text(at('a'), 4),
      await text(at('a'), 6),
      await text(at('empty')),
    ]).toEqual([
      ['12345', true],
      ['1234', false],
      ['12345', true],
      ['', true],
    ])
  })

  test('of a file of a terabyte only the limit is held', async () => {
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), 2 ** 40)
    const found = await read(at('huge'), 1000)
    expect(found.kind === 'read' && [found.bytes.length, found.bytes.buffer.byteLength < 100_000]).toEqual([
      1000,
      true,
    ])
  })

  test("a file of the kernel's, which says that it is empty, is read", async () => {
    expect(await text('/proc/self/comm')).toEqual([expect.stringMatching(/\n$/), true])
    const found = await read('/proc/self/smaps', 1024 * 1024)
    expect(found.kind === 'read' && found.bytes.length > 5000).toBe(true)
  })

  test('a link is followed only where that is wanted', async () => {
    mkdirSync(at('sub'))
    writeFileSync(at('sub/a'), 'x')
    symlinkSync('sub/a', at('link'))
    symlinkSync('link-to-itself', at('link-to-itself'))
    expect([await text(at('link')), await text(at('link'), 100, 'refuse')]).toEqual([['x', true], 'link'])
    await expect(read(at('link-to-itself'))).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(read(at('nothing'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
