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
