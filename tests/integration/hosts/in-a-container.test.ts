import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { HostClient } from '../../../src/main/core/host-link/host-client'
import {
  containerWorld,
  noContainer,
  type ContainerEntry,
  type ContainerWorld,
} from '../../fakes/container-world'
import { cliEntry, jsonLines, runProgram } from '../../fakes/run-cli'

const line = 'The container is the only boundary: what it mounts can be changed, its network is open.'
const networked = '[sandbox_workspace_write]\nnetwork_access = true\n'
const container: ContainerEntry = { confinement: 'container' }
const plain: ContainerEntry = { ...container, plain: true }

let world: ContainerWorld
/** What the model there has run next. */
let command: readonly string[] = ['true']
beforeAll(async () => {
  world = await containerWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    return {
      text: 'I will.',
      calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
    }
  }, networked)
})
afterAll(() => world.close())
let open: HostClient[] = []
beforeEach(() => {
  world.configure({ dev: container, none: {}, unsigned: { ...container, sign: false } })
})
afterEach(async () => {
  for (const each of open) each.close()
  open = []
  await world.endEngines()
})

const connect = async (entry: ContainerEntry): Promise<HostClient> => {
  const client = world.client(entry)
  open.push(client)
  await client.connect()
  return client
}

type Told = { readonly type: string } & Record<string, unknown>
/** Has one command run there, where nobody can be asked, and gives back what was told of it. */
async function runs(host: string, ...words: string[]) {
  command = words
  const ran = await world.run(['exec', '--host', host, '--cd', world.project, '--json', 'go'])
  const events = jsonLines<Told>(ran)
  const of = <T extends AgentEvent['type']>(type: T) =>
    events.find((event) => event.type === type) as unknown as Extract<AgentEvent, { type: T }> | undefined
  return {
    ...ran,
    confinement: of('command.started')?.confinement,
    request: of('approval.requested')?.request,
  }
}

const unheld = ({ stop: { why } }: ApprovalRequest): string | undefined =>
  why.kind === 'no-sandbox' ? why.unheld : why.kind

test.skipIf(noContainer)(
  'in a container in which no sandbox can be made, an entry that says so has what stays in the session’s folders run unasked, and it is said',
  async () => {
    const file = join(world.project, 'made.txt')
    const ran = await runs('dev', 'touch', 'made.txt')
    expect([ran.code, ran.confinement, ran.request, existsSync(file)]).toEqual([0, 'none', undefined, true])
    expect(ran.err).toBe(`dev | ${line}\n`)
    const patch = ['*** Begin Patch', '*** Add File: patched.txt', '+new', '*** End Patch', ''].join('\n')
    const patched = await runs('dev', 'apply_patch', patch)
    expect([patched.code, patched.request]).toEqual([0, undefined])
    expect(readFileSync(join(world.project, 'patched.txt'), 'utf8')).toBe('new\n')
    const doctor = await world.run(['hosts', 'test', 'dev'])
    expect(doctor.out).toContain('dev | warning  No sandbox: the container is the only boundary')
    expect(doctor.out).toContain('known for a container by /run/.containerenv')
    expect(doctor.out).not.toMatch(/dev \| ok +Commands run in a sandbox|Every command stops for you/)
    // What a sandbox would have stopped is asked about as ever, and nobody was there to say yes.
    const outside = join(world.folder, 'outside.txt')
    const stopped = await runs('dev', 'touch', outside)
    expect([stopped.code, existsSync(outside)]).toEqual([3, false])
    expect(stopped.out).toContain(
      'The container alone does not ensure that it stays in the session’s folders',
    )
    expect(stopped.request?.offers.map(({ kind }) => kind)).toEqual(['outside'])
  },
)

test.skipIf(noContainer)(
  'a question in the terminal says it as well, and a yes runs it in the container',
  async () => {
    const outside = join(world.folder, 'allowed.txt')
    command = ['touch', outside]
    const exec = `${process.execPath} ${cliEntry} exec --host dev --cd ${world.project} go`
    let answered = false
    const ran = await runProgram('script', ['--quiet', '--return', '--command', exec, '/dev/null'], {
      env: world.env,
      keepInput: true,
      onChild: (child, soFar) => {
        child.stdout?.on('data', () => {
          if (answered || !soFar().includes('dev | Your decision')) return
          answered = true
          child.stdin?.write('o\n')
        })
      },
    })
    expect([ran.code, answered, existsSync(outside)]).toEqual([0, true, true])
    expect(ran.out.replaceAll('\r', '')).toContain(`dev | ${line}\ndev | Your decision`)
  },
)

test.skipIf(noContainer)(
  'the same entry changes nothing in a container whose /proc Podman shows whole: the sandbox holds there, and a question has its rehearsal, a yes that puts it in place and an undo',
  async () => {
    world.configure({ plain })
    const outside = join(world.beside, 'outside.txt')
    const ran = await runs('plain', 'touch', outside)
    expect([ran.confinement, existsSync(outside), ran.err]).toEqual(['bubblewrap', false, ''])
    const client = await connect(plain)
    const cwd = join(world.beside, 'project')
    mkdirSync(cwd)
    const { id } = await client.request('session.create', { cwd, approvalPolicy: 'on-failure' })
    const inside = join(cwd, 'inside.txt')
    command = ['sh', '-c', `echo in > ${inside}; echo out > ${outside}`]
    await client.request('turn.start', { sessionId: id, text: 'go' })
    const asked = async () => (await client.request('app.hello', {})).approvals[0]
    await expect.poll(asked).toBeDefined()
    expect([existsSync(inside), existsSync(outside)]).toEqual([true, false])
    const requestId = (await asked())?.id ?? ''
    await client.request('approval.rehearse', { requestId })
    const shown = async () => {
      const rehearsal = (await asked())?.rehearsal
      return rehearsal?.state === 'found' ? rehearsal.found : undefined
    }
    await expect.poll(async () => (await shown())?.applies?.kind).toBe('possible')
    const applies = (await shown())?.applies
    if (applies?.kind !== 'possible') throw new Error('nothing can be put in place')
    const decision = { kind: 'apply', rehearsal: applies.id } as const
    await client.request('approval.decide', { requestId, decision })
    const session = async () =>
      (await client.request('app.hello', {})).sessions.find((each) => each.id === id)
    await expect.poll(async () => (await session())?.status).toBe('done')
    expect([readFileSync(inside, 'utf8'), readFileSync(outside, 'utf8')]).toEqual(['in\n', 'out\n'])
    await client.request('restore.do', { sessionId: id, way: 'undo', turnNumber: 1, sinceToo: false })
    expect(existsSync(inside)).toBe(false)
  },
)

test.skipIf(noContainer)(
  'nothing but the entry of whoever attaches makes a container the boundary: not the host’s configuration, a repository or a variable',
  async () => {
    const text = '[hosts.none]\ncommand = ["env"]\nconfinement = "container"\n'
    const own = join(world.base, 'config.toml')
    const before = readFileSync(own, 'utf8')
    mkdirSync(join(world.project, '.countersign'), { recursive: true })
    writeFileSync(join(world.project, '.countersign', 'config.toml'), `confinement = "container"\n${text}`)
    writeFileSync(
      own,
      `${before}\n${text}[projects."${world.project}"]\ntrust_level = "trusted"\n[shell_environment_policy.set]\ncontainer = "podman"\n`,
    )
    const variables = { ...world.env, container: 'podman', COUNTERSIGN_CONFINEMENT: 'container' }
    command = ['touch', 'unasked.txt']
    const ran = await world.run(['exec', '--host', 'none', '--cd', world.project, '--json', 'go'], {
      env: variables,
    })
    writeFileSync(own, before)
    rmSync(join(world.project, '.countersign'), { recursive: true })
    expect([ran.code, existsSync(join(world.project, 'unasked.txt'))]).toEqual([3, false])
    expect(ran.out).toContain('"boundary":"missing-sandbox"')
    expect(ran.err).not.toContain(line)
  },
)

test.skipIf(noContainer)(
  'where nothing shows a container the entry does not count, and doctor says why',
  async () => {
    const ran = await runs('unsigned', 'touch', 'unasked.txt')
    expect([ran.code, existsSync(join(world.project, 'unasked.txt')), ran.err]).toEqual([3, false, ''])
    const doctor = await world.run(['hosts', 'test', 'unsigned'])
    expect(doctor.out).toContain(
      'confinement = "container" does not count: nothing shows that this is a container.',
    )
  },
)

test.skipIf(noContainer)(
  'an engine that is kept with another confinement lets nobody in while it is in use, and makes room when it is not',
  async () => {
    const first = await connect(container)
    const refused = await world.run(['hosts', 'test', 'none'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(
      'the engine that is kept there was started with confinement = "container", and is in use.',
    )
    expect((await first.request('app.hello', {})).sandbox).toMatchObject({ container: { kind: 'boundary' } })
    first.close()
    await expect
      .poll(async () => (await world.run(['hosts', 'test', 'none'])).out, { timeout: 60_000 })
      .toContain('No working sandbox')
    // As Podman makes containers, and nothing else is the matter.
    expect((await world.run(['hosts', 'test', 'none'])).out).toContain(
      'none | missing  This container hides parts of /proc: ',
    )
    const weaker = await connect({})
    expect((await weaker.request('app.hello', {})).sandbox).not.toHaveProperty('container')
    expect((await world.run(['hosts', 'test', 'dev'])).err).toContain(
      'the engine that is kept there was started without confinement = "container", and is in use.',
    )
    expect(world.engines().length).toBe(1)
  },
)

test.skipIf(noContainer)(
  'checkpoints and undo work there as always, read-only holds by asking, and a rehearsal says that it cannot be had',
  async () => {
    const file = join(world.project, 'kept.txt')
    writeFileSync(file, 'before\n')
    const client = await connect(container)
    await client.request('app.hello', {})
    const { id } = await client.request('session.create', { cwd: world.project })
    command = ['sed', '-i', 's/before/after/', 'kept.txt']
    await client.request('turn.start', { sessionId: id, text: 'go' })
    await expect.poll(async () => (await client.request('app.hello', {})).sessions[0]?.status).toBe('done')
    expect(readFileSync(file, 'utf8')).toBe('after\n')
    const look = await client.request('restore.look', { sessionId: id, way: 'undo' })
    expect(look).toMatchObject({ kind: 'ready', turnNumber: 1 })
    await client.request('restore.do', { sessionId: id, way: 'undo', turnNumber: 1, sinceToo: false })
    expect(readFileSync(file, 'utf8')).toBe('before\n')

    const reading = await client.request('session.create', { cwd: world.project, sandboxMode: 'read-only' })
    await client.request('turn.start', { sessionId: reading.id, text: 'go' })
    await expect.poll(async () => (await client.request('app.hello', {})).approvals.length).toBe(1)
    const [request] = (await client.request('app.hello', {})).approvals
    if (!request) throw new Error('nothing waits')
    expect(unheld(request)).toBe('read-only')
    await client.request('approval.rehearse', { requestId: request.id })
    const rehearsal = async () => (await client.request('app.hello', {})).approvals[0]?.rehearsal
    await expect
      .poll(async () => JSON.stringify(await rehearsal()))
      .toContain('bubblewrap does not work here')
    await client.request('turn.interrupt', { sessionId: reading.id })
    expect(readFileSync(file, 'utf8')).toBe('before\n')
  },
)

test.skipIf(noContainer)(
  'a container in which nothing is gets the engine by what is said there, and is worked in by its name',
  { timeout: 240_000 },
  async () => {
    world.configure({ bare: { bare: true } })
    const missing = await world.run(['hosts', 'test', 'bare'])
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringContaining('countersign hosts install bare puts it there'),
    ])
    expect((await world.run(['hosts', 'install', 'bare'])).code).toBe(0)
    expect((await world.run(['hosts', 'test', 'bare'])).out).toContain('Commands run in a sandbox')
    const rehearsed = await world.run([
      'rehearse',
      '--host',
      'bare',
      '--cd',
      world.beside,
      '--',
      'touch',
      'x',
    ])
    expect([rehearsed.code, rehearsed.out]).toEqual([0, expect.stringMatching(/bare \| .*create.*x/s)])
    expect(existsSync(join(world.beside, 'x'))).toBe(false)
  },
)
