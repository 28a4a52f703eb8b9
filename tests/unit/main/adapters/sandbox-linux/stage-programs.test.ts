import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  confinePrograms,
  confineSource,
} from '../../../../../src/main/adapters/sandbox-linux/confine/confine-program'
import {
  observePrograms,
  observeSource,
} from '../../../../../src/main/adapters/sandbox-linux/observe/observe-program'
import {
  spawnPrograms,
  spawnSource,
} from '../../../../../src/main/adapters/process-execa/spawn/spawn-program'
import {
  enterPrograms,
  enterSource,
} from '../../../../../src/main/adapters/sandbox-linux/enter/enter-program'
import { viewPrograms, viewSource } from '../../../../../src/main/adapters/sandbox-linux/view/view-program'

const read = (path: string) =>
  readFileSync(new URL(`../../../../../src/main/adapters/${path}`, import.meta.url))

describe.each([
  ['sandbox-linux/confine/confine', confineSource, confinePrograms, 4_096],
  ['sandbox-linux/observe/observe', observeSource, observePrograms, 20_480],
  ['sandbox-linux/enter/enter', enterSource, enterPrograms, 8_192],
  ['sandbox-linux/view/view', viewSource, viewPrograms, 8_192],
  ['process-execa/spawn/spawn', spawnSource, spawnPrograms, 16_384],
] as const)('%s', (name, source, programs, most) => {
  test('the compiled programs are those of the source as it stands (node scripts/build-stages.mjs makes them)', () => {
    const now = createHash('sha256')
      .update(read(`${name}.c`))
      .update(read('sandbox-linux/confine/system-call.h'))
    expect(now.digest('hex')).toBe(source)
  })

  /** e_machine of elf.h. */
  test.for([
    ['x64', 62],
    ['arm64', 183],
  ] as const)('the program for %s is a small one for that processor', ([arch, machine]) => {
    const bytes = Buffer.from(programs[arch], 'base64')
    expect({
      magic: bytes.toString('latin1', 1, 4),
      machine: bytes.readUInt16LE(18),
      small: bytes.length < most,
    }).toEqual({ magic: 'ELF', machine, small: true })
  })
})
