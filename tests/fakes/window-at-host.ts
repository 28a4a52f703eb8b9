import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import type { OpenedRecord } from '@shared/ipc/contract'
import { shellCall } from './app-server-home'
import type { HostWorld } from './host-world'
import type { Answer, RecordedRequest } from './model-server'
import { serveWindow, type ServeWindow } from './serve-window'
import { lostOf, type Told } from './told-lines'

/** What of a world with a host such a window needs: its environment here, and the folders there. */
export type PlaceThere = Pick<HostWorld, 'env' | 'folder' | 'project'>

/** The lines of each of a turn's two commands. */
const steps = 8
/** All that these say, in order. */
export const allLines: readonly string[] = [0, 1].flatMap((call) =>
  Array.from({ length: steps }, (_, n) => `c${String(call)}-${String(n + 1)}`),
)
/** What each turn there is begun with: one that serves a port and then asks, one that says its lines and then asks, one that says a word. */
export const words = { serve: 'serve and ask', work: 'work and ask', on: 'go on' }
/** Says `here` to whoever connects, and writes down that they went. */
const server = `require('node:net').createServer((socket) => {
  socket.on('data', () => socket.write('here')).on('error', () => {})
  socket.on('close', () => require('node:fs').appendFileSync('closed.txt', 'x'))
}).listen(0)
`

/** The model there: what it does follows from these words. */
export function serveOrWork(place: () => PlaceThere): (request: RecordedRequest) => Answer {
  return ({ body }) => {
    const { folder, project } = place()
    const { input } = body as { input: readonly { type: string }[] }
    const said = JSON.stringify(input)
    const outputs = input.filter(({ type }) => type === 'function_call_output').length
    const call = `call-${String(outputs)}`
    if (said.includes(words.serve)) {
      const yields = { cmd: `${process.execPath} ${project}/server.cjs`, yield_time_ms: 250 }
      if (outputs === 0) return { calls: [{ id: call, name: 'exec_command', arguments: yields }] }
      return outputs === 1 ? shellCall(call, 'touch', join(folder, 'asked.txt')) : { text: 'Done there.' }
    }
    if (outputs > 2 || said.includes(words.on)) return { text: 'Done there.' }
    if (outputs === 2) return shellCall(call, 'bash', '-c', `echo once >> ${join(folder, 'answered.txt')}`)
    const each = `echo c${String(outputs)}-$n | tee -a ran.txt; sleep 0.03`
    return {
      text: 'I will.',
      ...shellCall(call, 'bash', '-c', `for n in $(seq ${String(steps)}); do ${each}; done`),
    }
  }
}

/** A session there with a question that waits, whose server is reached through a port here. */
export interface Asking {
  readonly place: { readonly sessionId: string; readonly callId: string; readonly port: number }
  /** The port here, and a connection to it that stays. */
  readonly port: number
  readonly staying: Socket
  readonly request: string
}

/** Whether a port of this machine is open. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.on('error', () => undefined).destroy()
  return open
}

/** The events without what they are numbered by. */
export const eventsOf = (all: readonly SessionEvent[]): readonly AgentEvent[] => all.map(({ event }) => event)

/** The lines of the commands that were told; what a shell says of itself when it starts is no matter here. */
export const saidIn = (told: readonly SessionEvent[]): readonly string[] =>
  eventsOf(told)
    .map((event) => (event.type === 'command.output' ? event.text : ''))
    .join('')
    .split('\n')
    .filter((line) => /^c\d+-\d+$/.test(line))

/** Each event is there once, and in order. */
export function expectRising(all: readonly SessionEvent[]): void {
  const seqs = all.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
}

const asToldLines = (all: readonly SessionEvent[]): readonly Told[] =>
  all.map(({ sessionId, event }) => ({ ...event, sessionId }))

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function argsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // it ended while we looked
  }
}

/** A served window that works at one host, whose model is `serveOrWork`: what tests share that kill one of the two, or what lies between. */
export class WindowAtHost {
  readonly #place: PlaceThere
  readonly #host: string
  #window: ServeWindow | undefined

  /** Forgets what was done there before. */
  constructor(place: PlaceThere, host: string) {
    this.#place = place
    this.#host = host
    writeFileSync(join(place.project, 'server.cjs'), server)
    for (const file of ['ran.txt', 'closed.txt']) rmSync(join(place.project, file), { force: true })
    rmSync(join(place.folder, 'answered.txt'), { force: true })
  }

  /** Of commands there that are asked about: whether this one was run, and how often that one was. */
  get asked(): boolean {
    return existsSync(join(this.#place.folder, 'asked.txt'))
  }
  get answered(): readonly string[] {
    return linesOf(join(this.#place.folder, 'answered.txt'))
  }
  /** The lines that commands there have said. */
  get ran(): readonly string[] {
    return linesOf(join(this.#place.project, 'ran.txt'))
  }
  /** Whether the server there saw somebody go. */
  get closed(): boolean {
    return existsSync(join(this.#place.project, 'closed.txt'))
  }
  get window(): ServeWindow {
    if (!this.#window) throw new Error('there is no window')
    return this.#window
  }

  /** Opens one, and waits until it is connected with the host. */
  async open(): Promise<void> {
    this.#window = await serveWindow(this.#place.env)
    await this.stands('connected')
  }
  /** Ends it, if there is one. */
  async stop(): Promise<void> {
    await this.#window?.stop()
    this.#window = undefined
  }
  /** Waits until the window says so of its host. */
  async stands(wanted: 'connected' | 'lost'): Promise<void> {
    await expect
      .poll(async () => ((await this.window.hello()).hosts ?? []).map(({ state }) => state))
      .toEqual([wanted])
  }

  /** What the window was told of a session by pushes; what it is told of what waits when it connects is no part of a record. */
  toldOf(sessionId: string): readonly SessionEvent[] {
    return this.window
      .pushes()
      .flatMap((push) => (push.kind === 'events' ? push.events : []))
      .filter(
        (each) => each.sessionId === sessionId && !(each.seq === 1 && each.event.type.startsWith('approval')),
      )
  }
  async recordOf(sessionId: string): Promise<readonly SessionEvent[]> {
    return (await this.window.ask<OpenedRecord>('session.open', { sessionId })).events
  }
  /** How the turns of a session ended. */
  async outcomes(sessionId: string): Promise<readonly string[]> {
    return eventsOf(await this.recordOf(sessionId)).flatMap((event) =>
      event.type === 'turn.finished' ? [event.outcome] : [],
    )
  }
  /** The requests of a session that wait. */
  waitingIn(sessionId: string): readonly string[] {
    return this.window.waiting().flatMap((request) => (request.sessionId === sessionId ? [request.id] : []))
  }

  /** Begins a turn there from the window; its session. */
  async begin(text: string): Promise<string> {
    const at = { host: this.#host, cwd: this.#place.project }
    const { id } = await this.window.ask<SessionSummary>('session.create', at)
    await this.window.ask('turn.start', { sessionId: id, text })
    return id
  }

  /** Begins one that asks, whose server's port is opened here. */
  async serving(): Promise<Asking> {
    const sessionId = await this.begin(words.serve)
    let [callId, served] = ['', 0]
    await expect
      .poll(() => {
        const event = eventsOf(this.toldOf(sessionId)).findLast(({ type }) => type === 'command.ports')
        if (event?.type === 'command.ports') [callId, served] = [event.callId, event.ports[0] ?? 0]
        return [served > 0, this.waitingIn(sessionId).length]
      })
      .toEqual([true, 1])
    const place = { sessionId, callId, port: served }
    const { url } = await this.window.ask<{ url: string }>('port.open', place)
    const port = Number(new URL(url).port)
    const staying = connect(port, '127.0.0.1').on('error', () => undefined)
    staying.write('stay')
    await once(staying, 'data')
    return { place, port, staying, request: this.waitingIn(sessionId)[0] ?? '' }
  }

  /** Waits until the window was told so many events of a turn, or that turn asks. */
  async told(sessionId: string, events: number): Promise<void> {
    const reached = () => this.toldOf(sessionId).length >= events || this.waitingIn(sessionId).length > 0
    await expect.poll(reached, { interval: 2 }).toBe(true)
  }

  /** The processes of commands in the project there, with what holds them; of these alone, where they are given: a new engine may hold places of its own. */
  commands(of?: readonly string[]): readonly string[] {
    return (of ?? readdirSync('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => argsOf(pid).includes(this.#place.project))
  }

  /**
   * The engine was lost: its turns are over, its questions are, and nothing is begun anew; the sessions are gone on with. `before`: what the window was told
   * until then of the session that worked; `there`: the commands that there were.
   */
  async isOver(
    { place, request }: Asking,
    {
      session,
      before,
      there,
    }: { session: string; before: readonly SessionEvent[]; there: readonly string[] },
  ): Promise<void> {
    await expect.poll(() => [place.sessionId, session].map((id) => this.waitingIn(id))).toEqual([[], []])
    const states = eventsOf(await this.recordOf(place.sessionId)).flatMap((event) =>
      event.type === 'approval.requested' ? [event.request.state] : [],
    )
    expect([states, await this.outcomes(place.sessionId)]).toEqual([['expired'], ['interrupted']])
    expect((await this.window.decide(request, { kind: 'deny' })).kind).not.toBe('accepted')
    await expect(this.window.ask('port.open', place)).rejects.toThrow('Nothing listens on port')
    await expect.poll(() => this.commands(there)).toEqual([])
    await this.window.ask('turn.start', { sessionId: session, text: words.on })
    await expect.poll(async () => (await this.outcomes(session)).at(-1)).toBe('completed')
    const record = asToldLines(await this.recordOf(session))
    expect(lostOf(asToldLines(before), record)).toEqual({ lost: [], open: 0 })
    expect(this.ran).toEqual(allLines.slice(0, this.ran.length))
    expect(this.answered).toEqual([])
  }
}
