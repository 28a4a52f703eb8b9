import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { machineName } from '@shared/domain/machine-server'
import { sandboxPolicyForMode, SandboxMode } from '@shared/domain/sandbox-policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeEngine } from '../../../src/main/compose'
import { startModelServer, type Answer } from '../../fakes/model-server'

const granular: ApprovalPolicy = {
  granular: {
    sandbox_approval: true,
    rules: true,
    request_permissions: true,
    mcp_elicitations: true,
    skill_approval: true,
  },
}
const policies: readonly ApprovalPolicy[] = ['untrusted', 'on-failure', 'on-request', 'never', granular]

const served =
  "const s = require('node:http').createServer((_, r) => r.end('packed')); s.listen(0, '127.0.0.1', () => console.log(s.address().port))"

/** What is asked for in each policy; `hidden`: its words do not name what it needs, and only a rehearsal tells. */
interface Scenario {
  readonly name: string
  readonly script: (world: { readonly base: string; readonly server: string }) => string
  readonly escalated?: true
  readonly hidden?: true
}
const scenarios: readonly Scenario[] = [
  { name: 'known-safe', script: () => 'ls -l' },
  { name: 'inside', script: () => 'touch new' },
  { name: 'unknown', script: () => 'sh ./tool' },
  { name: 'named outside', script: ({ base }) => `touch ${base}/beside/made` },
  { name: 'two outside', script: ({ base }) => `touch ${base}/beside/one && touch ${base}/other/two` },
  { name: 'dangerous', script: ({ base }) => `rm -rf ${base}/beside/tree` },
  { name: 'escalated', script: ({ base }) => `mkdir ${base}/beside/made`, escalated: true },
  { name: 'hidden outside', script: () => 'sh ./writes-beside', hidden: true },
  {
    name: 'a cache and a host',
    script: ({ server }) =>
      `mkdir -p "$HOME/.tool/cache" && echo x > "$HOME/.tool/cache/x"; curl -sf http://${server}/pack > pack`,
    escalated: true,
    hidden: true,
  },
]

/** Every row of the policies, with a real sandbox. Called once as root and once as an ordinary user. */
export function askedOnceTests(): void {
  let base = ''
  let port = 0
  let calls: { readonly script: string; readonly escalated: boolean }
  const closing: (() => unknown)[] = []
  const events: AgentEvent[] = []
  let engine: Awaited<ReturnType<typeof composeEngine>>['engine']

  const layOut = (): void => {
    for (const folder of ['work', 'beside', 'other', 'home'])
      rmSync(join(base, folder), { recursive: true, force: true })
    for (const folder of ['work', 'beside/tree/deep', 'other', 'home/.tool'])
      mkdirSync(join(base, folder), { recursive: true })
    writeFileSync(join(base, 'beside/tree/deep/file'), 'one\n')
    writeFileSync(join(base, 'work/tool'), 'echo said > out\n')
    writeFileSync(
      join(base, 'work/writes-beside'),
      'd=$(dirname "$PWD"); echo a > "$d/beside/a"; echo b > "$d/other/b"\n',
    )
  }

  beforeAll(async () => {
    base = mkdtempSync('/var/tmp/cs-once-')
    closing.push(() => {
      rmSync(base, { recursive: true, force: true })
    })
    mkdirSync(join(base, 'state'))
    layOut()
    // In a process of its own: a port of the engine's own process is closed to commands, whatever is granted.
    const registry = execFile(process.execPath, ['-e', served])
    closing.push(() => registry.kill())
    port = await new Promise<number>((resolve) => {
      registry.stdout?.once('data', (text: string) => {
        resolve(Number(text))
      })
    })
    let turn = 0
    const server = await startModelServer((): Answer => {
      turn += 1
      if (turn % 2 === 0) return { text: 'done' }
      const why = calls.escalated ? { with_escalated_permissions: true, justification: 'needed' } : {}
      const args = { command: ['bash', '-c', calls.script], ...why }
      return { calls: [{ id: `c${String(turn)}`, name: 'shell', arguments: args }] }
    })
    closing.push(() => server.close())
    writeFileSync(
      join(base, 'state/config.toml'),
      `model_provider = "ours"\nmodel = "scripted"\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
    )
    const env = { ...process.env, HOME: join(base, 'home'), COUNTERSIGN_HOME: join(base, 'state') }
    const composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
    engine = composed.engine
    closing.push(() => engine.close())
    engine.subscribe((notice) => {
      if (notice.kind === 'event') events.push(notice.event.event)
    })
  })
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  const wait = async <T>(look: () => T | undefined): Promise<T> => {
    await expect.poll(look, { timeout: 30_000, interval: 10 }).toBeDefined()
    return look() as T
  }

  /** Runs one row, with each question answered by its narrowest yes once its rehearsal is known, and counts what was asked. */
  async function questions(scenario: Scenario, policy: ApprovalPolicy, mode: SandboxMode) {
    layOut()
    events.length = 0
    // Without a sandbox a command is on the machine itself.
    const host = mode === 'danger-full-access' ? '127.0.0.1' : machineName
    const server = `${host}:${String(port)}`
    calls = { script: scenario.script({ base, server }), escalated: scenario.escalated === true }
    const session = await engine.createSession({
      cwd: join(base, 'work'),
      approvalPolicy: policy,
      sandboxPolicy: sandboxPolicyForMode(mode),
    })
    await engine.startTurn(session.id, 'go')
    const asked: string[] = []
    const answered = new Set<string>()
    for (;;) {
      const next = await wait(() => {
        const open = events.find(
          (each) => each.type === 'approval.requested' && !answered.has(each.request.id),
        )
        return open ?? events.find(({ type }) => type === 'turn.finished')
      })
      if (next.type !== 'approval.requested') break
      const { request } = next
      answered.add(request.id)
      asked.push(request.stage)
      if (request.rehearsal?.state === 'running')
        await wait(() =>
          events.find(
            (each) =>
              each.type === 'approval.rehearsed' &&
              each.requestId === request.id &&
              each.rehearsal.state === 'found',
          ),
        )
      const now = engine.pendingApproval(request.id) ?? request
      const offer = now.offers[0]
      if (offer === undefined) throw new Error('nothing is offered')
      await engine.decide(request.id, { kind: 'allow', offerId: offer.id }, 'window')
    }
    const outcomes = events.flatMap((each) => (each.type === 'command.finished' ? [each.outcome] : []))
    const last = outcomes.at(-1)
    return { asked, end: last?.kind === 'exited' ? `exit ${String(last.exitCode)}` : last?.kind }
  }

  for (const policy of policies)
    for (const mode of SandboxMode.options) {
      const named = typeof policy === 'string' ? policy : 'granular'
      test(`${named}, ${mode}: nothing is asked about twice, and a yes lets it through`, async () => {
        const rows: string[] = []
        for (const scenario of scenarios) {
          const { asked, end } = await questions(scenario, policy, mode)
          // Without a question nothing was promised: what the policy alone lets happen is not looked at here.
          const held = asked.length === 0 || (asked.length === 1 && end === 'exit 0')
          if (!held) rows.push(`${scenario.name}: asked ${asked.join(', ')}; ${String(end)}`)
        }
        expect(rows).toEqual([])
      })
    }

  test('what was shown before the rehearsal can still be answered, and gives no more than it said', async () => {
    layOut()
    events.length = 0
    calls = { script: 'sh ./writes-beside', escalated: false }
    const session = await engine.createSession({
      cwd: join(base, 'work'),
      approvalPolicy: 'untrusted',
      sandboxPolicy: sandboxPolicyForMode('workspace-write'),
    })
    await engine.startTurn(session.id, 'go')
    const asked = await wait(() => events.find((each) => each.type === 'approval.requested'))
    const told = await wait(() =>
      events.find((each) => each.type === 'approval.rehearsed' && each.offers !== undefined),
    )
    expect(told).toMatchObject({ offers: [{ id: 'only-this-rehearsed' }, { id: 'outside' }] })
    await engine.decide(asked.request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
    await wait(() =>
      events.find((each) => each.type === 'approval.requested' && each.request.stage === 'retry'),
    )
    expect(existsSync(join(base, 'beside/a'))).toBe(false)
    const resolved = events.find((each) => each.type === 'approval.resolved')
    expect(resolved).toMatchObject({ request: { offers: [{ id: 'only-this', grants: [] }, {}] } })
    await engine.interruptTurn(session.id)
    await wait(() => events.find(({ type }) => type === 'turn.finished'))
  })
}
