import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPortLook } from '../../../../../src/main/adapters/network-proxy/machine-ports'

let base = ''
let server: ChildProcess | undefined
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-ports-'))
  mkdirSync(join(base, 'out/main'), { recursive: true })
})
afterEach(() => {
  server?.kill()
  rmSync(base, { recursive: true, force: true })
})

const listens = `const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))`

/** The port of a program that is started as ours is, from a folder that anybody may have filled. */
async function started(): Promise<number> {
  const script = join(base, 'out/main/cli.js')
  writeFileSync(script, listens)
  server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve) => server?.stdout?.once('data', (bytes) => resolve(Number(String(bytes)))))
}

const project = (): string => join(base, 'package.json')

test.each<[string, () => void, boolean]>([
  ['is ours', () => writeFileSync(project(), '{ "name": "countersign" }'), true],
  ['is another', () => writeFileSync(project(), '{ "name": "webpack-cli" }'), false],
  ['is missing', () => undefined, false],
  // A command may have put it there: nobody waits for it, and what cannot be read is closed.
  ['is a pipe', () => execFileSync('mkfifo', [project()]), true],
  ['is a link to a device', () => symlinkSync('/dev/zero', project()), true],
  ['is larger than any', () => writeFileSync(project(), ' '.repeat(300 * 1024)), true],
])('whether a server is an engine where its package.json %s', async (_, lay, engines) => {
  const port = await started()
  lay()
  expect(createPortLook()(port)).toMatchObject({ engines })
})
