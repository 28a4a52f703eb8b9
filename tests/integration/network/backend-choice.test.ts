import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { Decision } from '@shared/domain/approval'
import type { composeEngine as Compose, Composed } from '../../../src/main/compose'
import { forkUtility } from '../../../src/main/hosts/desktop/fork-utility'
import { fakeUtilityProcess } from '../../fakes/fake-utility-process'
import { startModelServer, type Answer } from '../../fakes/model-server'

/** The built engine, with sandbox-runtime chosen as it is on macOS and Windows. */
const built = join(import.meta.dirname, '../../../out/main')

async function builtCompose(): Promise<typeof Compose> {
  const chunks = join(built, 'chunks')
  const name = readdirSync(chunks).find(
    (each) =>
      each.startsWith('compose-') &&
      readFileSync(join(chunks, each), 'utf8').includes('async function composeEngine('),
  )
  if (name === undefined) throw new Error('out/main holds no composeEngine: npm run build')
  return ((await import(join(chunks, name))) as { composeEngine: typeof Compose }).composeEngine
}

let base: string
let open: Composed | undefined
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(homedir(), 'cs-backend-')))
})
afterEach(async () => {
  await open?.engine.close()
  open = undefined
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const call = (id: string, command: readonly string[]): Answer => ({
  calls: [{ id, name: 'shell', arguments: JSON.stringify({ command }) }],
})

/** Plays the commands in a session whose agent they are, with the first offer answered in this way. */
async function play(
  commands: readonly (readonly string[])[],
  decision: Decision,
  over: Partial<Parameters<typeof Compose>[0]> = {},
  home = mkdtempSync(join(base, 'home-')),
) {
  const work = mkdtempSync(join(base, 'work-'))
  const server = await startModelServer([
    ...commands.map((each, at) => call(`c${String(at)}`, each)),
    { text: 'Done.' },
  ])
  writeFileSync(
    join(home, 'config.toml'),
    `model = "scripted"\nmodel_provider = "local"\napproval_policy = "on-failure"\n[model_providers.local]\nbase_url = "${server.baseUrl}"\n[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true\n[features]\nsandbox_command_assessment = false\n`,
  )
  const composeEngine = await builtCompose()
  open = await composeEngine({
    env: { PATH: process.env.PATH, HOME: homedir(), COUNTERSIGN_HOME: home },
    version: '0.0.0',
    runtimeProgram: join(built, 'runtime-process.js'),
    backend: 'sandbox-runtime',
    ...over,
  })
  const { engine } = open
  const events: AgentEvent[] = []
  const ended = new Promise<void>((resolve) => {
    engine.subscribe((notice) => {
      if (notice.kind !== 'event') return
      const { event } = notice.event
      events.push(event)
      if (event.type === 'approval.requested') void engine.decide(event.request.id, decision, 'window')
      if (event.type === 'turn.finished') resolve()
    })
  })
  const session = await engine.createSession({ cwd: work })
  await engine.startTurn(session.id, 'go')
  await ended
  await server.close()
  const requests = events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
  const outcomes = events.flatMap((event) => (event.type === 'command.finished' ? [event.outcome] : []))
  return { engine, events, requests, outcomes, work }
}

const outside = (name: string): string => join(base, name)

test.each([
  ['Node’s fork', {}],
  ['an Electron utility process', { startChild: forkUtility(fakeUtilityProcess) }],
])(
  'the whole engine over sandbox-runtime, started by %s: a denied write, the narrow yes, the run',
  async (_, over) => {
    // On Linux this backend, unlike ours, can only grant what is there.
    const target = outside('report.txt')
    writeFileSync(target, '')
    const { engine, events, requests, outcomes } = await play(
      [['sh', '-c', `echo x > ${target}`]],
      { kind: 'allow', offerId: 'only-this' },
      over,
    )
    expect((await engine.state()).sandbox).toMatchObject({
      kind: 'available',
      version: expect.stringMatching(/^sandbox-runtime /) as string,
    })
    expect(
      requests.map(({ stage, stop, offers }) => [stage, stop.evidence[0]?.target, offers[0]?.grants]),
    ).toEqual([['retry', target, [{ kind: 'write', path: target, extent: 'file' }]]])
    expect(
      outcomes.map((outcome) => [outcome.kind, 'exitCode' in outcome && outcome.exitCode === 0]),
    ).toEqual([
      ['denied', false],
      ['exited', true],
    ])
    expect(events.flatMap((event) => (event.type === 'command.started' ? [event.confinement] : []))).toEqual([
      'bubblewrap',
      'bubblewrap',
    ])
    expect(readFileSync(target, 'utf8')).toBe('x\n')
  },
)

test('a denied write stays unwritten', async () => {
  const target = outside('never')
  const { requests } = await play([['sh', '-c', `echo x > ${target}`]], { kind: 'deny' })
  expect([requests.length, existsSync(target)]).toEqual([1, false])
})

test('the engine’s home is closed to commands', async () => {
  const home = mkdtempSync(join(base, 'closed-'))
  const { outcomes } = await play([['cat', join(home, 'config.toml')]], { kind: 'deny' }, {}, home)
  expect(outcomes.map((outcome) => 'exitCode' in outcome && outcome.exitCode)).toEqual([1])
  expect(JSON.stringify(outcomes)).not.toContain('model_provider')
})

test('a connection waits for a person: refused by a no, and this machine is refused whatever is said', async () => {
  let reached = 0
  const server: Server = createServer((_request, response) => {
    reached += 1
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fetch = (url: string) => ['curl', '-sS', '--max-time', '20', '--noproxy', '', url]
  const denied = await play([fetch('http://host.example.org/')], { kind: 'deny' })
  expect(denied.requests.map(({ stage, effect }) => [stage, effect])).toEqual([
    ['network', { act: { kind: 'connect', hosts: ['host.example.org:80'] } }],
  ])
  await open?.engine.close()
  const own = await play([fetch(`http://127.0.0.1:${String(port)}/`)], {
    kind: 'allow',
    offerId: 'only-this',
  })
  expect(own.requests.map(({ stage }) => stage)).not.toContain('network')
  expect(reached).toBe(0)
  server.close()
})

test.each(['sandbox-linux', 'sandbox-runtime'] as const)(
  'over %s a host allowed for the session is asked about once, and shown where it acts',
  async (backend) => {
    const command = ['curl', '-sS', '--max-time', '20', 'http://host.example.org/']
    const decision = { kind: 'allow', offerId: 'only-this', scope: 'session' } as const
    const { engine, events, requests } = await play([command, [...command, '-v']], decision, { backend })
    const applied = events.flatMap((event) =>
      event.type === 'grant.applied' ? [event.callId, event.grant] : [],
    )
    expect(requests.map(({ stage, callId }) => [stage, callId])).toEqual([['network', 'c0']])
    expect(applied).toEqual(['c1', (await engine.listGrants())[0]])
    expect(applied[1]).toMatchObject({
      covers: 'host',
      scope: 'session',
      grants: [{ kind: 'host', host: 'host.example.org', port: 80 }],
    })
  },
)

/** The runtimes that this process started and that still run. */
const runtimes = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const ours =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
      return ours && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('runtime-process.js')
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false // it ended meanwhile
      throw error
    }
  })

test('closing the engine ends its runtimes', async () => {
  await play([['true']], { kind: 'deny' })
  expect(runtimes()).not.toEqual([])
  await open?.engine.close()
  await vi.waitFor(
    () => {
      expect(runtimes()).toEqual([])
    },
    { timeout: 120_000 },
  )
})
