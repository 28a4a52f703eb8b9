import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import { machineName } from '@shared/domain/machine-server'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeEngine } from '../../../src/main/compose'
import { oneBySeed } from '../../fakes/by-seed'
import { startModelServer, type Answer, type ModelServer } from '../../fakes/model-server'
import { firstQuestion, outcomesOf } from '../../fakes/policy-matrix'
import {
  nameOfTurn,
  policyCovers,
  policyFiles,
  toldInAWord,
  type PolicyTurn,
} from '../../fakes/policy-scenarios'
import { asEachUser } from '../patch/ordinary-user'
import type { User } from '../sandbox/harness/world'

const served =
  "const s = require('node:http').createServer((_, r) => r.end('packed')); s.listen(0, '127.0.0.1', () => console.log(s.address().port))"

/** A cover of all pairs of scenario, policy and mode, another one with each seed; in full every row. */
const turns = oneBySeed('the cover of asked-once', policyCovers).flatMap((cover) => cover.turns)

/**
 * A folder of a user's. Not below a temporary one, where a write without a sandbox counts for less; it is removed by a process that was
 * begun before the test became that user, and ends with it.
 */
function folderOf(user: User): string {
  const isRoot = process.getuid?.() === 0
  const base = mkdtempSync(join(isRoot ? '/srv' : homedir(), 'cs-once-'))
  if (isRoot && user === 'ordinary') chownSync(base, 65_534, 65_534)
  spawn('sh', ['-c', 'cat; rm -rf -- "$1"', 'sh', base], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  }).unref()
  return base
}

/** Every row of the policies, with a real sandbox. */
asEachUser('asked-once', (user) => {
  const base = folderOf(user)
  let port = 0
  let calls: { readonly script: string; readonly escalated: boolean }
  const closing: (() => unknown)[] = []
  const events: AgentEvent[] = []
  const looking = new Set<() => void>()
  let server: ModelServer
  let engine: Awaited<ReturnType<typeof composeEngine>>['engine']

  /** Where a row happens. Without a sandbox a command is on the machine itself. */
  const placesIn = (mode: PolicyTurn['mode']) => ({
    ...{ work: join(base, 'work'), beside: join(base, 'beside'), other: join(base, 'other') },
    home: join(base, 'home'),
    server: `${mode === 'danger-full-access' ? '127.0.0.1' : machineName}:${String(port)}`,
  })
  const layOut = (): void => {
    for (const folder of ['work', 'beside', 'other', 'home'])
      rmSync(join(base, folder), { recursive: true, force: true })
    for (const folder of ['work/build', 'beside/tree/deep', 'other', 'home/.tool'])
      mkdirSync(join(base, folder), { recursive: true })
    for (const file of ['work/build/made', 'beside/tree/deep/file']) writeFileSync(join(base, file), 'one\n')
    for (const [name, text] of Object.entries(policyFiles(placesIn('read-only'))))
      writeFileSync(join(base, 'work', name), text)
  }

  beforeAll(async () => {
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
    server = await startModelServer((): Answer => {
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
      if (notice.kind !== 'event') return
      events.push(notice.event.event)
      for (const look of looking) look()
    })
  })
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** What is found in the events, now or as soon as one brings it. */
  const wait = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find()
        if (found === undefined) return
        looking.delete(look)
        resolve(found)
      }
      looking.add(look)
      look()
    })

  /** Runs one row, with each question answered by its narrowest yes once its rehearsal is known: what was asked, what the agent was told. */
  async function happens({ scenario, policy, mode }: PolicyTurn) {
    layOut()
    events.length = 0
    calls = { script: scenario.line(placesIn(mode)), escalated: scenario.escalated === true }
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
      asked.push(request.stop.boundary)
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
    const body = server.requests.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined
    const told = body?.messages.findLast(({ role }) => role === 'tool')?.content
    return { asked, told: toldInAWord(told ?? '') }
  }

  // Nothing is asked about twice, what the core's row says is asked and nothing else, and a yes lets through what it is for.
  test.each(turns.map((turn) => ({ name: nameOfTurn(turn), turn })))('$name', async ({ turn }) => {
    const { approved } = outcomesOf(turn)
    const first = firstQuestion(approved)
    expect(await happens(turn)).toEqual({
      asked: first === undefined ? [] : [first],
      told: approved.split(' ').at(-1),
    })
  })

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
})
