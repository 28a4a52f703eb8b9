import { createInterface } from 'node:readline'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Grant } from '@shared/domain/grant'
import type { ForeseenChanges } from '../../../../src/main/core/run/foreseen-changes'
import { unconfinedRunner } from '../../../../src/main/adapters/process-execa/unconfined-runner'
import { createLinuxSandbox } from '../../../../src/main/adapters/sandbox-linux/linux-sandbox'
import type { ConfiguredLimits } from '../../../../src/main/adapters/sandbox-linux/limits/command-limits'
import { buildEnvironment } from '../../../../src/main/adapters/workspace/environment'
import { allow } from '../../../../src/main/core/policy/permit'

/**
 * A process that owns a sandbox and runs commands in it or without it, as whatever user it was started as. It is bundled,
 * so that a user who may not enter the repository can run it. One JSON request a line, one JSON answer a line.
 */
export interface HostRequest {
  readonly id: number
  readonly confined: boolean
  readonly command: readonly string[]
  readonly cwd: string
  readonly workspace: string
  readonly env?: Readonly<Record<string, string>>
  readonly policy?: unknown
  readonly grants?: readonly Grant[]
  readonly foreseen?: ForeseenChanges | undefined
  readonly packs?: boolean
  readonly timeoutMs?: number
  readonly abortAfterMs?: number
  /** Whether it is one of a turn's, as in the product. Default: yes. */
  readonly inTurn?: boolean
  /** Says that the turn is over, instead of running anything. */
  readonly rest?: boolean
}

const { CS_OBSERVED, CS_ENGINE_HOME, CS_READABLE, CS_UNREADABLE } = process.env
const { CS_LIMITS } = process.env
const list = (text: string | undefined): string[] => (text ? text.split(':') : [])
const sandbox = createLinuxSandbox(process.env.PATH, {
  ...(process.env.HOME === undefined ? {} : { home: process.env.HOME }),
  ...(CS_ENGINE_HOME ? { engineHome: CS_ENGINE_HOME } : {}),
  readable: list(CS_READABLE),
  unreadable: list(CS_UNREADABLE),
  runtimeDir: process.env.XDG_RUNTIME_DIR,
  ...(CS_LIMITS ? { limits: JSON.parse(CS_LIMITS) as ConfiguredLimits } : {}),
  observed: CS_OBSERVED !== 'no',
})

async function answer(request: HostRequest): Promise<unknown> {
  if (request.rest === true) return sandbox.rest?.()
  const policy = SandboxPolicy.parse(request.policy ?? { mode: 'workspace-write' })
  const { confined, command, cwd, workspace, grants = [], timeoutMs = 20_000, inTurn = true } = request
  const { foreseen, packs } = request
  const permit = confined
    ? allow(grants.length > 0 ? 'person-widened' : 'policy-sandboxed', grants)
    : allow('person-unsandboxed')
  const env = { ...buildEnvironment(process.env, policy, confined), ...request.env }
  const stop = new AbortController()
  const timer =
    request.abortAfterMs === undefined
      ? undefined
      : setTimeout(() => {
          stop.abort()
        }, request.abortAfterMs)
  try {
    const runner = confined ? sandbox : unconfinedRunner
    return await runner.run(
      {
        permit,
        command,
        cwd,
        workspace,
        env,
        policy,
        timeoutMs,
        inTurn,
        ...(foreseen && { foreseen }),
        ...(packs && { packs }),
      },
      stop.signal,
      () => undefined,
    )
  } finally {
    clearTimeout(timer)
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as HostRequest
  answer(request).then(
    (result) => process.stdout.write(`${JSON.stringify({ id: request.id, result })}\n`),
    (error: unknown) =>
      process.stdout.write(`${JSON.stringify({ id: request.id, thrown: String(error) })}\n`),
  )
})
