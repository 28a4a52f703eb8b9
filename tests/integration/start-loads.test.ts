import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const recorder = pathToFileURL(join(root, 'tests/fakes/loaded-at-exit.ts')).href

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-start-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

/** What the built program has loaded when it has said its first line. */
async function loadedBy(...args: readonly string[]): Promise<{ urls: string[]; builtIn: string[] }> {
  const file = join(home, 'loaded.json')
  const child = spawn(process.execPath, ['--import', recorder, join(root, 'out/main/cli.js'), ...args], {
    env: { ...process.env, COUNTERSIGN_HOME: join(home, 'state'), LOADED: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => child.kill('SIGTERM'))
  await new Promise((resolve) => child.once('exit', resolve))
  return JSON.parse(readFileSync(file, 'utf8')) as { urls: string[]; builtIn: string[] }
}

test('until its address is there `serve` loads neither what speaks to servers nor a client of HTTP', async () => {
  const { urls, builtIn } = await loadedBy('serve')
  const packages = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  expect(packages).toContain('ws') // it is what is loaded that is looked at
  expect(packages.filter((name) => /modelcontextprotocol|^ajv|^zod$/.test(name))).toEqual([])
  expect(builtIn).toContain('NativeModule http')
  expect(builtIn).not.toContain('NativeModule internal/deps/undici/undici')
})
