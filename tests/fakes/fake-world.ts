import type { AgentEvent } from '@shared/domain/agent-event'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { Evidence } from '@shared/domain/evidence'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { ResponseItem } from '@shared/domain/response-item'
import { bashParser } from './bash-parser'
import { textDiff } from '../../src/main/adapters/text-diff/text-diff'
import type { ContextLimits } from '../../src/main/core/conversation/context-limit'
import type { ProjectInstructions } from '../../src/main/core/conversation/project-instructions'
import { Engine } from '../../src/main/core/engine/engine'
import { fakeStore } from './fake-store'
import { noHomeFiles } from './no-home-files'
import { noFolders } from './no-folders'
import { noWorktrees } from './no-worktrees'
import type { TurnCheckpoints } from '../../src/main/core/checkpoints/turn-checkpoints'
import type { EngineParts } from '../../src/main/core/engine/engine-parts'
import type { EngineNotice } from '../../src/main/core/engine/engine-service'
import type { ReadManaged } from '../../src/main/core/policy/managed-rules'
import type { Clock, Ids } from '../../src/main/core/ports/system'
import type { ModelEvent, ModelProviders, ModelRequest, ModelStream } from '../../src/main/core/ports/models'
import type { RunResult, RunSpec, Sandbox } from '../../src/main/core/ports/sandbox'
import type { OpenMcpServers } from '../../src/main/core/mcp/mcp-servers'
import type { SessionStore, RuleStore } from '../../src/main/core/ports/session-store'
import type { ProgramPlace, ToolSettings } from '../../src/main/core/ports/workspace'
import type { RequestRehearsals } from '../../src/main/core/turn/request-rehearsals'
import type { WorktreeService } from '../../src/main/core/worktrees/worktrees'
import { noTelemetry } from '../../src/main/core/telemetry/telemetry'
import { agentTools } from '../../src/main/core/tools/agents'
import { applyPatchTool } from '../../src/main/core/tools/apply-patch'
import { execCommandTool } from '../../src/main/core/tools/exec-command'
import { shellTool } from '../../src/main/core/tools/shell'
import { writeStdinTool } from '../../src/main/core/tools/write-stdin'
import type { FakeEntry } from './fake-facts-reader'
import { fakePatchFiles } from './fake-patch-files'
import { fakeReviews } from './fake-reviews'
import { fakeSettings } from './fake-settings'
import { steppedClock } from './fake-views'
import { fakeRequestAssessor } from './request-assessor'

/** As if every name were a program of the system, and every other path one of the workspace's. */
export function fakeProgram(word: string): ProgramPlace | undefined {
  const named = word.includes('/') ? word : `/usr/bin/${word}`
  return { path: named, system: /^\/(usr\/)?bin\/[^/]+$/.test(named) }
}

/** Time that only moves when asked to, and never before what is under way has gone on. */
export function fakeClock(start = Date.UTC(2026, 10, 21, 9)): Clock & { advance(ms: number): void } {
  let now = start
  return {
    now: () => now,
    sleep: (ms, signal) => {
      signal?.throwIfAborted()
      now += ms
      return new Promise((resolve) => {
        setImmediate(resolve)
      })
    },
    advance: (ms) => {
      now += ms
    },
  }
}

export function fakeIds(): Ids {
  let count = 0
  return { next: () => `id-${String((count += 1))}` }
}

/** One scripted answer of the fake model: the events, or a function of the request. */
export type FakeAnswer =
  | readonly ModelEvent[]
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>)

export const says = (text: string): readonly ModelEvent[] => [
  { type: 'text-delta', itemId: `m-${text}`, text },
  {
    type: 'item',
    itemId: `m-${text}`,
    item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  },
  { type: 'completed' },
]

export const calls = (...commands: { id: string; args: unknown; name?: string }[]): readonly ModelEvent[] => [
  ...commands.map(({ id, args, name = 'shell' }): ModelEvent => {
    const item: ResponseItem = {
      type: 'function_call',
      name,
      call_id: id,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    }
    return { type: 'item', itemId: id, item }
  }),
  { type: 'completed' },
]

/** Plays its answers in order and keeps the requests; says "done" when the script is over. */
export function fakeModel(
  script: readonly FakeAnswer[],
): ModelStream & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    async *stream(request, signal) {
      requests.push(request)
      const answer = script[requests.length - 1] ?? says('done')
      if (typeof answer === 'function') yield* answer(request, signal)
      else yield* answer
    },
  }
}

export const kernelWrite = (target: string, operation = 'openat'): Evidence => ({
  kind: 'write',
  target,
  operation,
  source: 'kernel',
  backend: 'bubblewrap',
})

export const exited = (
  exitCode: number,
  evidence: readonly Evidence[] = [],
  text = '',
): Extract<RunResult, { kind: 'exited' }> => ({
  kind: 'exited',
  exitCode,
  durationMs: 5,
  output: { stdout: text, stderr: '', aggregated: text, omittedBytes: 0 },
  evidence,
})

/** A sandbox that answers with the given results in order (the last one for ever) and keeps what it was asked to run. */
export function fakeSandbox(
  results: readonly RunResult[] | ((spec: RunSpec) => RunResult) = [exited(0)],
  status: SandboxStatus = { kind: 'available', backend: 'bubblewrap', version: '0.8.0' },
): Sandbox & { readonly runs: RunSpec[] } {
  const runs: RunSpec[] = []
  return {
    runs,
    confinement: 'bubblewrap',
    status: () => Promise.resolve(status),
    recheck: () => Promise.resolve(status),
    run: (spec, signal) => {
      if (signal.aborted)
        return Promise.resolve({
          kind: 'cancelled',
          durationMs: 0,
          output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
          evidence: [],
        })
      runs.push(spec)
      if (typeof results === 'function') return Promise.resolve(results(spec))
      return Promise.resolve(results[Math.min(runs.length, results.length) - 1] ?? exited(0))
    },
  }
}

/** Rules in memory. */
export function fakeRules(): RuleStore & { saved: readonly StoredGrant[] } {
  return {
    saved: [],
    load() {
      return Promise.resolve(this.saved)
    },
    async change(edit) {
      const rules = await edit(this.saved)
      if (rules) this.saved = rules
      return rules !== undefined
    },
  }
}

/** A whole engine on fakes, with its notices collected. */
export function fakeEngine(
  options: {
    model?: ModelStream
    patches?: ReturnType<typeof fakePatchFiles>
    sandbox?: ReturnType<typeof fakeSandbox>
    defaults?: Partial<EngineParts['defaults']>
    docs?: ProjectInstructions
    limits?: ContextLimits
    settlePolicy?: EngineParts['settlePolicy']
    /** Where records go instead of into memory. */
    records?: SessionStore
    ids?: Ids
    /** What facts and checks find; absent: no file at all. */
    files?: Readonly<Record<string, FakeEntry>>
    /** Asked for its views; absent: nobody is. */
    viewers?: ModelProviders
    tools?: EngineParts['tools']['own']
    openMcp?: OpenMcpServers
    worktrees?: WorktreeService
    rehearsals?: RequestRehearsals
    checkpoints?: TurnCheckpoints
    managed?: ReadManaged
    toolSettings?: ToolSettings
    usage?: NonNullable<EngineParts['usage']>
  } = {},
) {
  const store = fakeStore()
  const rules = fakeRules()
  const sandbox = options.sandbox ?? fakeSandbox()
  const unconfined = fakeSandbox()
  const model = options.model ?? fakeModel([])
  const notices: EngineNotice[] = []
  const clock = fakeClock()
  const ids = options.ids ?? fakeIds()
  const defaults: EngineParts['defaults'] = {
    provider: 'fake',
    model: 'fake-1',
    approvalPolicy: 'on-failure',
    sandboxPolicy: {
      mode: 'workspace-write',
      writable_roots: [],
      network_access: false,
      exclude_slash_tmp: false,
      exclude_tmpdir_env_var: false,
    },
    ...options.defaults,
  }
  const engine = new Engine({
    store: options.records ?? store,
    rules,
    models: { open: () => model, choices: () => [] },
    catalogue: {
      list: () => Promise.resolve({ choices: [], local: [], problems: [] }),
      localServers: () => Promise.resolve([]),
      saveKey: () => Promise.resolve('memory'),
      removeKey: () => Promise.resolve(),
      providers: () => [],
      test: () => Promise.resolve({ kind: 'answers', models: 0, durationMs: 0 }),
      addProvider: () => Promise.resolve({ provider: 'ours', file: '/c/config.toml' }),
    },
    home: noHomeFiles,
    tools: {
      own: options.tools ?? [shellTool, execCommandTool, writeStdinTool, applyPatchTool, ...agentTools],
      ...(options.openMcp && { openMcp: options.openMcp }),
    },
    commands: {
      sandbox,
      unconfined,
      parser: bashParser(),
      workspace: {
        environment: () => ({ PATH: '/usr/bin' }),
        branch: () => Promise.resolve('main'),
        git: () => Promise.resolve(undefined),
        resolveFolder: (folder, base) => Promise.resolve(folder === '.' ? (base ?? '/') : folder),
        home: () => '/home/me',
        program: (name) => Promise.resolve(fakeProgram(name)),
      },
      textDiff,
      patches: options.patches ?? fakePatchFiles(),
      assessments: fakeRequestAssessor({
        clock: steppedClock(),
        ids,
        models: options.viewers,
        files: options.files ?? {},
      }),
      ...(options.rehearsals && { rehearsals: options.rehearsals }),
      ...(options.checkpoints && { checkpoints: options.checkpoints }),
      ...(options.managed && { managed: options.managed }),
      ...(options.toolSettings && { toolSettings: options.toolSettings }),
      clock,
      ids,
    },
    files: { read: () => Promise.resolve({ kind: 'none', why: 'missing' }) },
    images: { read: (path) => Promise.resolve({ url: `data:image/png;base64,${btoa(path)}`, label: path }) },
    contextLimits: options.limits ?? {},
    docs: { read: () => Promise.resolve(options.docs ?? { user: undefined, project: undefined }) },
    demo: { create: () => Promise.resolve({ cwd: '/tmp/demo/project' }), rules: () => [] },
    log: { error: () => undefined },
    ...{ telemetry: noTelemetry, reviews: fakeReviews },
    worktrees: options.worktrees ?? noWorktrees,
    folders: noFolders,
    settlePolicy: options.settlePolicy ?? ((policy) => policy),
    doctor: () => Promise.resolve([]),
    defaults,
    settings: fakeSettings(defaults),
    ...(options.usage && { usage: options.usage }),
  })
  engine.subscribe((notice) => notices.push(notice))
  const events = (): AgentEvent[] =>
    notices.flatMap((notice) => (notice.kind === 'event' ? [notice.event.event] : []))
  /** Resolves with the first event that fits, past or future. */
  const until = <T extends AgentEvent['type']>(type: T, nth = 1): Promise<Extract<AgentEvent, { type: T }>> =>
    new Promise((resolve) => {
      const look = (): boolean => {
        const found = events().filter((event) => event.type === type)[nth - 1]
        if (found) resolve(found as Extract<AgentEvent, { type: T }>)
        return found !== undefined
      }
      if (look()) return
      const unsubscribe = engine.subscribe(() => {
        if (look()) unsubscribe()
      })
    })
  const advance: typeof clock.advance = (ms) => clock.advance(ms)
  return { engine, clock, advance, store, rules, sandbox, unconfined, model, notices, events, until }
}
