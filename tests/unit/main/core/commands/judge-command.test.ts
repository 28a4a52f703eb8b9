import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterAll, expect, test } from 'vitest'
import { judgeCommand } from '../../../../../src/main/core/commands/judge-command'
import { bashParser } from '../../../../fakes/bash-parser'
import { fakeProgram } from '../../../../fakes/fake-world'
import { firstDecisions } from '../../../../fakes/first-decisions'

const { assess, remove } = firstDecisions()
afterAll(remove)

test.each([
  ['low', true],
  ['medium', false],
  ['high', false],
  ['not-assessed', false],
] as const)('a listed use of git that comes out %s: known to be safe is %s', async (level, safe) => {
  const command = ['git', 'status']
  const assessed = await assess({ argv: command })
  const judged = await judgeCommand(
    { command, cwd: '/work' },
    { cwd: '/work', sandboxPolicy: sandboxPolicyForMode('workspace-write'), approvalPolicy: 'untrusted' },
    {
      parser: bashParser(),
      programs: (word) => Promise.resolve(fakeProgram(word)),
      assessments: { judge: () => Promise.resolve({ ...assessed, level }) },
    },
  )
  expect(judged).toMatchObject({ safe, danger: undefined, usesGit: true })
})

test.each([
  [['pwd'], true],
  [['cat', 'config'], false],
  [['bash', '-lc', 'cat config'], false],
] as const)(
  'with full access what listed reads name is looked at, wherever it may lead: %j',
  async (argv, safe) => {
    const command = [...argv]
    const assessed = await assess({ argv: command })
    const judged = await judgeCommand(
      { command, cwd: '/work' },
      {
        cwd: '/work',
        sandboxPolicy: sandboxPolicyForMode('danger-full-access'),
        approvalPolicy: 'on-request',
      },
      {
        parser: bashParser(),
        programs: (word) => Promise.resolve(fakeProgram(word)),
        assessments: {
          judge: () => Promise.resolve({ ...assessed, level: 'high' }),
        },
      },
    )
    expect(judged.safe).toBe(safe)
  },
)

test.each([
  ['danger-full-access', 'on-request', /not all that it names could be looked at/],
  ['danger-full-access', 'never', /^$/],
  ['workspace-write', 'on-request', /^$/],
] as const)(
  'a listed read of more than could be looked at, with %s and %s',
  async (mode, approvalPolicy, reason) => {
    const command = ['cat', 'config']
    const assessed = await assess({ argv: command })
    const judged = await judgeCommand(
      { command, cwd: '/work' },
      { cwd: '/work', sandboxPolicy: sandboxPolicyForMode(mode), approvalPolicy },
      {
        parser: bashParser(),
        programs: (word) => Promise.resolve(fakeProgram(word)),
        assessments: {
          judge: () => Promise.resolve({ ...assessed, facts: { ...assessed.facts, complete: false } }),
        },
      },
    )
    expect(judged.danger ?? '').toMatch(reason)
  },
)
