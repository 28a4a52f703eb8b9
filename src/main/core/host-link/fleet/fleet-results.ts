import { FaultError } from '@shared/domain/fault'
import type { FleetApplied, FleetBranch, FleetChange, FleetChanges } from '@shared/domain/fleet-changes'
import type { EngineService } from '../../engine/engine-service'
import { HostFault } from '../greet-host'
import type { BringBack } from './bring-back'
import { theseFiles, type ChangedFile } from './change-set'
import { placeInEngine } from './place-in-engine'
import type { SandboxWork } from './results'

/** The sandbox that a host `FLEET/SANDBOX` of a window is, by its name. Throws FaultError for none. */
export type SandboxOf = (host: string, stop: AbortSignal) => Promise<SandboxWork>

/** What work of sandboxes is brought back with for windows. `id`: fresh texts; the engine is that of this machine. */
export interface FleetResultsParts {
  readonly sandboxOf: SandboxOf
  readonly bringBack: () => Promise<BringBack>
  readonly engine: Pick<EngineService, 'createSession' | 'subscribe' | 'startTurn'>
  readonly id: () => string
}

/** The same as its windows know it. */
export type BroughtBack = Pick<FleetResults, 'changes' | 'apply' | 'branch' | 'close'>

/** So many looks can be chosen from, of all windows together; more push out the first. */
const mostLooks = 4
/** Lines are shown of a file with so many characters of them, and of a look as long as it has not more. */
const [mostOfFile, mostOfLook] = [200_000, 3_000_000]

/** Brings the work of a fleet's sandboxes to this machine for its windows. What was looked at is kept here, so that nothing is put in place that was not shown. */
export class FleetResults {
  readonly #parts: FleetResultsParts
  readonly #stop = new AbortController()
  readonly #looks = new Map<string, { readonly host: string; readonly files: readonly ChangedFile[] }>()

  constructor(parts: FleetResultsParts) {
    this.#parts = parts
  }

  /** Looks at what was changed in a sandbox. Throws FaultError. */
  changes(host: string): Promise<FleetChanges> {
    return this.#with(host, async (work) => {
      const files = await (await this.#parts.bringBack()).changes(work)
      const id = this.#parts.id()
      this.#looks.set(id, { host, files })
      for (const first of this.#looks.keys()) if (this.#looks.size > mostLooks) this.#looks.delete(first)
      return { id, files: shown(files) }
    })
  }

  /** Puts files of a look in place in a folder here, as a turn of a session of its own in which nobody is asked: who has looked has chosen. Throws FaultError. */
  async apply(
    host: string,
    {
      changes,
      folder,
      files,
    }: { readonly changes: string; readonly folder: string; readonly files: readonly string[] },
  ): Promise<FleetApplied> {
    const look = this.#looks.get(changes)
    if (look?.host !== host)
      throw new FaultError({
        code: 'bad-request',
        message: 'What was looked at is not kept any more, and nothing was put in place; look at it again.',
      })
    const chosen = theseFiles(look.files, files)
    const back = await this.#parts.bringBack()
    const placing = back.placing(chosen, { from: host, folder, asks: false })
    const { sessionId, done, why } = await placeInEngine(this.#parts.engine, placing)
    return done
      ? { kind: 'applied', sessionId, files: new Set(files).size }
      : { kind: 'refused', sessionId, why }
  }

  /** Makes a branch of it in a repository here. Throws FaultError. */
  branch(host: string, into: { readonly repository: string; readonly name: string }): Promise<FleetBranch> {
    return this.#with(host, async (work) => {
      const { branch, base, result } = await (await this.#parts.bringBack()).branch(work, into)
      return { branch, base, changed: base !== result }
    })
  }

  /** Ends what is under way with sandboxes. */
  close(): void {
    this.#stop.abort(new Error('closed'))
    this.#looks.clear()
  }

  /** Does something with a sandbox, which counts as in use meanwhile. */
  async #with<T>(host: string, use: (work: SandboxWork) => Promise<T>): Promise<T> {
    try {
      const work = await this.#parts.sandboxOf(host, this.#stop.signal)
      // The cluster removes it only when nobody has said so for hours: what cannot be said now is said by whoever is connected.
      const release = work.fleet.hold(work.sandbox, () => undefined)
      try {
        return await use(work)
      } finally {
        await release()
      }
    } catch (error) {
      throw error instanceof HostFault ? withWords(host, error) : error
    }
  }
}

/** A fault of a host's, with what was said there as the host's words: there is no other place for them. */
function withWords(host: string, { message, said, fault }: HostFault): FaultError {
  const words = said.trim().slice(0, 600)
  return new FaultError({ ...fault, message: words === '' ? message : `${message}\n${host} | ${words}` })
}

/** As a window shows them: their lines as far as anybody looks through them. */
function shown(files: readonly ChangedFile[]): readonly FleetChange[] {
  let left = mostOfLook
  return files.map(({ path, kind, added, patch, mode, leftOut }): FleetChange => {
    const start = patch.search(/^@@ /m)
    const text = added !== undefined
    const size = text && start >= 0 ? patch.length - start : 0
    const large = size > mostOfFile || size > left
    if (!large) left -= size
    return {
      ...{ path, kind, text },
      ...(size > 0 && !large && { hunks: Buffer.from(patch.slice(start), 'latin1').toString() }),
      ...(large && { large }),
      ...(mode !== undefined && { executable: mode === '100755' }),
      ...(leftOut !== undefined && { leftOut }),
    }
  })
}
