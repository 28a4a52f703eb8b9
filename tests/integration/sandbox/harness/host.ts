import { createInterface } from 'node:readline'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Grant } from '@shared/domain/grant'
import type { LeftOut } from '@shared/domain/only-hunks'
import type { HostQuestion } from '../../../../src/main/core/run/host-question'
import type { OpenPort } from '../../../../src/main/core/ports/sandbox'
import type { PredictedChanges } from '../../../../src/main/core/run/predicted-changes'
import { unconfinedRunner } from '../../../../src/main/adapters/process-execa/unconfined-runner'
import type { RehearsalSpec, ShowingRules } from '../../../../src/main/core/rehearsal/rehearser'
import type { KeptChanges } from '../../../../src/main/core/run/kept-changes'
import { mayHoldSecrets } from '../../../../src/main/core/assessment/checks/secret-places'
import { applySteps, clearLeftApplies } from '../../../../src/main/adapters/sandbox-linux/apply/apply-changes'
import type { Step } from '../../../../src/main/adapters/sandbox-linux/apply/change-set'
import { journalFolder } from '../../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import { createReadLimits } from '../../../../src/main/adapters/sandbox-linux/protection/read-limits'
import { textDiff } from '../../../../src/main/adapters/text-diff/text-diff'
import { createRunNetworks } from '../../../../src/main/adapters/network-proxy/create-run-networks'
import { findProgram } from '../../../../src/main/adapters/sandbox-linux/find-program'
import { createLinuxSandbox } from '../../../../src/main/adapters/sandbox-linux/linux-sandbox'
import type { ConfiguredLimits } from '../../../../src/main/adapters/sandbox-linux/limits/command-limits'
import { systemClock } from '../../../../src/main/adapters/system/clock'
import { buildEnvironment } from '../../../../src/main/adapters/workspace/workspace'
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
  readonly predicted?: PredictedChanges | undefined
  readonly fetches?: readonly string[]
  readonly timeoutMs?: number
  readonly abortAfterMs?: number
  /** Whether it gets a filtering proxy, which refuses and names every host. Default: no. */
  readonly watchHosts?: boolean
  /** What a person answers about each host that it asks for. Default: there is nobody to ask. */
  readonly answersHosts?: 'allow' | 'deny'
  /** Asks for the questions about hosts that there were so far. */
  readonly hostQuestions?: boolean
  /** Whether it is one of a turn's, as in the product. Default: yes. */
  readonly inTurn?: boolean
  /** The session that it is of; null: of none. Default: `session`, so that everything is tried in a network that is shared. */
  readonly session?: string | null
  /** Asks for the ports that what runs listens on, as they were told. */
  readonly ports?: boolean
  /** A port of what runs that is to be forwarded: the answer's `result` is where, or why not. */
  readonly forward?: number
  /** Says that this session is over, instead of running anything. */
  readonly leave?: string
  /** Rehearses it with these bounds, and folders beyond the policy, instead of running it: the answer's `result` is what was found. */
  readonly rehearse?: Pick<RehearsalSpec, 'bounds' | 'beyond' | 'keeps'> & { readonly shown?: boolean }
  /** Puts in place what the last rehearsal kept, less this, or frees it, instead of running anything. */
  readonly kept?: LeftOut | 'free'
  /** Puts these steps in place, instead of running anything. */
  readonly steps?: readonly Step[]
  /** Clears away what engines that were killed left, as a start does. */
  readonly clears?: boolean
  /** Asks for the mounts of the sandbox that is held for the next command, once none is being made: the answer's `result` is their name. */
  readonly settled?: boolean
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
  openNetwork: createRunNetworks({
    socat: () => findProgram('socat', process.env.PATH),
    clock: systemClock,
    runtimeFolder: process.env.XDG_RUNTIME_DIR,
  }),
})

/** What a question shows of changed files, by the limits of this user's commands. */
const shows = (workspace: string): ShowingRules => ({
  most: 500,
  maxBytes: 65_536,
  maxShown: 400_000,
  secret: (path) => mayHoldSecrets(path, process.env.HOME ?? '/'),
  judge: createReadLimits(
    {
      home: process.env.HOME,
      engineHome: CS_ENGINE_HOME,
      readable: list(CS_READABLE),
      unreadable: list(CS_UNREADABLE),
    },
    () => false,
  ).judge([workspace]),
  hunks: (before, after) => textDiff.hunks(before, after),
})

/** What was asked about hosts so far. */
const questions: HostQuestion[] = []
/** What was told of the ports of each run, by its request. */
const open = new Map<number, readonly OpenPort[]>()

/** What the last rehearsal kept. */
let kept: KeptChanges | undefined

async function answer(request: HostRequest): Promise<unknown> {
  if (request.kept === 'free') return kept?.free()
  if (request.kept) return kept?.apply(request.kept) ?? { kind: 'failed', reason: 'nothing is kept' }
  if (request.steps)
    return applySteps(request.steps, new Set(), { journals: journalFolder(CS_ENGINE_HOME ?? '') })
  if (request.clears === true) return clearLeftApplies(journalFolder(CS_ENGINE_HOME ?? ''))
  if (request.ports === true) return [...open.values()].flat().map(({ port }) => port)
  if (request.forward !== undefined) {
    const found = [...open.values()].flat().find(({ port }) => port === request.forward)
    return found ? found.forward() : 'not open'
  }
  if (request.hostQuestions === true) return questions
  if (request.settled === true) return sandbox.settled()
  if (request.rest === true) return sandbox.rest?.()
  if (request.leave !== undefined) return sandbox.leave?.(request.leave)
  const policy = SandboxPolicy.parse(request.policy ?? { mode: 'workspace-write' })
  const { confined, command, cwd, workspace, grants = [], timeoutMs = 60_000, inTurn = true } = request
  const { predicted, fetches, session = 'session', answersHosts } = request
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
    if (request.rehearse) {
      const { shown, ...rehearse } = request.rehearse
      const found = await sandbox.rehearse(
        {
          ...{ permit, command, cwd, workspace, env, policy, ...rehearse },
          ...(request.watchHosts === true && { watchHosts: true as const }),
          ...(shown === true && { shows: shows(workspace) }),
        },
        stop.signal,
      )
      if (found.kind === 'ran' && found.kept?.kind === 'kept') kept = found.kept
      if (found.kind !== 'ran' || !found.contents) return found
      const { contents, ...ran } = found
      return { ...ran, shown: ran.changes.map((change) => ({ ...change, ...contents.get(change) })) }
    }
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
        ...(predicted && { predicted }),
        ...(fetches && { fetches }),
        ...(request.watchHosts === true && { watchHosts: true as const }),
        ...(answersHosts && {
          askHost: (question: HostQuestion) => {
            questions.push(question)
            return Promise.resolve(answersHosts)
          },
        }),
        onPorts: (ports) => open.set(request.id, ports),
        ...(session !== null && { session }),
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
