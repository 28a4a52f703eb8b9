import { existsSync, mkdirSync, mkdtempSync, chmodSync, chownSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliEntry, runCli, runProgram } from '../fakes/run-cli'

let base: string
beforeAll(() => {
  base = mkdtempSync('/var/tmp/cs-start-')
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: base,
  COUNTERSIGN_HOME: join(base, 'state'),
})

/** The Node that the machine has, whatever its version; npm came with one. */
const systemNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file))

test("the machine's own Node is enough to start any command", async () => {
  const ran = await runProgram(systemNode ?? 'node', [cliEntry, 'assess', '--no-model', '--', 'ls'], {
    env: env(),
  })
  expect([ran.code, ran.err, ran.out]).toEqual([0, '', expect.stringContaining('Changes no file (ls).')])
})

test('output that nobody reads any more ends the run quietly', async () => {
  const command = `"$0" "$1" demo --json --answer deny | head -n 1`
  const ran = await runProgram('/bin/bash', ['-c', command, process.execPath, cliEntry], { env: env() })
  expect([ran.err, ran.out.split('\n').length]).toEqual(['', 2])
})

test("a repository in another user's closed folder does not keep commands from running", async () => {
  const work = join(base, 'work')
  mkdirSync(join(work, 'closed/project/.git/hooks'), { recursive: true })
  if (process.getuid?.() === 0) chownSync(join(work, 'closed'), 65_534, 65_534)
  chmodSync(join(work, 'closed'), process.getuid?.() === 0 ? 0o700 : 0)
  const ran = await runCli(['sandbox', '--', 'echo', 'hi'], { env: env(), cwd: work })
  chmodSync(join(work, 'closed'), 0o700)
  expect([ran.code, ran.out, ran.err]).toEqual([0, 'hi\n', ''])
})
