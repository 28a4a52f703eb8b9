import { expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { grantKey } from '../../../../../src/main/core/approvals/grant-key'
import { lookUpPrograms } from '../../../../../src/main/core/policy/program-lookup'
import type { ProgramPlace } from '../../../../../src/main/core/ports/workspace'

const parser = bashParser()
const found = {
  system: { path: '/usr/bin/npm', system: true },
  local: { path: '/work/bin/npm', system: false },
}

const keyOf = async (command: readonly string[], npm: ProgramPlace) => {
  const programs = (word: string) =>
    Promise.resolve(word === 'npm' ? npm : { path: `/usr/bin/${word}`, system: true })
  const sandboxPolicy = { mode: 'read-only', network_access: false } as const
  const subject = { command, cwd: '/work', sandboxPolicy, escalated: false, danger: undefined }
  const { keys, openKey } = await grantKey(subject, { parser, programs })
  return { key: keys[0], openKey }
}

test.each([[['npm', 'test']], [['bash', '-lc', 'npm test']], [['bash', '-lc', 'npm test && ls']]])(
  '%j by another file of that name is another command, for rules as well',
  async (command) => {
    const [one, same, other] = await Promise.all([
      keyOf(command, found.system),
      keyOf(command, found.system),
      keyOf(command, found.local),
    ])
    expect(same).toEqual(one)
    expect(other.key).not.toBe(one.key)
    if (one.openKey !== undefined) expect(other.openKey).not.toBe(one.openKey)
  },
)

test("a program below a folder that commands may write is not the system's", async () => {
  const workspace = { program: () => Promise.resolve({ path: '/usr/local/bin/rg', system: true }) }
  const system = async (roots: readonly string[]) =>
    (await lookUpPrograms(workspace, '/work', roots)('rg'))?.system
  expect([await system(['/work']), await system(['/work', '/usr/local'])]).toEqual([true, false])
})
