import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { createPatchFiles } from '../../../src/main/adapters/patch-files/patch-files'
import { unconfinedRunner } from '../../../src/main/adapters/process-execa/unconfined-runner'
import { createReadLimits } from '../../../src/main/adapters/sandbox-linux/protection/read-limits'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { writableRoots } from '../../../src/main/adapters/sandbox-linux/writable-roots'
import { bashParser } from '../../fakes/bash-parser'
import { systemClock, systemIds } from '../../../src/main/adapters/system/clock'
import { textDiff } from '../../../src/main/adapters/text-diff/text-diff'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { GrantBook } from '../../../src/main/core/approvals/grant-book'
import { QuestionQueue } from '../../../src/main/core/approvals/question-queue'
import { ApprovalQueue } from '../../../src/main/core/approvals/approval-queue'
import type { CommandParts, TurnContext } from '../../../src/main/core/turn/turn-context'
import { TouchedFiles } from '../../../src/main/core/patch/turn-diff'
import { protectedNames } from '../../../src/main/core/policy/tool-settings'
import { applyPatchTool } from '../../../src/main/core/tools/apply-patch'
import { shellTool } from '../../../src/main/core/tools/shell'
import { fakeRequestAssessor } from '../../fakes/request-assessor'

/** How a test answers what it is asked; nothing given: the first offer is taken. */
export type Answer = (request: ApprovalRequest) => Decision

const takeFirst: Answer = (request) => ({ kind: 'allow', offerId: request.offers[0]?.id ?? 'none' })

const made: string[] = []

/** Takes away every world that this test file made; some hold folders that were locked on purpose. */
export function removeWorlds(): void {
  for (const base of made.splice(0))
    execFileSync('/bin/sh', ['-c', 'chmod -R u+w -- "$1" 2>/dev/null; rm -rf -- "$1"', 'sh', base])
}

/** Wraps a body in the markers of a patch. */
export const patchOf = (...lines: string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

/**
 * A workspace and an outside, both fresh and under no other writable root, with the real parser, file system and
 * sandbox. `run` calls the apply_patch tool, `shell` the shell tool.
 */
export function patchWorld(
  options: {
    approvalPolicy?: ApprovalPolicy
    sandboxPolicy?: SandboxPolicy
    answer?: Answer
    name?: string
  } = {},
) {
  // Not among the temporary files: a sandbox of another test may write there, and what is armed there counts as made by it.
  const base = mkdtempSync(join(realpathSync('/var/tmp'), options.name ?? 'cs-patch-'))
  made.push(base)
  const folder = (name: string): string => mkdtempSync(join(base, `${name}-`))
  const [workspace, outside, staging] = [folder('ws'), folder('out'), folder('staging')]
  const events: AgentEvent[] = []
  const asked: ApprovalRequest[] = []
  const approvals = new ApprovalQueue(() => '2026-11-21T09:00:00.000Z')
  const parts: CommandParts = {
    sandbox: createLinuxSandbox(process.env.PATH),
    unconfined: unconfinedRunner,
    parser: bashParser(),
    workspace: createWorkspace({ PATH: '/usr/bin:/bin', HOME: join(base, 'home') }),
    patches: createPatchFiles({
      staging: [staging],
      writableRoots,
      limits: createReadLimits(
        { home: join(base, 'home'), engineHome: undefined, unreadable: [], readable: [] },
        () => false,
      ),
      protectedPaths: protectedNames,
    }),
    textDiff,
    approvals,
    questions: new QuestionQueue(),
    grants: new GrantBook(
      { load: () => Promise.resolve([]), change: () => Promise.resolve(false) },
      () => undefined,
    ),
    assessments: fakeRequestAssessor({ clock: systemClock, ids: systemIds }),
    clock: systemClock,
    ids: systemIds,
  }
  const stop = new AbortController()
  const turn: TurnContext = {
    sessionId: 's',
    sessionTitle: 't',
    turnId: 'turn-1',
    turnNumber: 1,
    provider: 'demo',
    model: 'demo',
    cwd: workspace,
    approvalPolicy: options.approvalPolicy ?? 'never',
    // The workspace alone is writable: the outside folder lies under /tmp as well.
    sandboxPolicy: options.sandboxPolicy ?? {
      ...sandboxPolicyForMode('workspace-write'),
      mode: 'workspace-write',
      writable_roots: [],
      network_access: false,
      exclude_slash_tmp: true,
      exclude_tmpdir_env_var: true,
    },
    stop: () => undefined,
    signal: stop.signal,
    touched: new TouchedFiles(),
    emit: (event) => events.push(event),
    recordQuestion: () => Promise.resolve(),
    recordApproval: (request) => {
      if (request.state === 'pending') {
        asked.push(request)
        const decision = (options.answer ?? takeFirst)(request)
        setImmediate(() => void approvals.decide(request.id, decision, 'flag'))
      }
      return Promise.resolve()
    },
  }
  const call = (tool: typeof shellTool, args: unknown, inTurn = turn) =>
    tool.run({ callId: 'c1', arguments: JSON.stringify(args) }, inTurn, parts)
  return {
    base,
    workspace,
    outside,
    staging,
    events,
    asked,
    parts,
    turn,
    stop,
    run: (...lines: string[]) => call(applyPatchTool, { input: patchOf(...lines) }),
    /** The same in a turn of the test's own. */
    runIn: (own: TurnContext, ...lines: string[]) => call(applyPatchTool, { input: patchOf(...lines) }, own),
    runRaw: (input: string) => call(applyPatchTool, { input }),
    /** A turn of one command: nothing stands for another afterwards. */
    async shell(command: string[], more: object = {}) {
      const reply = await call(shellTool, { command, ...more })
      await parts.sandbox.rest?.()
      return reply
    },
  }
}
