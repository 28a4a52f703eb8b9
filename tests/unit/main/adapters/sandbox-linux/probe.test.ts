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
