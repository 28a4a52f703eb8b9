import { expect, test } from 'vitest'
import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { TypedCommand } from '../../../../../src/main/core/commands/run-typed'
import type { EngineState } from '../../../../../src/main/core/engine/engine-service'
import { machineHandlers } from '../../../../../src/main/hosts/app-server/machine-handlers'
import { machineRequests } from '../../../../../src/main/hosts/app-server/protocol/machine-requests'
import { createFakeEngine } from '../../../../fakes/fake-engine'

/** What a command that is asked for like this runs under, over one configured mode and the policies of conversations. */
async function policyOf(
  configured: SandboxPolicy['mode'],
  followed: SandboxPolicy[],
  sandboxPolicy?: object,
) {
  const runs: TypedCommand[] = []
  const state = () =>
    Promise.resolve({ defaults: { sandboxPolicy: sandboxPolicyForMode(configured) } } as EngineState)
  const handlers = machineHandlers(
    () =>
      Promise.resolve({
        engine: createFakeEngine({ state }),
        runTyped: (typed) => {
          runs.push(typed)
          const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
          return Promise.resolve({ kind: 'exited', exitCode: 0, durationMs: 1, evidence: [], output })
        },
        searchFiles: () => Promise.resolve([]),
        stop: new AbortController().signal,
      }),
    () => Promise.resolve(followed),
  )
  const { params } = machineRequests.execOneOffCommand
  const answer = Promise.resolve(handlers.execOneOffCommand(params.parse({ command: ['x'], sandboxPolicy })))
  const refused = await answer.then(
    () => undefined,
    (error: unknown) => String(error),
  )
  return { mode: runs[0]?.policy.mode, refused }
}

const full: SandboxPolicy = { mode: 'danger-full-access' }
const written = sandboxPolicyForMode('workspace-write')

test.each<[string, SandboxPolicy['mode'], SandboxPolicy[], object | undefined, string]>([
  ['none is said: the configured one', 'read-only', [full], undefined, 'read-only'],
  ['the configured one', 'workspace-write', [], written, 'workspace-write'],
  ['a narrower one', 'workspace-write', [], { mode: 'read-only' }, 'read-only'],
  ['that of a conversation', 'read-only', [full], full, 'danger-full-access'],
])('a command of the client runs: %s', async (_, ...[configured, followed, wish, mode]) => {
  expect(await policyOf(configured, followed, wish)).toEqual({ mode, refused: undefined })
})

test.each<[string, SandboxPolicy['mode'], SandboxPolicy[], object]>([
  ['none at all', 'read-only', [], full],
  ['writing', 'read-only', [], written],
  ['the network', 'workspace-write', [], { ...written, network_access: true }],
  ['none at all, with a conversation that writes', 'read-only', [written], full],
])('a wider policy is refused, and nothing runs: %s', async (_, configured, followed, wish) => {
  const { mode, refused } = await policyOf(configured, followed, wish)
  expect(mode).toBeUndefined()
  expect(refused).toMatch(/execOneOffCommand: sandboxPolicy is wider .*expected one that allows no more/)
})
