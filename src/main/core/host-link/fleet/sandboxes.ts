import type { z } from 'zod'
import type { FleetDoing } from '@shared/domain/fleet-problem'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostSettings } from '@shared/domain/host-settings'
import type { Clock } from '../../ports/system'
import { readJson } from '../../text/read-json'
import { HostFault } from '../greet-host'
import { isMissing, isUnknownKind, refusedBy } from './fleet-fault'
import { objectsOf } from './objects-of'
import {
  Claim,
  Claims,
  commitForm,
  endsAt,
  heldUntil,
  kinds,
  lastingReasons,
  marks,
  ObjectName,
  podAnnotation,
  PodTemplate,
  Pools,
  readyOf,
  Template,
  timeText,
} from './resources'
import {
  runKubectl,
  fleetFault,
  worked,
  type KubectlEnd,
  type KubectlUse,
  type OpenKubectl,
} from './run-kubectl'

/** What the sandboxes of a fleet are made and found with. `owner`: this user of this machine; `id`: fresh hexadecimal digits, at least 16. */
export interface FleetParts {
  readonly fleet: FleetSettings
  readonly program: readonly string[]
  readonly owner: string
  readonly open: OpenKubectl
  readonly clock: Clock
  readonly id: () => string
}

/**
 * One sandbox of ours. `kind`: what we made, of which `object` is the name there; `name`: what follows the fleet's name and `/`; `mark`: by which it was said to
 * be in use when it was made.
 */
export interface FleetSandbox {
  readonly mark?: string
  readonly name: string
  readonly kind: 'claim' | 'sandbox'
  readonly object: string
  readonly pod: string
  /** The commit that the work in it began as; absent: nobody has kept it. */
  readonly base?: string
}

/** One of ours as it stands. Times in milliseconds since the epoch; `pod` is there where it is ready. */
export interface ListedSandbox {
  readonly name: string
  readonly kind: FleetSandbox['kind']
  readonly object: string
  readonly madeAt: number | undefined
  readonly endsAt: number | undefined
  /** A run here or elsewhere says that it is connected with it. */
  readonly held: boolean
  readonly ready: boolean
  /** There may be work in it, ready or not: false where the cluster has never named a Sandbox for the claim. */
  readonly begun: boolean
}

/** What a fleet was found to be. `pool`: which claims are made of, and how many of it stand ready; absent: none is named. */
export interface FleetLook {
  readonly made: 'claim' | 'sandbox'
  readonly version: string
  readonly pool?: { readonly name: string; readonly ready: number }
}

/** What is told while a sandbox is waited for: untrusted words of the cluster. */
export type FleetProgress = (reason: string, message: string) => void

const prefix = 'countersign-'
/** A run says so often that it is connected, and counts so long as it. */
const holdMs = 120_000
const heldMs = 300_000
const sandboxVersions = ['agents.x-k8s.io/v1beta1', 'agents.x-k8s.io/v1alpha1']
/** `kubectl` would watch on when we are killed: it reads nothing, and is told nothing of that. */
const watchTimeout = '--request-timeout=10s'
const fieldManager = '--field-manager=countersign'

/** The sandboxes that this user of this machine has in a fleet: each is one object there, and `kubectl` does all of it. */
export class FleetSandboxes {
  readonly #parts: FleetParts

  constructor(parts: FleetParts) {
    this.#parts = parts
  }

  get clock(): Clock {
    return this.#parts.clock
  }

  /** Looks whether one can be made, and of what. Throws HostFault with what is missing. Makes nothing. */
  async look(stop: AbortSignal): Promise<FleetLook> {
    const { template } = this.#parts.fleet
    const said = await this.#run(['get', kinds.template, template, '-o', 'json'], { stop })
    if (!worked(said) && isUnknownKind(said)) {
      const version = await this.#sandboxVersion(said, stop)
      await this.#podTemplate(stop)
      return { made: 'sandbox', version }
    }
    if (!worked(said) && isMissing(said)) throw this.#noTemplate('SandboxTemplate', said)
    const version = this.#read(Template, said, 'template').apiVersion
    if (version.endsWith('/v1alpha1')) return { made: 'claim', version }
    const pools = await this.#run(['get', kinds.pool, '-o', 'json'], { stop })
    const { items } = this.#read(Pools, pools, 'pools')
    const [pool] = items
      .filter(
        ({ metadata, spec }) => spec.sandboxTemplateRef?.name === template && !metadata.deletionTimestamp,
      )
      .map(({ metadata, status }) => ({ name: metadata.name, ready: status?.readyReplicas ?? 0 }))
      .toSorted((one, other) => other.ready - one.ready || (one.name < other.name ? -1 : 1))
    if (!pool) throw fleetFault({ kind: 'no-pool', template, namespace: this.#parts.fleet.namespace })
    return { made: 'claim', version, pool }
  }

  /**
   * Makes one and waits until it can be worked in. Throws HostFault where it does not come to that in the time that the entry says, or is stopped; what
   * was made is deleted then.
   */
  async make(stop: AbortSignal, onProgress: FleetProgress): Promise<FleetSandbox> {
    const { clock } = this.#parts
    const look = await this.look(stop)
    const name = this.#parts.id().slice(0, 10)
    const object = `${prefix}${name}`
    const mark = this.#mark()
    const made = { name, kind: look.made, object, mark }
    const metadata = this.#metadata(object, mark)
    const manifest =
      look.made === 'claim' ? this.#claim(metadata, look) : await this.#plain(metadata, look, stop)
    try {
      const created = await this.#run(['create', '--validate=false', fieldManager, '-o', 'name', '-f', '-'], {
        stop,
        input: JSON.stringify(manifest),
      })
      if (!worked(created)) throw this.#refused(created, 'ask')
      const done = new AbortController()
      const late = clock
        .sleep(this.#readyMs, AbortSignal.any([stop, done.signal]))
        .then(() => 'late' as const)
        .catch(() => 'stopped' as const)
      try {
        const sandbox = await this.#ready(made, late, onProgress)
        return { ...made, pod: await this.#podOf(sandbox, stop) }
      } finally {
        done.abort()
      }
    } catch (error) {
      // It may be there although nothing was answered.
      await this.delete(made).catch((also: unknown) => {
        if (!(also instanceof HostFault)) throw also
        onProgress('NotDeleted', `${object} may be left there: ${also.message}`)
      })
      throw error
    }
  }

  /** One of ours by its name. Throws HostFault where there is none that can be worked in. */
  async find(name: string, stop: AbortSignal): Promise<FleetSandbox> {
    const found = await this.#get(name, stop)
    if (!found) throw this.#gone(name)
    const { claim, ...made } = found
    const ready = readyOf(claim)
    if (ready?.status !== 'True')
      throw fleetFault(
        { kind: 'not-workable', sandbox: name, reason: ready?.reason ?? '' },
        { said: () => ready?.message?.slice(0, 2000) ?? '' },
      )
    const sandbox = made.kind === 'claim' ? (claim.status?.sandbox?.name ?? '') : made.object
    const base = claim.metadata.annotations?.[marks.base] ?? ''
    const pod = await this.#podOf(sandbox, stop)
    return { ...made, pod, ...(commitForm.test(base) && { base }) }
  }

  /** Has the cluster keep which commit the work in it began as, where nothing that runs in it can change that. Throws HostFault. */
  async remember(
    { kind, object }: Pick<FleetSandbox, 'kind' | 'object'>,
    base: string,
    stop: AbortSignal,
  ): Promise<void> {
    const change = { metadata: { annotations: { [marks.base]: base } } }
    const said = await this.#patch({ kind, object }, change, { stop })
    if (!worked(said)) throw this.#refused(said, 'remember')
  }

  /** Why no line to it can be had any more, however often it is tried; undefined: it is there, or nobody knows. */
  async whyOver(name: string, stop: AbortSignal): Promise<HostFault | undefined> {
    try {
      return (await this.#get(name, stop)) ? undefined : this.#gone(name)
    } catch (error) {
      if (error instanceof HostFault) return undefined
      throw error
    }
  }

  /** Ours, the oldest first. */
  async list(stop: AbortSignal): Promise<readonly ListedSandbox[]> {
    const { owner, clock } = this.#parts
    const lists = await Promise.all(
      (['claim', 'sandbox'] as const).map(async (kind) => {
        const said = await this.#run(['get', kinds[kind], '-l', `${marks.owner}=${owner}`, '-o', 'json'], {
          stop,
        })
        if (!worked(said) && kind === 'claim' && isUnknownKind(said)) return []
        const { items } = this.#read(Claims, said, 'list')
        return items.filter((each) => this.#isOurs(each)).map((claim) => ({ kind, claim }))
      }),
    )
    return lists
      .flat()
      .map(({ kind, claim }): ListedSandbox => {
        const madeAt = Date.parse(claim.metadata.creationTimestamp ?? '')
        return {
          ...{ kind, object: claim.metadata.name, name: claim.metadata.name.slice(prefix.length) },
          ...{ madeAt: Number.isNaN(madeAt) ? undefined : madeAt, endsAt: endsAt(claim) },
          ...{ held: heldUntil(claim) > clock.now(), ready: readyOf(claim)?.status === 'True' },
          begun: kind === 'sandbox' || (claim.status?.sandbox?.name ?? '') !== '',
        }
      })
      .toSorted((one, other) => (one.madeAt ?? 0) - (other.madeAt ?? 0))
  }

  /**
   * Says there that it is in use until `release` is called, and puts off that the cluster removes it. `onTrouble` is told once, in a sentence, when that
   * cannot be said: then it is removed at the time that it was made with.
   */
  hold(
    sandbox: Pick<FleetSandbox, 'kind' | 'object' | 'mark'>,
    onTrouble: (why: string) => void,
  ): () => Promise<void> {
    const { clock } = this.#parts
    const mark = sandbox.mark ?? this.#mark()
    const over = new AbortController()
    const patch = async (until: string | null): Promise<void> => {
      const change = {
        metadata: { annotations: { [mark]: until } },
        spec: sandbox.kind === 'claim' ? { lifecycle: this.#lifecycle() } : this.#lifecycle(),
      }
      const use = { stop: new AbortController().signal, withinMs: 10_000 }
      const said = await this.#patch(sandbox, change, use)
      // One that is gone is in use by nobody.
      if (!worked(said) && !isMissing(said)) throw this.#refused(said, 'hold')
    }
    let told = false
    const trouble = (error: unknown): void => {
      if (!(error instanceof HostFault)) throw error
      if (!told) onTrouble(error.message)
      told = true
    }
    const keep = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await patch(timeText(clock.now() + heldMs)).catch(trouble)
        await clock.sleep(holdMs, over.signal).catch(() => undefined)
      }
    }
    const kept = keep()
    return async () => {
      over.abort()
      await kept
      await patch(null).catch(trouble)
    }
  }

  /** Deletes one that we made, whatever it is doing; one that is gone already is no error. Throws HostFault. */
  async delete({ kind, object }: Pick<FleetSandbox, 'kind' | 'object'>): Promise<void> {
    // By its mark as well: whatever has that name and is not ours stays.
    const said = await this.#run(
      [
        ...['delete', kinds[kind], '-l', `${marks.owner}=${this.#parts.owner}`],
        ...[`--field-selector=metadata.name=${object}`, '--wait=false', '-o', 'name'],
      ],
      { stop: new AbortController().signal, withinMs: 20_000 },
    )
    if (!worked(said)) throw this.#refused(said, 'delete')
  }

  /** The sandbox as a host whose command is `kubectl exec`. */
  hostOf({ pod }: Pick<FleetSandbox, 'pod'>): HostSettings {
    const { engine, confinement, lend_keys } = this.#parts.fleet
    return {
      command: [...this.#parts.program, 'exec', '-i', pod, '--'],
      engine,
      ...(confinement !== undefined && { confinement }),
      ...(lend_keys !== undefined && { lend_keys }),
    }
  }

  /** Runs a script of `sh` in it, with these arguments. */
  async script(
    { pod }: Pick<FleetSandbox, 'pod'>,
    [text, ...args]: readonly [string, ...string[]],
    use: KubectlUse,
  ): Promise<KubectlEnd> {
    return this.#run(['exec', '-i', pod, '--', 'sh', '-c', text, 'sh', ...args], use)
  }

  #run(args: readonly string[], use: KubectlUse): Promise<KubectlEnd> {
    return runKubectl(this.#parts, args, use)
  }

  #patch({ kind, object }: Pick<FleetSandbox, 'kind' | 'object'>, change: object, use: KubectlUse) {
    const how = [fieldManager, '--type=merge', '-p', JSON.stringify(change)]
    return this.#run(['patch', kinds[kind], object, ...how], use)
  }

  #refused(said: KubectlEnd, doing: FleetDoing): HostFault {
    return refusedBy(said, this.#parts.fleet, doing)
  }

  #read<T>(schema: z.ZodType<T>, said: KubectlEnd, doing: FleetDoing): T {
    if (!worked(said)) throw this.#refused(said, doing)
    const read = readJson(schema, said.out)
    if (read === undefined) throw fleetFault({ kind: 'refused', doing, why: { kind: 'form' } })
    return read
  }

  #noTemplate(of: 'SandboxTemplate' | 'PodTemplate', { err }: KubectlEnd): HostFault {
    const { template, namespace } = this.#parts.fleet
    return fleetFault({ kind: 'no-template', of, template, namespace }, { said: () => err })
  }

  #gone(name: string): HostFault {
    return new HostFault(
      { kind: 'fleet', what: { kind: 'gone', sandbox: name } },
      { said: '', lasting: true },
    )
  }

  #isOurs({ metadata }: Claim): boolean {
    return (
      metadata.labels?.[marks.owner] === this.#parts.owner &&
      metadata.name.startsWith(prefix) &&
      metadata.deletionTimestamp === undefined
    )
  }

  async #get(
    name: string,
    stop: AbortSignal,
  ): Promise<(Pick<FleetSandbox, 'name' | 'kind' | 'object'> & { readonly claim: Claim }) | undefined> {
    const object = `${prefix}${name}`
    if (!ObjectName.safeParse(object).success) return undefined
    for (const kind of ['claim', 'sandbox'] as const) {
      const said = await this.#run(['get', kinds[kind], object, '-o', 'json'], { stop })
      if (!worked(said) && (isMissing(said) || (kind === 'claim' && isUnknownKind(said)))) continue
      const claim = this.#read(Claim, said, 'sandbox')
      // A claim's own Sandbox may have the name of the claim, and is not marked as ours.
      if (this.#isOurs(claim)) return { name, kind, object, claim }
    }
    return undefined
  }

  /** When the cluster removes it, `waitMs` put off. Never before who is connected says so again, whatever the entry has. */
  #lifecycle(waitMs = 0): { readonly shutdownTime: string; readonly shutdownPolicy: 'Delete' } {
    const { fleet, clock } = this.#parts
    const idleMs = Math.max(heldMs, fleet.idle_minutes * 60_000)
    return { shutdownTime: timeText(clock.now() + waitMs + idleMs), shutdownPolicy: 'Delete' }
  }

  #mark(): string {
    return `${marks.runs}${this.#parts.id().slice(0, 8)}`
  }

  /** So long one may be waited for, which is no time in which nobody was connected. */
  get #readyMs(): number {
    return this.#parts.fleet.ready_seconds * 1000
  }

  /** Who waits for it counts as connected. */
  #metadata(name: string, mark: string): object {
    const { clock, owner } = this.#parts
    const until = timeText(clock.now() + this.#readyMs + heldMs)
    return {
      ...{ name, labels: { [marks.owner]: owner, [marks.managedBy]: 'countersign' } },
      annotations: { [mark]: until },
    }
  }

  #claim(metadata: object, { version, pool }: FleetLook): object {
    const from = pool
      ? { warmPoolRef: { name: pool.name } }
      : { sandboxTemplateRef: { name: this.#parts.fleet.template } }
    return {
      ...{ apiVersion: version, kind: 'SandboxClaim', metadata },
      spec: { ...from, lifecycle: this.#lifecycle(this.#readyMs) },
    }
  }

  async #podTemplate(stop: AbortSignal): Promise<PodTemplate> {
    const { template } = this.#parts.fleet
    const said = await this.#run(['get', kinds.podTemplate, template, '-o', 'json'], { stop })
    if (!worked(said) && isMissing(said)) throw this.#noTemplate('PodTemplate', said)
    return this.#read(PodTemplate, said, 'template')
  }

  /** The newest version in which the cluster has sandboxes; `unknown` is what it said of claims. */
  async #sandboxVersion(unknown: KubectlEnd, stop: AbortSignal): Promise<string> {
    const said = await this.#run(['api-versions'], { stop })
    if (!worked(said)) throw this.#refused(said, 'cluster')
    const there = said.out.split('\n').map((line) => line.trim())
    const version = sandboxVersions.find((each) => there.includes(each))
    if (version === undefined) throw this.#refused(unknown, 'ask')
    return version
  }

  async #plain(metadata: object, { version }: FleetLook, stop: AbortSignal): Promise<object> {
    const { template } = await this.#podTemplate(stop)
    const { metadata: ofPod = {}, spec } = template
    return {
      ...{ apiVersion: version, kind: 'Sandbox', metadata },
      spec: { podTemplate: { metadata: ofPod, spec }, ...this.#lifecycle(this.#readyMs) },
    }
  }

  /** The name of the Sandbox once it is ready. */
  async #ready(
    { kind, object }: Pick<FleetSandbox, 'kind' | 'object'>,
    over: Promise<'late' | 'stopped'>,
    onProgress: FleetProgress,
  ): Promise<string> {
    let told = ''
    for (;;) {
      const watch = ['get', kinds[kind], object, '--watch', watchTimeout, '-o', 'json']
      const pipe = this.#parts.open(watch)
      const objects = objectsOf(pipe.output)
      try {
        for (;;) {
          const next = await Promise.race([objects.next(), over])
          if (next === 'stopped') throw fleetFault({ kind: 'stopped' })
          if (next === 'late')
            throw fleetFault({ kind: 'not-ready', seconds: this.#parts.fleet.ready_seconds, told }, pipe)
          if (next.done === true) break
          const ready = readyOf(next.value)
          const { reason = '', message = '' } = ready ?? {}
          if (ready?.status === 'True') {
            const sandbox = kind === 'claim' ? next.value.status?.sandbox?.name : object
            if (sandbox !== undefined && sandbox !== '') return sandbox
          }
          if (lastingReasons.has(reason))
            throw fleetFault({ kind: 'never-ready', reason }, { said: () => message.slice(0, 2000) })
          if (reason !== '' && reason !== told) onProgress(reason, message.slice(0, 300))
          told = reason
        }
        const end = await pipe.ended
        const said = { end, out: '', err: pipe.said() }
        if (isMissing(said)) throw fleetFault({ kind: 'deleted' }, pipe)
        if (!worked(said)) throw this.#refused(said, 'wait')
      } finally {
        pipe.end()
      }
      // The cluster ends a watch now and then, and so does its timeout.
      const next = await Promise.race([this.#parts.clock.sleep(1000), over])
      if (next === 'stopped') throw fleetFault({ kind: 'stopped' })
    }
  }

  async #podOf(sandbox: string, stop: AbortSignal): Promise<string> {
    const said = await this.#run(['get', kinds.sandbox, sandbox, '-o', 'json'], { stop })
    const { metadata } = this.#read(Claim, said, 'sandbox')
    const pod = ObjectName.safeParse(metadata.annotations?.[podAnnotation] ?? metadata.name)
    if (!pod.success) throw fleetFault({ kind: 'no-pod' })
    return pod.data
  }
}
