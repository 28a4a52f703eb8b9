import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readInstructions } from '../../../../../src/main/adapters/project-docs/read-instructions'

function home(): string {
  const made = mkdtempSync(join(tmpdir(), 'cs-words-'))
  onTestFinished(() => {
    rmSync(made, { recursive: true })
  })
  writeFileSync(join(made, 'own.md'), ' Be brief.\n')
  writeFileSync(join(made, 'empty.md'), ' \n')
  writeFileSync(join(made, 'binary.md'), 'a\0b')
  writeFileSync(join(made, 'long.md'), 'x'.repeat(200_000))
  mkdirSync(join(made, 'folder.md'))
  execFileSync('mkfifo', [join(made, 'pipe.md')])
  return made
}
const read = (at: string, file: string | undefined, said?: string) =>
  readInstructions(said, file === undefined ? {} : { experimental_instructions_file: file }, at)

test('a file of the home, or one by its whole path, stands in place of the built-in instructions', async () => {
  const at = home()
  const expected = { text: 'Be brief.', warnings: [] }
  expect([await read(at, 'own.md'), await read(at, join(at, 'own.md'))]).toEqual([expected, expected])
  expect([await read(at, undefined), await read(at, 'own.md', 'Said.')]).toEqual([
    { text: undefined, warnings: [] },
    { text: 'Said.', warnings: [] },
  ])
})

test.each([
  ['none.md', 'cannot be read (ENOENT)'],
  ['folder.md', 'is no regular file'],
  ['pipe.md', 'is no regular file'],
  ['long.md', 'is longer than 128 KiB'],
  ['empty.md', 'holds no text'],
  ['binary.md', 'holds no text'],
])('%s leaves them as they are, with a warning', async (file, why) => {
  const at = home()
  expect(await read(at, file)).toEqual({
    warnings: [
      `experimental_instructions_file: ${join(at, file)} ${why}; the built-in instructions are used`,
    ],
  })
})
