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
  ['/work', true],
  ['/work/deep', true],
  ['/home/dev/.kube', false],
] as const)('with full access a listed read in %s needs no look: %s', async (cwd, safe) => {
  const command = ['cat', 'config']
  const assessed = await assess({ argv: command })
  const judged = await judgeCommand(
    { command, cwd },
    { cwd: '/work', sandboxPolicy: sandboxPolicyForMode('danger-full-access'), approvalPolicy: 'on-request' },
    {
      parser: bashParser(),
      programs: (word) => Promise.resolve(fakeProgram(word)),
      assessments: { judge: () => Promise.resolve({ ...assessed, level: 'high' }) },
    },
  )
  expect(judged.safe).toBe(safe)
})
