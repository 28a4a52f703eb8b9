import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import {
  SandboxName,
  type FleetBegin,
  type FleetBegun,
  type FleetWork,
  type SandboxDeleted,
  type SandboxesCleaned,
  type SandboxListed,
  type SandboxLook,
  type SandboxUse,
} from '@shared/domain/fleet-work'
import type { HostTested } from '@shared/domain/host-listing'
import type { HostProblem } from '@shared/domain/host-problem'
import type { HostSettings } from '@shared/domain/host-settings'
import { idThere, type HostState } from '@shared/domain/host-state'
import { endOfSaid } from '../end-of-said'
import { HostFault, problemOf } from '../greet-host'
import type { HostClientParts } from '../host-client'
import type { WindowHost, WindowHostParts } from '../window-host'
import { beginWork, deleteAgain, type BeginStep, type BegunWork } from './begin-work'
import type { SandboxWork } from './results'
import { deleteUnused, sandboxUse, type AskSandbox, type Used } from './sandbox-use'
import type { FleetSandbox, FleetSandboxes, ListedSandbox } from './sandboxes'
import { changesOf } from './unpulled'
import { workSource, type WorkPlace } from './work-source'

/** Each is a line of its own. */
const mostShown = 50
const mostBegins = 8
const mostSaid = 300
/** A piece of a folder is told of so often at most: windows draw what they are told. */
const tellBytes = 1024 * 1024

/** What one fleet of a window needs. `makeHost` makes a host of the window that is not connected yet. */
export interface WindowFleetParts {
  readonly name: string
  readonly settings: FleetSettings
  readonly open: () => Promise<FleetSandboxes>
  readonly place: WorkPlace
  readonly client: (
    name: string,
    there: HostSettings,
    whyOver: NonNullable<HostClientParts['whyOver']>,
  ) => ReturnType<WindowHostParts['client']>
  /** A client for a question about a sandbox, in which nobody is asked anything. */
  readonly askClient: AskSandbox['client']
  readonly makeHost: (
    name: string,
    client: WindowHostParts['client'],
    onState: (state: HostState) => void,
  ) => WindowHost
  /** Whether what was begun from here in its sandboxes ends with this program: looked up at the end. */
  readonly endsWhatItBegan: () => boolean
  /** A host that it made is shown no more. */
  readonly left: (name: string) => void
  readonly changed: () => void
}

/** A sandbox as a host of the window. `found`: what the cluster has said of it last; it is in use there while `release` is there. */
interface Shown {
  readonly host: WindowHost
  readonly of: Pick<FleetSandbox, 'name' | 'kind' | 'object'>
  release: (() => Promise<void>) | undefined
  deleting: boolean
}

interface Running {
  readonly stop: AbortController
  readonly done: Promise<unknown>
  state: FleetBegin
}

/**
 * A fleet as a window shows it: the sandboxes of this user of this machine are hosts under `FLEET/SANDBOX`, looked for when somebody asks and at no other time, and new ones are begun.
 * What the cluster says is none of the window's words.
 */
export class WindowFleet {
  readonly #parts: WindowFleetParts
  readonly #stop = new AbortController()
  readonly #shown = new Map<string, Shown>()
  readonly #begins = new Map<string, Running>()
  #all: Promise<FleetSandboxes> | undefined
  #state: Pick<HostState, 'state' | 'why' | 'said'> = { state: 'connecting' }
  #others = 0
  #trouble: string | undefined
  #looking: Promise<void> | undefined

  constructor(parts: WindowFleetParts) {
    this.#parts = parts
  }

  get state(): HostState {
    return {
      ...{ name: this.#parts.name, ...this.#state },
      fleet: {
        others: this.#others,
        begins: [...this.#begins.values()].map(({ state }) => state),
        ...(this.#trouble !== undefined && { trouble: this.#trouble }),
      },
    }
  }

  hosts(): readonly WindowHost[] {
    return [...this.#shown.values()].map(({ host }) => host)
  }

  /** The sandbox of this name; undefined: this window shows none such. */
  host(sandbox: string): WindowHost | undefined {
    return this.#shown.get(sandbox)?.host
  }

  /** Looks for them, once for all who ask meanwhile. What it comes to stands in the state. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { signal } = this.#stop
    const before = new Set(this.#shown.keys())
    this.#say({ state: 'connecting' })
    try {
      const all = await this.#open()
      const listed = await all.list(signal)
      if (this.#isClosed()) return
      const ours = listed.filter(({ name }) => SandboxName.safeParse(name).success)
      // What was made or found meanwhile is none that was missed.
      for (const name of before) if (!ours.some((each) => each.name === name)) void this.#leave(name)
      const being = new Set([...this.#begins.values()].map(({ state }) => state.sandbox))
      this.#others = 0
      for (const each of ours) {
        // One that was given up is tried again with the others.
        this.host(each.name)?.retry()
        if (this.#shown.has(each.name) || being.has(`${this.#parts.name}/${each.name}`)) continue
        if (each.ready && this.#shown.size < mostShown) this.#show(all, each)
        else this.#others += 1
      }
      this.#trouble = undefined
      this.#say({ state: 'connected' })
    } catch (error) {
      this.#say({ state: 'over', why: problemOf(error), ...saidBy(error) })
    }
  }

  /**
   * Makes a sandbox, brings the work there and begins a session. `id` is what it is cancelled by. Rejects with FaultError where so many are begun already; what else comes of it is
   * an outcome.
   */
  async begin(id: string, work: FleetWork): Promise<FleetBegun> {
    if (this.#begins.size >= mostBegins || this.#begins.has(id))
      throw new FaultError({
        code: 'bad-request',
        message: `${String(this.#begins.size)} sandboxes are being made; expected that one of them is ready first.`,
      })
    const stop = new AbortController()
    const running = this.#begun(id, work, AbortSignal.any([stop.signal, this.#stop.signal]))
    this.#begins.set(id, {
      ...{ stop, done: running.catch(() => undefined) },
      state: { id, work: work.kind === 'clone' ? work.from : work.folder, step: 'asked' },
    })
    this.#parts.changed()
    try {
      return await running
    } finally {
      this.#begins.delete(id)
      this.#parts.changed()
    }
  }

  /** Whether it was being made still: then nothing of it is left, as far as the cluster takes that. */
  cancel(id: string): boolean {
    const running = this.#begins.get(id)
    if (!running) return false
    this.#tell(id, { step: 'cancelled' })
    running.stop.abort(new Error('cancelled'))
    return true
  }

  async #begun(id: string, work: FleetWork, stop: AbortSignal): Promise<FleetBegun> {
    const { settings, place, name } = this.#parts
    let left: string | undefined
    let told = 0
    const tell = (step: BeginStep): void => {
      if (step.kind === 'not-deleted') left = step.why
      if (step.kind === 'waiting' && step.reason === 'NotDeleted') left = step.message
      if (step.kind === 'trouble') this.#trouble = step.why.slice(0, mostSaid)
      if (step.kind === 'sending' && step.bytes > 0 && step.bytes - told < tellBytes) return
      if (step.kind === 'sending') told = step.bytes
      if (!stop.aborted) this.#tell(id, stepOf(name, step))
    }
    const failed = (error: unknown): FleetBegun => {
      const more = left === undefined ? {} : { left }
      if (stop.aborted) return { kind: 'cancelled', ...more }
      if (!(error instanceof FaultError)) throw error
      return { kind: 'failed', why: problemOf(error), said: '', ...saidBy(error), ...more }
    }
    let begun: BegunWork
    let all: FleetSandboxes
    try {
      all = await this.#open()
      const source = await workSource(work, place, stop)
      if (source.kind === 'refused') return source
      begun = await beginWork(all, source, { folder: settings.folder, stop, tell })
    } catch (error) {
      return failed(error)
    }
    const { sandbox, workspace } = begun
    const undo = async (): Promise<FleetBegun> => {
      await deleteAgain(all, sandbox, tell)
      await this.#leave(sandbox.name)
      return failed(undefined)
    }
    const isStopped = (): boolean => stop.aborted
    if (isStopped()) {
      await begun.release()
      return undo()
    }
    this.#tell(id, { step: 'connecting' })
    const connected = Promise.withResolvers<HostState | 'stopped'>()
    stop.addEventListener('abort', () => {
      connected.resolve('stopped')
    })
    const shown = this.#show(all, sandbox, {
      found: sandbox,
      release: begun.release,
      onState: (state) => {
        if (state.state !== 'connecting') connected.resolve(state)
      },
    })
    try {
      const state = await connected.promise
      if (state === 'stopped') return await undo()
      const kept = `${name}/${sandbox.name}`
      if (state.state !== 'connected') {
        const why: HostProblem = state.why ?? { kind: 'ended', end: { kind: 'ended' } }
        return { kind: 'failed', why, said: state.said ?? '', kept }
      }
      const session = await shown.host.request('session.create', { cwd: workspace.folder })
      return isStopped() ? await undo() : { kind: 'begun', session }
    } catch (error) {
      if (isStopped()) return await undo()
      const failure = failed(error)
      return failure.kind === 'failed' ? { ...failure, kept: `${name}/${sandbox.name}` } : failure
    }
  }

  /** The work in one of ours, whether it is shown or not. Throws HostFault for none. */
  async work(sandbox: string, stop: AbortSignal): Promise<SandboxWork> {
    const fleet = await this.#open()
    const { folder } = this.#parts.settings
    return { fleet, sandbox: await fleet.find(sandbox, stop), folder, stop }
  }

  /** What is known of one before its last session is archived. Rejects with FaultError for none that is shown. */
  async lookAt(sandbox: string): Promise<SandboxLook> {
    const { of, host } = await this.#shownAs(sandbox)
    const answers = host.state.state === 'connected'
    try {
      return { answers, changes: await changesOf(await this.work(of.name, this.#stop.signal)) }
    } catch (error) {
      if (!(error instanceof HostFault)) throw error
      return { answers, changes: { kind: 'unknown', why: problemOf(error) } }
    }
  }

  /**
   * Deletes one whose last session this is, if nobody else is connected with it and nothing runs or waits there; with `unasked` also where its engine cannot be asked. Rejects with
   * FaultError for none that is shown.
   */
  async delete(sandbox: string, session: string, unasked: boolean): Promise<SandboxDeleted> {
    const shown = await this.#shownAs(sandbox)
    try {
      // This window is nobody who keeps it.
      const asked = await this.#asked()
      const isLast = ({ sessions }: Used): boolean =>
        sessions.every(({ id, child }) => id === idThere(session) || child !== undefined)
      const outcome = await this.#unlessUsed(sandbox, () =>
        deleteUnused(
          shown.of,
          asked,
          (used) => isLast(used) && (goesUnasked.has(used.use) || (used.use === 'unknown' && unasked)),
        ),
      )
      if (outcome.kind === 'stays') return { kind: 'stays', use: isLast(outcome) ? outcome.use : 'sessions' }
      await this.#leave(sandbox)
      this.#parts.changed()
      return { kind: 'deleted' }
    } catch (error) {
      if (!(error instanceof HostFault)) throw error
      return { kind: 'failed', why: problemOf(error), said: '', ...saidBy(error) }
    }
  }

  /** Whether a sandbox can be made, and of what; none is. */
  async test(): Promise<HostTested> {
    try {
      const { version, pool } = await (await this.#open()).look(this.#stop.signal)
      return { kind: 'fleet', version, ...(pool && { pool }) }
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      return { kind: 'fails', why: problemOf(error), banner: '', said: '', ...saidBy(error) }
    }
  }

  async #asked(): Promise<AskSandbox> {
    const fleet = await this.#open()
    return { fleet, client: this.#parts.askClient, clock: fleet.clock, stop: this.#stop.signal }
  }

  /** Those of ours, each asked what it does. Throws HostFault. */
  async list(): Promise<readonly SandboxListed[]> {
    const asked = await this.#asked()
    const listed = (await asked.fleet.list(this.#stop.signal)).slice(0, mostShown)
    return Promise.all(listed.map(async (each) => listedAs(each, await this.#use(each, asked))))
  }

  /** Of one that this window shows its host says what it does: that the window is connected with it is no use of it. */
  async #use(listed: ListedSandbox, asked: AskSandbox): Promise<SandboxUse> {
    const shown = this.#shown.get(listed.name)
    if (shown?.release === undefined || !listed.held) return (await sandboxUse(listed, asked)).use
    const { state, sessions, approvals, questions } = shown.host
    if (state.state !== 'connected') return 'connected'
    const works = [...sessions.values()].some(({ status }) => status === 'running' || status === 'needs-you')
    return works || approvals.size > 0 || questions.size > 0 ? 'working' : 'left'
  }

  /** Deletes these where nobody else is connected and nothing runs or waits by then. Throws HostFault, with which those of before are deleted. */
  async clean(names: readonly string[]): Promise<SandboxesCleaned> {
    const asked = await this.#asked()
    const listed = await asked.fleet.list(this.#stop.signal)
    const deleted: string[] = []
    const stays: SandboxListed[] = []
    for (const each of listed.filter(({ name }) => names.includes(name))) {
      const outcome = await this.#unlessUsed(each.name, () =>
        deleteUnused(each, asked, ({ use }) => goesUnasked.has(use) || use === 'unknown'),
      )
      if (outcome.kind === 'stays') stays.push(listedAs(outcome.listed, outcome.use))
      if (outcome.kind !== 'deleted') continue
      deleted.push(each.name)
      await this.#leave(each.name)
    }
    await this.look()
    return { deleted, stays }
  }

  /** Has a sandbox looked at and deleted while this window does not say that it is connected with it. */
  async #unlessUsed<Outcome>(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const shown = this.#shown.get(name)
    if (!shown) return work()
    const all = await this.#open()
    shown.deleting = true
    try {
      await this.#release(shown)
      return await work()
    } finally {
      shown.deleting = false
      if (this.#shown.get(name) === shown) this.#hold(all, shown)
    }
  }

  /**
   * Leaves them all, with `ending` having those end first what was begun from here where the entry says so, and deletes what is being made. Resolves when the cluster was told so.
   */
  async close(ending = true): Promise<void> {
    this.#stop.abort(new Error('closed'))
    await Promise.all([...this.#begins.values()].map(({ done }) => done))
    if (ending && this.#parts.endsWhatItBegan())
      await Promise.all(this.hosts().map((host) => host.endAndClose()))
    await Promise.all([...this.#shown.keys()].map((each) => this.#leave(each)))
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  async #open(): Promise<FleetSandboxes> {
    this.#all ??= this.#parts.open()
    return this.#all
  }

  async #shownAs(sandbox: string): Promise<Shown> {
    await this.#looking
    const shown = this.#shown.get(sandbox)
    if (shown) return shown
    throw new FaultError({
      code: 'bad-request',
      message: `There is no host ${JSON.stringify(`${this.#parts.name}/${sandbox}`)} in this window.`,
    })
  }

  #show(
    all: FleetSandboxes,
    { name, kind, object }: Pick<ListedSandbox, 'name' | 'kind' | 'object'>,
    {
      found,
      release,
      onState,
    }: {
      readonly found?: FleetSandbox
      readonly release?: () => Promise<void>
      readonly onState?: (state: HostState) => void
    } = {},
  ): Shown {
    const { signal } = this.#stop
    const full = `${this.#parts.name}/${name}`
    let known = found
    const client = async (): ReturnType<WindowHostParts['client']> => {
      const sandbox = known ?? (await all.find(name, signal))
      // The pod of another try may be another one.
      known = undefined
      return this.#parts.client(full, all.hostOf(sandbox), () => all.whyOver(name, signal))
    }
    const host = this.#parts.makeHost(full, client, (state) => {
      if (state.state === 'connected') this.#hold(all, shown)
      if (state.state === 'over') void this.#release(shown)
      onState?.(state)
    })
    const shown: Shown = { host, of: { name, kind, object }, release, deleting: false }
    this.#shown.set(name, shown)
    host.start()
    return shown
  }

  /** As a run at the command line says that it is connected. */
  #hold(all: FleetSandboxes, shown: Shown): void {
    if (shown.deleting || shown.release || shown.host.state.state !== 'connected') return
    shown.release = all.hold(shown.of, (why) => {
      this.#trouble = why.slice(0, mostSaid)
      this.#parts.changed()
    })
  }

  async #release(shown: Shown): Promise<void> {
    const { release } = shown
    shown.release = undefined
    await release?.()
  }

  /** Shows it no more. */
  #leave(name: string): Promise<void> {
    const shown = this.#shown.get(name)
    this.#shown.delete(name)
    if (!shown) return Promise.resolve()
    shown.host.close()
    this.#parts.left(`${this.#parts.name}/${name}`)
    return this.#release(shown)
  }

  #tell(id: string, more: Partial<FleetBegin>): void {
    const running = this.#begins.get(id)
    if (!running) return
    running.state = { ...running.state, ...more }
    this.#parts.changed()
  }

  #say(state: Pick<HostState, 'state' | 'why' | 'said'>): void {
    if (this.#isClosed()) return
    this.#state = state
    this.#parts.changed()
  }
}

const listedAs = ({ name, madeAt, endsAt }: ListedSandbox, use: SandboxUse): SandboxListed => ({
  ...{ name, use },
  ...(madeAt !== undefined && { madeAt }),
  ...(endsAt !== undefined && { endsAt }),
})

const goesUnasked: ReadonlySet<SandboxUse> = new Set(['left', 'not-ready'])

const saidBy = (error: unknown): { said?: string } =>
  error instanceof HostFault && error.said.trim() !== '' ? { said: endOfSaid(error.said) } : {}

/** What of a step stands in the window; nothing of what is said of it otherwise. */
function stepOf(fleet: string, step: BeginStep): Partial<FleetBegin> {
  switch (step.kind) {
    case 'waiting': {
      const said = [step.reason, step.message].filter(Boolean).join(': ').slice(0, mostSaid)
      return { step: 'waiting', ...(said !== '' && { said }) }
    }
    case 'ready':
      return { step: 'ready', sandbox: `${fleet}/${step.sandbox.name}`, said: undefined }
    case 'cloning':
      return { step: 'cloning' }
    case 'sending':
      return { step: 'sending', bytes: step.bytes }
    case 'trouble':
    case 'deleted':
    case 'not-deleted':
      return {}
  }
}
