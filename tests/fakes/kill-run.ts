import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AgentEvent } from '@shared/domain/agent-event'
import { composeEngine } from '../../src/main/compose'
import { startModelServer, type Answer, type ModelServer } from './model-server'
import { runProgram } from './run-cli'

/** What was found after a kill. `problems` is empty when nothing was lost and nothing ran twice. */
export interface KillReport {
  readonly acknowledged: number
  readonly commands: number
  readonly pending: number
  readonly problems: readonly string[]
}

const shell = (...command: string[]) => ({ name: 'shell', arguments: JSON.stringify({ command }) })

/** The commands that each leave a line behind. */
const names = ['one', 'two', 'three', 'four', 'five'] as const

/** Five commands that each leave a line behind and wait until they may end, then one that needs an approval which nobody gives. */
function script(home: string): (turnsBefore: number) => Answer {
  const count = (name: (typeof names)[number]) =>
    shell('bash', '-c', `echo ${name} >> ran.txt; until [ -e go-${name} ]; do sleep 0.1; done`)
  const answers: Answer[] = [
    { calls: [count('one'), count('two'), count('three')] },
    { text: 'Going on.', calls: [count('four')] },
    { calls: [count('five')] },
    { calls: [shell('touch', join(home, 'outside.txt'))] },
  ]
  return (index) => answers[index] ?? { text: 'Done.' }
}

/** Where the kills happen: a home with a configuration, and a model server that plays the same script every time. */
export interface KillWorld {
  readonly base: string
  readonly server: ModelServer
  /** The built program. */
  readonly cli: string
  /** Begins the script again, or leaves it at its end. */
  restart(at: 'start' | 'end'): void
}

/** Makes the world in a folder outside of what workspace-write opens. */
export async function makeKillWorld(base: string, cli: string): Promise<KillWorld> {
  let asked = 0
  const answer = script(base)
  const server = await startModelServer(() => answer(asked++))
  const provider = `[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "on-failure"\n[features]\nsandbox_command_assessment = false\n${provider}`,
  )
  return {
    base,
    server,
    cli,
    restart: (at) => {
      asked = at === 'start' ? 0 : 99
    },
  }
}

/** The one record in a home, as an absolute path; undefined as long as there is none. */
function recordIn(home: string): string | undefined {
  const sessions = join(home, 'sessions')
  if (!existsSync(sessions)) return undefined
  const names = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
  const name = names.find((each) => each.endsWith('.jsonl'))
  return name === undefined ? undefined : join(sessions, name)
}

/** The process that writes the one record in a home, as its lock says; undefined as long as there is none. */
function writer(home: string): number | undefined {
  const lock = `${recordIn(home) ?? ''}.lock`
  if (!existsSync(lock)) return undefined
  return (JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }).pid
}

/** The events that were printed whole. */
function printed(out: string): AgentEvent[] {
  return out.split('\n').flatMap((line, at, all) => {
    const text = line.trim()
    if (at === all.length - 1 || !text.startsWith('{')) return []
    const { seq: _s, at: _a, sessionId: _i, ...event } = JSON.parse(text) as Record<string, unknown>
    return [event as AgentEvent]
  })
}

/** Not on file as such: pieces of what follows whole, and counts of which only the last is kept. */
const passing = new Set(['message.delta', 'reasoning.delta', 'command.output', 'usage.updated', 'turn.diff'])
const lasting = (events: readonly AgentEvent[]): AgentEvent[] =>
  events.filter((event) => !passing.has(event.type))

/** So many lines a record has before its first command, and more than there are of a whole run, which waits for its approval before. */
const [firstLines, beyond] = [14, 60]

/** Where a run is killed: at so many lines of its record, or in a command by its number. Those before `released` may end by themselves. */
interface KillPlace {
  readonly lines: number
  readonly command: number
  readonly released: number
}

/** The place of a point of the run: the first quarter lies before its commands, the last part behind them, and the rest spreads over the five. */
function placeOf(point: number): KillPlace {
  if (point < 0.25) return { lines: Math.ceil((point / 0.25) * firstLines), command: 0, released: 0 }
  if (point >= 0.85) return { lines: beyond, command: 0, released: names.length }
  const at = Math.floor(((point - 0.25) / 0.6) * names.length)
  return { lines: 0, command: at + 1, released: at }
}

/** The commands that left their line in a folder, in order; [''] where there is an empty file. */
function ranIn(cwd: string): string[] {
  const file = join(cwd, 'ran.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/** Waits until the run is at the place, or has come to its approval, or is over. */
async function untilAt(
  { home, cwd }: { readonly home: string; readonly cwd: string },
  { lines, command }: KillPlace,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const text = readFileSync(recordIn(home) ?? '', 'utf8')
    if (text.split('\n').length > lines && ranIn(cwd).length >= command) return
    if (text.includes('"approval.requested"')) return
    await wait(1)
  }
}

/**
 * Runs the built program, kills it at a point between 0 (its record was begun) and 1 (it waits for an approval), and looks at what is left: first at
 * the record, then at how a new engine goes on with it.
 */
export async function killOnce(world: KillWorld, point: number): Promise<KillReport> {
  world.restart('start')
  const home = mkdtempSync(join(world.base, 'home-'))
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  writeFileSync(join(home, 'config.toml'), readFileSync(join(world.base, 'config.toml')))
  const env = { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home }
  const place = placeOf(point)
  const release = (count: number): void => {
    for (const name of names.slice(0, count)) writeFileSync(join(cwd, `go-${name}`), '')
  }
  release(place.released)
  const command = `${process.execPath} ${world.cli} exec --json --cd ${cwd} go`
  const run = { over: false }
  const running = runProgram('script', ['--quiet', '--command', command, '/dev/null'], {
    env,
    keepInput: true,
  }).finally(() => {
    run.over = true
  })
  let pid = writer(home)
  while (pid === undefined && !run.over) {
    await wait(2)
    pid = writer(home)
  }
  await untilAt({ home, cwd }, place, () => run.over)
  // Somewhere between two lines, and for the same point always as far; the next command waits, however late the kill comes.
  release(place.command)
  await wait((point * 7919) % 40)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  const acknowledged = lasting(printed((await running).out))
  const problems: string[] = []
  const { engine } = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  const sessionId = (await engine.listSessions({})).items[0]?.id
  if (sessionId === undefined)
    return {
      acknowledged: 0,
      commands: 0,
      pending: 0,
      problems: acknowledged.length > 0 ? ['no session'] : [],
    }
  const { session, events } = await engine.resumeSession({ sessionId })
  const kept = lasting(events.map(({ event }) => event))
  const requests = kept.filter((event) => event.type === 'approval.requested')
  const answered = new Set(kept.flatMap((e) => (e.type === 'approval.resolved' ? [e.request.id] : [])))
  for (const [index, event] of acknowledged.entries()) {
    const onFile = kept[index]
    const same =
      onFile?.type === 'approval.requested' && event.type === 'approval.requested'
        ? onFile.request.id === event.request.id
        : isDeepStrictEqual(onFile, event)
    if (!same) problems.push(`acknowledged and not on file: ${JSON.stringify(event).slice(0, 300)}`)
  }
  for (const { request } of requests)
    if (!answered.has(request.id) && request.state !== 'expired')
      problems.push(`${request.id} is ${request.state}`)
  if (kept.some((e) => e.type === 'turn.started') && session.status !== 'interrupted')
    problems.push(`the session is ${session.status}`)
  const before = ranIn(cwd)
  const ended = new Promise<void>((resolve) => {
    engine.subscribe((notice) => {
      if (notice.kind === 'event' && notice.event.event.type === 'turn.finished') resolve()
    })
  })
  world.restart('end')
  await engine.startTurn(sessionId, 'and now?')
  await ended
  await engine.close()
  const after = ranIn(cwd)
  if (new Set(after).size !== after.length || after.length !== before.length)
    problems.push(`ran: ${before.join(' ')}, then ${after.join(' ')}`)
  const record = readFileSync(recordIn(home) ?? '', 'utf8')
  for (const line of record.trimEnd().split('\n')) JSON.parse(line)
  const pending = requests.filter(({ request }) => !answered.has(request.id)).length
  return { acknowledged: acknowledged.length, commands: after.length, pending, problems }
}
