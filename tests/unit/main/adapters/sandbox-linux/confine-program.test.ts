import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  confinePrograms,
  confineSource,
} from '../../../../../src/main/adapters/sandbox-linux/confine/confine-program'

const source = new URL('../../../../../src/main/adapters/sandbox-linux/confine/confine.c', import.meta.url)

test('the compiled programs are those of confine.c as it stands (node scripts/build-confine.mjs makes them)', () => {
  expect(createHash('sha256').update(readFileSync(source)).digest('hex')).toBe(confineSource)
})

/** e_machine of elf.h. */
test.for([
  ['x64', 62],
  ['arm64', 183],
] as const)('the program for %s is a small one for that processor', ([arch, machine]) => {
  const bytes = Buffer.from(confinePrograms[arch], 'base64')
  expect({
    magic: bytes.toString('latin1', 1, 4),
    machine: bytes.readUInt16LE(18),
    small: bytes.length < 4_096,
  }).toEqual({ magic: 'ELF', machine, small: true })
})
