import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cliEntry, runProgram } from '../fakes/run-cli'

let home: string
beforeEach(() => {
  home = mkdtempSync('/var/tmp/cs-trouble-')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

/** The demo with a home of which one part cannot be written. */
const demo = (...limit: string[]) =>
  runProgram(
    'bwrap',
    ['--dev-bind', '/', '/', ...limit, process.execPath, cliEntry, 'demo', '--answer', 'deny'],
    { env: { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home } },
  )

test('a folder for records that may not be written to: one clear line with the remedy, nothing runs', async () => {
  const sessions = join(home, 'sessions')
  mkdirSync(sessions)
  const ran = await demo('--ro-bind', sessions, sessions)
  expect([ran.code, ran.out]).toEqual([1, ''])
  expect(ran.err).toMatch(
    /^countersign: The session record .* was not written: the folder may not be written to\. Make room or set COUNTERSIGN_HOME to a writable folder; .*\n$/,
  )
})

test('an index that cannot be written or is damaged changes nothing but the time a list takes', async () => {
  writeFileSync(join(home, 'sessions-index.json'), '{"version":1,"entries":{"/etc/passwd":{}}')
  chmodSync(join(home, 'sessions-index.json'), 0o400)
  const ran = await demo()
  expect(ran.code).not.toBe(1)
  expect(
    readdirSync(join(home, 'sessions'), { recursive: true }).some((name) => String(name).endsWith('.jsonl')),
  ).toBe(true)
})
