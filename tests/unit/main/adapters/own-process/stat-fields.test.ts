import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statField, statFields } from '../../../../../src/main/adapters/own-process/process-name'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stat-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each(['plain', 'a ) S 1 2', ') (', '((('])(
  'a program called "%s" has the parent and group that it has',
  async (name) => {
    const program = join(folder, name)
    copyFileSync('/bin/sleep', program)
    const child = spawn(program, ['60'], { detached: true, stdio: 'ignore' })
    try {
      await expect.poll(() => readFileSync(`/proc/${String(child.pid)}/comm`, 'utf8')).toBe(`${name}\n`)
      const fields = statFields(child.pid ?? 0)
      expect([fields?.[statField.parent], fields?.[statField.group], fields?.[statField.threads]]).toEqual([
        String(process.pid),
        String(child.pid),
        '1',
      ])
    } finally {
      child.kill('SIGKILL')
    }
  },
)

test('a process that is not there has none', () => {
  expect([statFields(0), statFields(2 ** 30)]).toEqual([undefined, undefined])
})

/** Every source file below the adapters. */
const sources = (at: string): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name)
    return statSync(path).isDirectory() ? sources(path) : [path]
  })

test('the line is read in one place', () => {
  const root = new URL('../../../../../src/main', import.meta.url).pathname
  const readers = sources(root).filter((path) =>
    /\/proc\/\$\{[^}]*\}\/stat[`'"]/.test(readFileSync(path, 'utf8')),
  )
  expect(readers.map((path) => path.slice(root.length + 1))).toEqual(['adapters/own-process/process-name.ts'])
})
