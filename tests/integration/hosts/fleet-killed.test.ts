import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shellCall } from '../../fakes/app-server-home'
import { someBySeed } from '../../fakes/by-seed'
import type { KubeObject } from '../../fakes/cluster'
import { fleetWorld, type FleetWorld } from '../../fakes/fleet-world'
import { killHard, ofHome } from '../../fakes/ours-alive'
import type { Ran } from '../../fakes/run-cli'
import { attachedTo } from '../../fakes/ssh-host'

/** SIGKILL of the run and of its kubectl, while a sandbox is made, filled, worked in and pulled from. */

let world: FleetWorld
let project: string
let home: string
let temporary: string
beforeAll(async () => {
  world = await fleetWorld(({ body }) => {
    const said = JSON.stringify(body)
    if (said.includes('"call_1"')) return { text: 'Done there.' }
    const lasts = said.includes('lasts') ? '; echo begun; exec sleep 600' : ''
    return shellCall('call_1', 'sh', '-c', `for name in a b c; do echo after > $name.txt; done${lasts}`)
  })
  project = join(world.here, 'project')
  home = join(world.here, 'home')
  temporary = join(world.here, 'tmp')
  mkdirSync(temporary)
})
afterAll(() => world.close())
afterEach(() => {
  world.cluster.onAsked = undefined
})

const names = ['a.txt', 'b.txt', 'c.txt']
const content = () => names.map((name) => readFileSync(join(project, name), 'utf8').trim())
const all = (text: string) => names.map(() => text)
/** The project here as it is before anything is done. */
function begin(): void {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project)
  for (const name of names) writeFileSync(join(project, name), 'before\n')
}

const run = (args: readonly string[], onChild?: () => void): Promise<Ran> =>
  world.run(args, {
    env: { ...world.env, TMPDIR: temporary },
    cwd: project,
    ...(onChild && { onChild }),
  })

const targets = { 'the run': () => ofHome(home, args0), kubectl: () => ofHome(home, 'kubectl') }
/** By which word among its arguments the run is known. */
let args0 = ''

interface Moment {
  readonly target: keyof typeof targets
  readonly request: number
  readonly ms: number
}

/** Runs it, and kills the target so many milliseconds after the cluster was asked so often, if it comes to that. */
async function runAndKill(args: readonly string[], { target, request, ms }: Moment) {
  let killed = false
  const { cluster } = world
  const before = cluster.asked.length
  args0 = args.at(-1) ?? ''
  let timer: Promise<void> | undefined
  cluster.onAsked = () => {
    if (timer || cluster.asked.length - before < request) return
    timer = delay(ms).then(() => {
      for (const pid of targets[target]()) killed = killHard(pid) || killed
    })
  }
  const ran = await run(args)
  cluster.onAsked = undefined
  await timer
  return { ran, killed }
}

/** Nothing that was started for it is there any more, in the pod either, where what is put into the folder has its end behind that of its line. */
async function nothingRuns(): Promise<void> {
  const { cluster } = world
  await expect.poll(() => ofHome(home), { timeout: 60_000 }).toEqual([])
  await delay(1) // what they asked for last has come in
  await expect
    .poll(() => [ofHome(home), attachedTo(dirname(world.workspace)), cluster.beginning, cluster.working], {
      timeout: 60_000,
    })
    .toEqual([[], [], 0, 0])
}

const askpass = () => (existsSync(join(home, 'askpass')) ? readdirSync(join(home, 'askpass')) : [])
const claims = () => world.cluster.objects('sandboxclaims')
const runs = ({ metadata }: KubeObject) =>
  Object.entries(metadata.annotations ?? {}).filter(
    ([name]) => name.includes('countersign') && !name.endsWith('/base'),
  )

/** Twenty-four moments of pulling, and thirty-six of what is before it. */
const moments = Array.from({ length: 60 }, (_, at) => ({
  ...({ pulls: at >= 36, target: at % 2 === 0 ? 'kubectl' : 'the run' } as const),
  request: 1 + Math.floor(((at * 0.618) % 1) * (at >= 36 ? 5 : 12)),
  // What is pulled is put in place behind the last of them.
  ms: ((at * 37) % 150) * (at >= 36 && at % 4 > 1 ? 14 : 1),
}))
const chosen = someBySeed('kills of what works with a fleet', moments, 6)
const send = (word: string) => [
  'exec',
  '--host',
  'fleet',
  '--sandbox',
  'workspace-write',
  '--send',
  project,
  word,
]

test.each(chosen.filter(({ pulls }) => !pulls))(
  '$target is killed $ms ms after request $request of a run that sends a folder: nothing of it stays but a sandbox with its end, and the next run works',
  { timeout: 240_000 },
  async (moment) => {
    begin()
    world.emptyPods()
    const before = claims().length
    const { ran, killed } = await runAndKill([...send('--delete'), 'go'], moment)
    if (!killed) expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('was deleted')])
    await nothingRuns()
    const left = claims().slice(before)
    // What goes on has it deleted, whatever became of its kubectl, or says that it may be there.
    if (moment.target === 'kubectl')
      expect([left.length, ran.err]).toEqual([
        ran.err.includes('may be left') || ran.err.includes('could not be deleted') ? expect.any(Number) : 0,
        ran.err,
      ])
    for (const claim of left) {
      const { lifecycle } = claim.spec as { lifecycle: { shutdownTime: string; shutdownPolicy: string } }
      expect(lifecycle.shutdownPolicy).toBe('Delete')
      expect(Date.parse(lifecycle.shutdownTime)).toBeGreaterThan(Date.now())
      for (const [, until] of runs(claim))
        expect(Date.parse(String(until))).toBeLessThan(Date.now() + 11 * 60_000)
    }
    expect(content()).toEqual(all('before'))
    world.emptyPods()
    const next = await run([...send('--delete'), 'go'])
    // What it said stands in what failed.
    expect(next.code, `${next.err}${next.out}`).toBe(0)
    expect(claims()).toHaveLength(before + left.length)
    expect([askpass(), readdirSync(temporary)]).toEqual([[], []])
  },
)

test(
  'what a killed run has run in a pod ends with what it runs there, and its kubectl at once',
  { timeout: 120_000 },
  async () => {
    begin()
    world.emptyPods()
    // As what reads nothing does.
    world.instead = (command) => (command.join(' ').includes('tar -xf') ? ['sleep', '1000'] : undefined)
    args0 = 'hangs'
    const ran = run([...send('--delete'), 'hangs'])
    await expect.poll(() => world.cluster.working).toBe(1)
    for (const pid of targets['the run']()) killHard(pid)
    await ran
    await expect.poll(() => ofHome(home)).toEqual([])
    expect(world.cluster.working).toBe(1)
    world.instead = undefined
    world.cluster.endWork()
    await nothingRuns()
  },
)

test(
  'the engine in a pod is killed in the middle of a turn: the run ends with that, nothing runs on, and the work stays to be pulled',
  { timeout: 120_000 },
  async () => {
    begin()
    world.emptyPods()
    const before = claims().length
    let killed = false
    const ran = await world.run([...send('--delete'), 'lasts'], {
      env: { ...world.env, TMPDIR: temporary },
      cwd: project,
      onChild: (child, soFar) => {
        child.stdout?.on('data', () => {
          if (killed || !soFar().includes('| begun\n')) return
          killed = true
          for (const pid of world.engines()) process.kill(pid, 'SIGKILL')
        })
      },
    })
    expect([killed, ran.code, claims().length]).toEqual([true, 1, before + 1])
    expect(ran.err).toContain('the engine there was ended, and what ran in it')
    await nothingRuns()
    const [, sandbox = ''] = /hosts pull (fleet\/\w+)\n/.exec(ran.err) ?? []
    expect(content()).toEqual(all('before'))
    expect((await run(['hosts', 'pull', '--cd', project, '--yes', '--apply', sandbox])).code).toBe(0)
    expect(content()).toEqual(all('after'))
  },
)

test(
  'what runs that were killed have left is left over when the time that they said is over',
  { timeout: 120_000 },
  async () => {
    await nothingRuns()
    for (const claim of claims()) {
      const annotations = Object.fromEntries(runs(claim).map(([name]) => [name, '2026-01-01T00:00:00Z']))
      world.cluster.put('sandboxclaims', { ...claim, metadata: { ...claim.metadata, annotations } })
    }
    const ran = await run(['hosts', 'clean', 'fleet', '--yes'])
    expect([ran.code, claims()]).toEqual([0, []])
  },
)

test.each(chosen.filter(({ pulls }) => pulls))(
  '$target is killed $ms ms after request $request of a pull: the folder is as it was, or has all of it, and the next pull works',
  { timeout: 240_000 },
  async (moment) => {
    begin()
    if (claims().length === 0) {
      world.emptyPods()
      expect((await run([...send('--json'), 'go'])).code).toBe(0)
    }
    const name = `fleet/${claims()[0]?.metadata.name.replace('countersign-', '') ?? ''}`
    const pull = ['hosts', 'pull', '--cd', project, '--yes', '--apply', name]
    const { ran, killed } = await runAndKill(pull, moment)
    if (!killed) expect([ran.code, content()]).toEqual([0, all('after')])
    await nothingRuns()
    if (new Set(content()).size > 1) {
      expect((await run(['undo', '--cd', project])).code).toBe(0)
      expect(content()).toEqual(all('before'))
    }
    begin()
    const next = await run(pull)
    expect([next.code, content()]).toEqual([0, all('after')])
    expect([claims().length, askpass(), readdirSync(temporary)]).toEqual([1, [], []])
  },
)
