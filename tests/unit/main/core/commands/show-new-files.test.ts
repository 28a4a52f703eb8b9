import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diffForm, showNewFiles } from '../../../../../src/main/core/commands/read-git'

const folder = mkdtempSync(join(tmpdir(), 'countersign-new-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a new file is shown with what it holds, also one that is called -', () => {
  const names = ['-', '-p', ':!x', "a'b $(c)"]
  for (const name of names) writeFileSync(join(folder, name), 'held\n')
  const shown = execFileSync('sh', ['-c', `${showNewFiles(['diff', ...diffForm])} || :`], {
    cwd: folder,
    input: names.map((name) => `${name}\0`).join(''),
    env: { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C' },
    encoding: 'utf8',
  })
  const headers = shown.split('\n').filter((line) => line.startsWith('+++'))
  expect(headers.map((line) => line.replace(/\t$/, ''))).toEqual(names.map((name) => `+++ b/${name}`))
  expect(shown.match(/^\+held$/gm)).toHaveLength(names.length)
})
