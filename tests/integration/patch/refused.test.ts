import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

const world = patchWorld({ approvalPolicy: 'never' })
const at = (name: string): string => join(world.workspace, name)
const server = createServer()
let before: Record<string, string>

beforeAll(async () => {
  writeFileSync(at('text'), 'one\n')
  writeFileSync(at('binary'), Buffer.from([0x7f, 0x45, 0, 1]))
  writeFileSync(at('latin1'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]))
  writeFileSync(at('readonly'), 'one\n', { mode: 0o444 })
  writeFileSync(at('huge'), Buffer.alloc(20 * 1024 * 1024 + 1, 0x61))
  mkdirSync(at('folder'))
  execFileSync('mkfifo', [at('fifo')])
  symlinkSync('nowhere', at('dangling'))
  symlinkSync('loop', at('loop'))
  symlinkSync('/dev/null', at('null'))
  symlinkSync(join(world.outside), at('out'))
  writeFileSync(join(world.outside, 'f'), 'one\n')
  symlinkSync(join(world.outside, 'f'), at('out-file'))
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve))
  before = { ...tree(world.workspace), ...tree(world.outside) }
})
afterAll(() => server.close())

const change = (name: string): string[] => [`*** Update File: ${name}`, '@@', '-one', '+two']
const outside = 'patch rejected: writing outside of the project; rejected by user approval settings'
const failed = (why: string): string =>
  `apply_patch verification failed: line 2: ${why}. Nothing was changed.`

test.each<[string, string[], string]>([
  ['a binary file', change('binary'), failed('binary is a binary file')],
  ['a binary file as what is replaced', ['*** Add File: binary', '+x'], failed('binary is a binary file')],
  ['a binary file as what is deleted', ['*** Delete File: binary'], failed('binary is a binary file')],
  ['a file in another encoding', change('latin1'), failed('latin1 is not UTF-8 text')],
  ['a file marked read-only', change('readonly'), failed('readonly is marked read-only')],
  [
    'a file marked read-only as what is deleted',
    ['*** Delete File: readonly'],
    failed('readonly is marked read-only'),
  ],
  ['a file that is too large', change('huge'), failed('huge is larger than 20971520 bytes')],
  ['a folder', change('folder'), failed('folder is a folder')],
  ['a folder as what is replaced', ['*** Add File: folder', '+x'], failed('folder is a folder')],
  ['a folder as what is deleted', ['*** Delete File: folder'], failed('folder is a folder')],
  [
    'a folder as where a file moves',
    ['*** Update File: text', '*** Move to: folder'],
    failed('text cannot be moved to folder, which is a folder'),
  ],
  ['a FIFO', change('fifo'), failed('fifo is not a regular file')],
  ['a FIFO as what is deleted', ['*** Delete File: fifo'], failed('fifo is not a regular file')],
  ['a socket', ['*** Add File: socket', '+x'], failed('socket is not a regular file')],
  ['a device', ['*** Add File: /dev/sda', '+x'], expect.stringMatching(/^patch rejected|not a regular file/)],
  ['a device through a link', ['*** Add File: null', '+x'], failed('null is not a regular file')],
  [
    'a link that leads nowhere',
    ['*** Add File: dangling', '+x'],
    failed('dangling is a link that leads nowhere'),
  ],
  [
    'a folder link that leads nowhere',
    ['*** Add File: dangling/x', '+x'],
    failed('dangling/x has a link above it that leads nowhere'),
  ],
  ['a link that leads in a circle', change('loop'), failed('loop leads in a circle of symbolic links')],
  [
    'a link as what is moved',
    ['*** Update File: out-file', '*** Move to: x'],
    failed('out-file is a symbolic link and cannot be moved by a patch'),
  ],
  [
    'a file as a folder',
    ['*** Add File: text/x', '+x'],
    failed('text/x has a file where a folder is needed'),
  ],
  [
    'a name that is too long',
    [`*** Add File: ${'n'.repeat(256)}`, '+x'],
    failed(`${'n'.repeat(256)} has a name that is too long`),
  ],
  ['a proc file', change('/proc/self/status'), failed('/proc/self/status may not be read')],
  ['a path that leads out with dots', ['*** Add File: ../x', '+x'], outside],
  ['an absolute path outside', ['*** Add File: /etc/cs-test', '+x'], outside],
  ['a file outside through a link', change('out-file'), outside],
  ['a file outside through a folder link', change('out/f'), outside],
  ['a new file outside through a folder link', ['*** Add File: out/g', '+x'], outside],
  ['a deletion outside through a folder link', ['*** Delete File: out/f'], outside],
  ['a move to the outside', ['*** Update File: text', '*** Move to: out/g'], outside],
  ['one file of many outside', [...change('text'), '*** Add File: out/g', '+x'], outside],
  [
    'a protected path',
    ['*** Add File: .git/hooks/pre-commit', '+x'],
    expect.stringMatching(/^patch rejected: writing to a protected path .*pre-commit.*rejected by user/),
  ],
  [
    'a protected path in other case, nested',
    ['*** Add File: sub/.GIT/config', '+x'],
    expect.stringMatching(/^patch rejected: writing to a protected path/),
  ],
  ['an empty patch', [], 'patch rejected: empty patch'],
  [
    'names that differ only in case',
    ['*** Add File: New', '+x', '*** Add File: new', '+y'],
    expect.stringContaining('can be taken for, the same file'),
  ],
  [
    'a file named directly and through a link',
    [...change('text'), ...change('./folder/../text')],
    expect.stringContaining('is named twice'),
  ],
])('%s is refused, and nothing is changed', async (_, lines, expected) => {
  const { text, ends } = await world.run(...lines)
  expect([text, ends]).toEqual([expected, false])
  expect({ ...tree(world.workspace), ...tree(world.outside) }).toEqual(before)
  expect(tree(world.staging)).toEqual({})
})

test('a file and a link to it cannot both be changed', async () => {
  const own = patchWorld()
  writeFileSync(join(own.workspace, 'a'), 'one\n')
  symlinkSync('a', join(own.workspace, 'b'))
  const { text } = await own.run(...change('a'), ...change('b'))
  expect(text).toContain('the same file')
})

test('a file in a credential store is not even read', async () => {
  const own = patchWorld({ approvalPolicy: 'on-request' })
  mkdirSync(join(own.base, 'home/.ssh'), { recursive: true })
  writeFileSync(join(own.base, 'home/.ssh/id'), 'one\n')
  symlinkSync(join(own.base, 'home/.ssh/id'), join(own.workspace, 'link'))
  const { text } = await own.run(...change('link'))
  expect([text, own.asked]).toEqual([failed('link may not be read'), []])
})
