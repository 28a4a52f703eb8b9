import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { imageFiles } from '../../../../../src/main/adapters/image-file/image-files'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'cs-images-'))
  onTestFinished(() => {
    rmSync(path, { recursive: true })
  })
  return path
}

const heads: readonly [kind: string, mime: string, bytes: Buffer][] = [
  ['PNG', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')],
  ['JPEG', 'image/jpeg', Buffer.from('\xff\xd8\xff\xe0....', 'latin1')],
  ['GIF', 'image/gif', Buffer.from('GIF89a\x02\0\x02\0')],
  ['WebP', 'image/webp', Buffer.from('RIFF\n\0\0\0WEBP')],
]

test.each(heads)('a %s is known by its content, whatever its name', async (kind, mime, bytes) => {
  const path = join(folder(), 'notes.txt')
  writeFileSync(path, bytes)
  expect(await imageFiles.read(path)).toEqual({
    url: `data:${mime};base64,${bytes.toString('base64')}`,
    label: `notes.txt, ${kind}, 1 KB`,
  })
})

test.each<[string, (path: string) => void, RegExp]>([
  ['a text', (path) => writeFileSync(path, 'root:x:0:0'), /is no PNG, JPEG, GIF or WebP picture/],
  ['one of too many pixels', (path) => writeFileSync(path, 'GIF89a~~~~'), /has more than 40 million pixels/],
  ['an empty file', (path) => writeFileSync(path, ''), /is no PNG/],
  ['nothing', () => undefined, /does not exist/],
  ['a pipe', (path) => execFileSync('mkfifo', [path]), /is no regular file/],
  [
    'a file that is too large',
    (path) => {
      writeFileSync(path, 'GIF89a')
      truncateSync(path, 15_000_001)
    },
    /is larger than 15\.0 MB/,
  ],
])('%s by the name of a picture is refused', async (_, make, message) => {
  const path = join(folder(), 'cat.png')
  make(path)
  await expect(imageFiles.read(path)).rejects.toThrow(message)
})

test('a relative path is refused', async () => {
  await expect(imageFiles.read('cat.png')).rejects.toThrow('is not an absolute path')
})

test('for an agent, what commands may not read is refused, and so is what cannot be told', async () => {
  const path = join(folder(), 'cat.png')
  writeFileSync(path, Buffer.from('GIF89a'))
  const judged: string[] = []
  const judge = (standing: 'inside' | 'outside' | 'closed') => ({
    standing: ({ realPath }: { readonly realPath: string }) => {
      judged.push(realPath)
      return Promise.resolve(standing)
    },
  })
  await expect(imageFiles.read(path, judge('closed'))).rejects.toThrow('lies where commands may not read')
  expect((await imageFiles.read(path, judge('outside'))).label).toContain('GIF')
  const link = join(folder(), 'link.png')
  symlinkSync(path, link)
  await expect(imageFiles.read(link, judge('closed'))).rejects.toThrow('may not read')
  expect(judged.at(-1)).toBe(realpathSync(path))
})
