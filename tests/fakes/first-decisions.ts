import { join } from 'node:path'
import { sandboxPolicyForMode, type SandboxMode } from '@shared/domain/sandbox-policy'
import type { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { createFactsReader } from '../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand, type CommandAssessment } from '../../src/main/core/assessment/assess-command'
import { decideFirst, type FirstDecision } from '../../src/main/core/commands/first-decision'
import { judgeCommand } from '../../src/main/core/commands/judge-command'
import { bashParser } from './bash-parser'
import { fakeProgram } from './fake-world'
import { fakeReadLimits } from './read-limits'
import type { CorpusLine } from './risk-corpus'
import { createWorlds } from './risk-world'
import { bashTrees } from './bash-trees'

type Line = Pick<CorpusLine, 'argv' | 'setup'>

/** What is decided on commands before their first run, in the project that tests/corpus/README.md describes. Needs git. */
export interface FirstDecisions {
  readonly decide: (
    line: Line,
    approvalPolicy: NamedApprovalPolicy,
    mode: SandboxMode,
  ) => Promise<FirstDecision['kind']>
  /** Facts and floor of a line, in a sandbox that lets the workspace be written. */
  readonly assess: (line: Line) => Promise<CommandAssessment>
  readonly remove: () => void
}

/** Makes the project; `remove` deletes it. */
export function firstDecisions(): FirstDecisions {
  const worlds = createWorlds()
  const look = {
    reader: createFactsReader(fakeReadLimits()),
    trees: bashTrees,
    user: 'dev',
    now: () => Date.now(),
    // What is judged must not hang on how busy the machine is.
    budget: { ms: 20_000, entries: 1000 },
  }
  const parser = bashParser()
  /** What was found of the last line under each policy's folders: a table asks about one line under several policies. */
  let found: { readonly line: Line; readonly by: Map<SandboxMode, Promise<CommandAssessment>> } | undefined
  const assessedOnce = (line: Line, mode: SandboxMode, make: () => Promise<CommandAssessment>) => {
    if (found?.line !== line) found = { line, by: new Map() }
    const assessed = found.by.get(mode) ?? make()
    found.by.set(mode, assessed)
    return assessed
  }
  return {
    async decide(line, approvalPolicy, mode) {
      const { argv, setup } = line
      const world = worlds.worldFor(setup)
      const { cwd, home } = world
      const sandboxPolicy = sandboxPolicyForMode(mode)
      const classification = await judgeCommand(
        { command: argv, cwd },
        { cwd, sandboxPolicy, approvalPolicy },
        {
          parser,
          programs: (word) => Promise.resolve(fakeProgram(word)),
          assessments: {
            judge: ({ command }) =>
              assessedOnce(line, mode, () =>
                assessCommand(
                  { argv: command, cwd, policy: sandboxPolicy },
                  { ...look, home, engineHome: join(home, 'engine') },
                ),
              ),
          },
        },
      )
      const sandbox = { kind: 'available', backend: 'bubblewrap', version: '0.8.0' } as const
      return decideFirst({ approvalPolicy, sandboxPolicy, sandbox, classification, escalated: false }).kind
    },
    assess(line) {
      const { cwd, home } = worlds.worldFor(line.setup)
      const policy = sandboxPolicyForMode('workspace-write')
      return assessedOnce(line, policy.mode, () =>
        assessCommand({ argv: line.argv, cwd, policy }, { ...look, home, engineHome: join(home, 'engine') }),
      )
    },
    remove: () => {
      worlds.remove()
    },
  }
}
