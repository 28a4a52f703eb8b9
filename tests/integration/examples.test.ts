import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../fakes/app-server-home'
import { cliEntry } from '../fakes/run-cli'

const examples = resolve(import.meta.dirname, '../../examples')

let home: AppServerHome | undefined
let outside: string
beforeEach(() => {
  outside = mkdtempSync('/var/tmp/cs-examples-')
})
afterEach(async () => {
  await home?.remove()
  home = undefined
  rmSync(outside, { recursive: true, force: true })
})

/** Runs a program to its end, with `typed` on its standard input. */
function runExample(
  command: readonly string[],
  { env, cwd, typed = '' }: { env: NodeJS.ProcessEnv; cwd: string; typed?: string },
): Promise<{ code: number | null; out: string; err: string }> {
  const [program = '', ...args] = command
  return new Promise((done) => {
    const child = spawn(program, args, { env, cwd })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.stdin.end(typed)
    child.on('close', (code) => {
      done({ code, out, err })
    })
  })
}

test.each([
  { typed: 'y\n', made: true },
  { typed: 'n\n', made: false },
  { typed: '', made: false },
])('the app-server client asks and passes on the answer $typed', async ({ typed, made }) => {
  const target = join(outside, 'made.txt')
  home = await appServerHome([shellCall('call-1', 'touch', target), { text: 'The end.' }])
  const ran = await runExample([process.execPath, join(examples, 'app-server-client.mjs'), 'make the file'], {
    env: { ...home.env, COUNTERSIGN: cliEntry },
    cwd: home.project,
    typed,
  })
  expect({
    code: ran.code,
    ended: ran.out.includes('The end.'),
    asked: ran.err.includes('allow? [y/N]'),
  }).toEqual({
    code: 0,
    ended: true,
    asked: true,
  })
  expect(existsSync(target)).toBe(made)
})

test('the configuration is one that the engine takes', async () => {
  const state = join(outside, 'home')
  mkdirSync(state)
  copyFileSync(join(examples, 'config.toml'), join(state, 'config.toml'))
  const ran = await runExample([process.execPath, cliEntry, 'config'], {
    env: { PATH: process.env['PATH'], HOME: state, COUNTERSIGN_HOME: state },
    cwd: outside,
  })
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('qwen3-coder') as string })
})

test('the script runs what is not high, and nothing else', async () => {
  const launcher = join(outside, 'countersign')
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${cliEntry}' "$@"\n`, { mode: 0o755 })
  const env = { PATH: process.env['PATH'], HOME: outside, COUNTERSIGN_HOME: outside, COUNTERSIGN: launcher }
  const script = join(examples, 'assess-before-run.sh')
  const low = await runExample(['sh', script, 'echo', 'ran'], { env, cwd: outside })
  expect(low).toMatchObject({ code: 0, out: 'ran\n' })
  const high = await runExample(['sh', script, 'rm', '-rf', outside], { env, cwd: '/' })
  expect(high).toMatchObject({ code: 1, err: 'not run: high\n' })
  expect(existsSync(launcher)).toBe(true)
})

test('the entry for MCP clients names a command that is there', () => {
  const entry = JSON.parse(readFileSync(join(examples, 'mcp-client.json'), 'utf8')) as {
    mcpServers: Record<string, { command: string; args: string[] }>
  }
  const manifest = JSON.parse(readFileSync(join(examples, '../package.json'), 'utf8')) as { bin: object }
  expect(Object.keys(manifest.bin)).toContain(entry.mcpServers['countersign']?.command)
  expect(entry.mcpServers['countersign']?.args).toEqual(['mcp-server'])
})
