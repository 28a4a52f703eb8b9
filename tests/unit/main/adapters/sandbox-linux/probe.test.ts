import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMachinery, type Machinery } from '../../../../../src/main/adapters/sandbox-linux/machinery'
import { probe } from '../../../../../src/main/adapters/sandbox-linux/probe'
import { sandboxChecks } from '../../../../../src/main/adapters/sandbox-runtime/doctor-checks'
import { readMachineFacts } from '../../../../../src/main/adapters/sandbox-runtime/machine-facts'

let folder: string
let machinery: Machinery

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probe-'))
  machinery = await openMachinery({ observed: true, standsIn: true }, folder)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** A launcher on a machine of which only some trials work; `works` is a pattern of sh for the arguments. */
function launcher(name: string, works: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\ncase " $* " in\n${works}) echo bubblewrap 0.8.0 ;;\n*) exit 1 ;;\nesac\n`)
  chmodSync(file, 0o755)
  return file
}

test.each([
  ['on which all works', '*', []],
  ['whose kernel has no Landlock', '*/confine\\ *\\ -\\ *', ['landlock']],
  ['on which the stage does not start', '*/confine\\ *) exit 1 ;; *', ['landlock']],
])('doctor on a machine %s says in one line what is missing', async (name, works, expected) => {
  const file = launcher(name.replaceAll(' ', '-'), works)
  const { status } = await probe({ kind: 'found', file }, machinery)
  expect(status.kind).toBe('available')
  const facts = await readMachineFacts('linux', (program) => `/usr/bin/${program}`, status)
  const rows = sandboxChecks(facts).filter(({ status: level }) => level !== 'ok')
  expect(rows.map(({ id }) => id)).toEqual(expected)
  for (const { title, detail } of rows) {
    expect(title).toBe('Landlock is missing or too old')
    expect(detail).toContain('Named pipes outside the workspace can be written to, and debuggers do not work')
    expect(detail).not.toContain('\n')
  }
})

test.each([
  ['bwrap: No permissions to create new namespace, likely because the kernel does not allow it.', true],
  ['bwrap: Creating new namespace failed: Operation not permitted', true],
  [
    'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
    true,
  ],
  ['bwrap: setting up uid map: Permission denied', true],
  ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", true],
  // A machine that is full or busy, and a launcher that is none, make no container a boundary.
  ['bwrap: Creating new namespace failed: Resource temporarily unavailable', false],
  ['bwrap: Creating new namespace failed: Cannot allocate memory', false],
  ["bwrap: Can't create file at /newroot/x: No space left on device", false],
  ['sh: bwrap: Permission denied', false],
  ['', false],
])('what the launcher says of a system that refuses: %s', async (says, refused) => {
  const file = join(folder, 'says')
  writeFileSync(file, `#!/bin/sh\ncat >&2 <<'END'\n${says}\nEND\nexit 1\n`)
  chmodSync(file, 0o755)
  const found = await probe({ kind: 'found', file }, machinery)
  expect([found.status.kind, found.refused]).toEqual(['unavailable', refused])
  expect((await probe({ kind: 'missing' }, machinery)).refused).toBeUndefined()
})
