import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createCustomPrompts,
  promptLimits,
  readPrompt,
} from '../../../../../src/main/adapters/home-files/custom-prompts'
import { createFakeLog } from '../../../../fakes/fake-engine'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-prompts-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

test.each([
  ['plain text', 'Look at $1.\n', { content: 'Look at $1.\n' }],
  [
    'front matter',
    '---\ndescription: "Looks at it"\nargument-hint: <file>\nmodel: other\n---\nLook.\n',
    { content: 'Look.\n', description: 'Looks at it', argumentHint: '<file>' },
  ],
  [
    'other line ends, spelling and quotes',
    "\uFEFF---\r\nDescription:  'a: b'\r\nargument_hint:\r\n---\r\nLook.\r\n",
    { content: 'Look.\n', description: 'a: b' },
  ],
  ['front matter that is not ended', '---\ndescription: x\nLook.', { content: '---\ndescription: x\nLook.' }],
  ['empty front matter', '---\n---\nLook.', { content: 'Look.' }],
  ['nothing', '', { content: '' }],
])('%s', (_, text, expected) => {
  expect(readPrompt(text)).toEqual(expected)
})

test('regular files of the folder by name in order; everything else is left out, and in the log', async () => {
  const folder = join(home, 'prompts')
  mkdirSync(join(folder, 'folder.md'), { recursive: true })
  const put = (name: string, text: string | Buffer): void => {
    writeFileSync(join(folder, name), text)
  }
  put('b.md', 'B')
  put('a.md', '---\ndescription: first\n---\nA')
  put('note.txt', 'no prompt')
  put('with space.md', 'x')
  put('binary.md', 'a\0b')
  put('latin.md', Buffer.from([0x41, 0xe9, 0x41]))
  put('long.md', 'x'.repeat(promptLimits.bytes + 1))
  put('full.md', 'x'.repeat(promptLimits.bytes))
  put('hid\u202Eden.md', 'x')
  symlinkSync(join(folder, 'a.md'), join(folder, 'link.md'))
  symlinkSync('/etc/passwd', join(folder, 'out.md'))
  execFileSync('mkfifo', [join(folder, 'pipe.md')])
  const log = createFakeLog()
  const prompts = await createCustomPrompts(home, log).list()
  expect(prompts.map(({ name }) => name)).toEqual(['a', 'b', 'full'])
  expect(prompts[0]).toEqual({
    name: 'a',
    path: join(folder, 'a.md'),
    content: 'A',
    description: 'first',
  })
  expect(log.lines.length).toBe(9)
})

test('no folder, and a file in its place: none', async () => {
  const log = createFakeLog()
  expect(await createCustomPrompts(home, log).list()).toEqual([])
  writeFileSync(join(home, 'prompts'), '')
  expect([await createCustomPrompts(home, log).list(), log.lines]).toEqual([[], []])
})

test('so many at most', async () => {
  mkdirSync(join(home, 'prompts'))
  for (let number = 0; number <= promptLimits.files; number++)
    writeFileSync(join(home, 'prompts', `p${String(number)}.md`), 'x')
  const log = createFakeLog()
  expect((await createCustomPrompts(home, log).list()).length).toBe(promptLimits.files)
  expect(log.lines.length).toBe(1)
})
