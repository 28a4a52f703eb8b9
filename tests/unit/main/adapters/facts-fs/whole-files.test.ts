import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWholeFiles } from '../../../../../src/main/adapters/facts-fs/whole-files'
import { createReadLimits } from '../../../../../src/main/adapters/sandbox-linux/protection/read-limits'

let base: string
const at = (name: string): string => join(base, name)
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'whole-files-')))
  for (const folder of ['home/.ssh', 'work/sub', 'more', 'outside', 'state'])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ['home/.ssh/key', 'work/a', 'work/sub/b', 'more/c', 'outside/d', 'state/e'])
    writeFileSync(at(file), `text of ${file}\n`)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** What is told of a file: its text, or why not. */
async function told(path: string, roots = ['work', 'more']): Promise<string> {
  const limits = createReadLimits(
    { home: at('home'), engineHome: at('state'), unreadable: [at('work/secret')], readable: [] },
    () => false,
  )
  const found = await createWholeFiles(limits).read(path.startsWith('/') ? path : at(path), roots.map(at))
  if (found.kind === 'picture')
    return `${found.url.slice(0, 22)} ${String(found.width)} × ${String(found.height)}`
  return found.kind === 'text' ? found.text : found.why
}

test('files below the roots are told, also by a link to another of them; nothing else is', async () => {
  symlinkSync(at('more/c'), at('work/to-more'))
  symlinkSync(at('outside/d'), at('work/to-outside'))
  symlinkSync(at('outside'), at('work/folder'))
  symlinkSync(at('home/.ssh/key'), at('work/to-key'))
  linkSync(at('home/.ssh/key'), at('work/hard'))
  mkdirSync(at('work/secret'))
  writeFileSync(at('work/secret/s'), 's')
  const rows: [string, string][] = [
    ['work/a', 'text of work/a\n'],
    ['work/sub/b', 'text of work/sub/b\n'],
    ['more/c', 'text of more/c\n'],
    ['work/to-more', 'text of more/c\n'],
    ['outside/d', 'outside'],
    ['work/../outside/d', 'outside'],
    ['work/to-outside', 'outside'],
    ['work/folder/d', 'outside'],
    ['home/.ssh/key', 'closed'],
    ['work/to-key', 'closed'],
    ['work/hard', 'closed'],
    ['work/secret/s', 'closed'],
    ['state/e', 'closed'],
    ['/proc/self/environ', 'closed'],
    ['/etc/passwd', 'outside'],
  ]
  expect(await Promise.all(rows.map(async ([path]) => [path, await told(path)]))).toEqual(rows)
})

test('what is no text of a bearable size is named, and holds nobody up', async () => {
  execFileSync('mkfifo', [at('work/pipe')])
  symlinkSync(at('work/loop'), at('work/loop'))
  writeFileSync(at('work/binary'), 'a\0b')
  writeFileSync(at('work/latin1'), Buffer.from([0xe4, 0x0a]))
  writeFileSync(at('work/large'), Buffer.alloc(5_000_001, 97))
  writeFileSync(at('work/just'), Buffer.alloc(5_000_000, 97))
  const rows: [string, string][] = [
    ['work/none', 'missing'],
    ['work/a/below', 'missing'],
    ['work/a\0', 'missing'],
    ['work/sub', 'no-file'],
    ['work/pipe', 'no-file'],
    ['/dev/zero', 'no-file'],
    ['work/loop', 'failed'],
    ['work/binary', 'no-text'],
    ['work/latin1', 'no-text'],
    ['work/large', 'large'],
  ]
  expect(await Promise.all(rows.map(async ([path]) => [path, await told(path)]))).toEqual(rows)
  expect((await told('work/just')).length).toBe(5_000_000)
})

/** The beginnings of pictures, as each kind says how large it is. */
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const gif = Buffer.from('GIF89a\x40\x01\xf0\x00\x00\x00\x00', 'latin1')
// A thumbnail's segment stands before the frame.
const jpeg = Buffer.from(
  '\xff\xd8\xff\xe0\x00\x04\xff\xc0\xff\xc2\x00\x11\x08\x00\xf0\x01\x40\x03\x00\x00',
  'latin1',
)
const webp = (chunk: string, rest: string): Buffer =>
  Buffer.from(`RIFF\x1e\x00\x00\x00WEBP${chunk}${rest}`.padEnd(32, '\x00'), 'latin1')

test('a picture is one by its bytes, with its size; its name, markup, and what would take too much room are none', async () => {
  const rows: [string, Buffer | string, string][] = [
    ['a.txt', png(320, 240), 'data:image/png;base64, 320 × 240'],
    ['b.gif', gif, 'data:image/gif;base64, 320 × 240'],
    ['c.jpg', jpeg, 'data:image/jpeg;base64 320 × 240'],
    [
      'd.webp',
      webp('VP8 ', '\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40\x01\xf0\x00'),
      'data:image/webp;base64 320 × 240',
    ],
    ['e.webp', webp('VP8L', '\x00\x00\x00\x00\x2f\x3f\xc1\x3b\x00'), 'data:image/webp;base64 320 × 240'],
    [
      'f.webp',
      webp('VP8X', '\x00\x00\x00\x00\x00\x00\x00\x00\x3f\x01\x00\xef\x00\x00'),
      'data:image/webp;base64 320 × 240',
    ],
    ['g.png', png(30_000, 30_000), 'large'],
    ['h.png', png(0, 240), 'no-text'],
    ['i.png', png(320, 240).subarray(0, 20), 'no-text'],
    ['j.jpg', jpeg.subarray(0, 12), 'no-text'],
    ['k.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['l.png', '<svg/>', '<svg/>'],
  ]
  for (const [name, bytes] of rows) writeFileSync(at(`work/${name}`), bytes)
  const found = await Promise.all(rows.map(async ([name]) => [name, await told(`work/${name}`)]))
  expect(found).toEqual(rows.map(([name, , said]) => [name, said]))
})
