import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SessionEvent } from '@shared/domain/agent-event'
import { hostPipes, lineId } from '../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../src/main/adapters/system/clock'
import { composeEngine } from '../src/main/compose'
import { HostClient } from '../src/main/core/host-link/host-client'
import { HostEngine } from '../src/main/hosts/terminal/remote/host-engine'
import { hostWorld } from '../tests/fakes/host-world'
import type { Answer, RecordedRequest } from '../tests/fakes/model-server'
import { measureHosts } from './hosts-in-a-window'
import { median, ms, printRows } from './measure'

/**
 * What a host costs over a real ssh on the loopback: attaching (each time a connection of its own, and one that is shared), how long after it
 * was asked there a question is here, what a tool call costs there beside the same engine in this process, and commands that say a megabyte a
 * second. Then a window with twenty hosts (hosts-in-a-window).
 */
const attachments = 12
const questions = 20
const calls = 60
const floods = 6

type Kind = 'ask' | 'call' | 'flood'
let kind: Kind = 'ask'
let outside = ''
const most = (): number => (kind === 'flood' ? floods : kind === 'ask' ? questions : calls)
const commandOf = (nth: number): string[] => {
  if (kind === 'ask') return ['touch', `${outside}-${String(nth)}`]
  if (kind === 'call') return ['true', String(nth)]
  // Of one command a megabyte is told; in each second there is one, of which the beginning takes a part.
  const says = `const piece = ('x'.repeat(100) + '\\n').repeat(1040); let n = 0
    const timer = setInterval(() => { process.stdout.write(piece); if (++n === 10) clearInterval(timer) }, 50)`
  return [process.execPath, '-e', says]
}
const script = ({ body }: RecordedRequest): Answer => {
  const { input } = body as { input: readonly { type: string }[] }
  const lastWords = input.findLastIndex(({ type }) => type === 'message')
  const done = input.slice(lastWords).filter(({ type }) => type === 'function_call_output').length
  if (done >= most()) return { text: 'Done.' }
  const command = commandOf(done)
  return { calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }] }
}
const world = await hostWorld(script, 'on-failure', resolve('out/main/cli.js'))
outside = join(world.base, 'outside')

/** The way to it; `shared`: over one connection that ssh keeps for a while. */
const command = (shared: boolean): string[] => {
  const [last = '', ...rest] = world.ssh.command.toReversed()
  const path = join(world.base, 'ssh.sock')
  const share = ['-o', 'ControlMaster=auto', '-o', `ControlPath=${path}`, '-o', 'ControlPersist=20']
  return [...rest.toReversed(), ...(shared ? share : []), last]
}

async function attach(shared: boolean): Promise<{ host: HostClient; engine: HostEngine; took: number }> {
  const started = performance.now()
  const host = new HostClient({
    open: hostPipes({ command: command(shared), engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  const { hello } = await host.connect()
  const engine = new HostEngine(host, hello.engine)
  await engine.begin()
  return { host, engine, took: performance.now() - started }
}

for (const shared of [false, true]) {
  const took: number[] = []
  for (let nth = 0; nth < attachments; nth += 1) {
    const { host, took: one } = await attach(shared)
    took.push(one)
    host.close()
  }
  const figure = median(took.slice(2))
  printRows([
    {
      what: `attach over ssh on the loopback to its first state, ${shared ? 'over a connection that is shared' : 'with a connection of its own'}`,
      figure: ms(figure),
      goal: 'at most 400 ms, shared',
      reached: figure <= 400,
    },
  ])
}

const { host, engine } = await attach(true)
/** Runs one turn of a kind there and hands over what was told, each with the milliseconds by which it came after it was told there. */
async function turn(of: Kind, onEvent: (event: SessionEvent, late: number) => void): Promise<void> {
  kind = of
  const over = Promise.withResolvers<undefined>()
  const end = engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    onEvent(notice.event, Date.now() - Date.parse(notice.event.at))
    if (notice.event.event.type === 'turn.finished') over.resolve(undefined)
  })
  const session = await engine.createSession({ cwd: world.project })
  await engine.openSession(session.id)
  await engine.startTurn(session.id, 'go')
  await over.promise
  end()
}

const late: number[] = []
await turn('ask', ({ event }, after) => {
  if (event.type !== 'approval.requested') return
  late.push(after)
  void engine.decide(event.request.id, { kind: 'deny' }, 'client')
})
const lateBy = median(late)
printRows([
  {
    what: `a question of a host is here after it was asked there (${String(late.length)})`,
    figure: ms(lateBy),
    goal: 'at most 20 ms',
    reached: lateBy <= 20,
  },
])

/** Milliseconds for one call, from the clock of the engine: of a turn, what lies between its first command's start and its last one's end. */
function perCall(): { hear: (event: SessionEvent) => void; result: () => number } {
  const at: number[] = []
  return {
    hear: ({ event, at: when }) => {
      if (event.type === 'command.started') at.push(Date.parse(when))
    },
    result: () => ((at.at(-1) ?? 0) - (at[5] ?? 0)) / Math.max(1, at.length - 6),
  }
}
const there = perCall()
await turn('call', there.hear)

const { engine: local } = await composeEngine({
  env: { ...process.env, COUNTERSIGN_HOME: world.base, TEST_MODEL_KEY: 'key' },
  version: 'bench',
  runtimeProgram: '', // not started on Linux
})
const here = perCall()
const over = Promise.withResolvers<undefined>()
local.subscribe((notice) => {
  if (notice.kind !== 'event') return
  here.hear(notice.event)
  if (notice.event.event.type === 'turn.finished') over.resolve(undefined)
})
const session = await local.createSession({ cwd: world.project })
await local.startTurn(session.id, 'go')
await over.promise
await local.close()
const ratio = there.result() / here.result()
printRows([
  {
    what: `a tool call there, beside one of the same engine in this process (${ms(here.result())})`,
    figure: `${ms(there.result())}, ${ratio.toFixed(2)} times`,
    goal: 'unchanged (at most 1.15 times)',
    reached: ratio <= 1.15,
  },
])

let bytes = 0
let first = 0
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
await turn('flood', ({ event }) => {
  if (event.type !== 'command.output') return
  first ||= performance.now()
  bytes += event.text.length
})
delay.disable()
const worst = delay.max / 1e6
const rate = bytes / 1e6 / ((performance.now() - first) / 1000)
printRows([
  {
    what: `commands there that say ${rate.toFixed(2)} MB a second: the longest task of what is attached, on the clock`,
    figure: ms(worst),
    goal: 'at most 50 ms',
    reached: worst <= 50,
  },
])
host.close()
await world.close()
rmSync(world.base, { recursive: true, force: true })
await measureHosts()
