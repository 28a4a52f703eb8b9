import { FaultError } from '@shared/domain/fault'
import type { RestoreWay } from '@shared/domain/turn-restore'
import { guardedScript, maxOutput, writing, wholeOutput } from '../commands/read-git'
import { allow } from '../policy/permit'
import type { CommandRunner } from '../ports/sandbox'
import type { Workspace } from '../ports/workspace'
import { readable } from '../text/readable-path'
import { readDifferences, type Difference, type PlanTexts } from './plan-restore'
import { besideScript, heldScript, placeScript, takeBackScript } from './placing-scripts'
import {
  brokenOff,
  compareScript,
  diffScript,
  filesScript,
  forgetScript,
  heldAtScript,
  keepScript,
  listScript,
  straysScript,
  tidyScript,
} from './shadow-scripts'
import type { SessionStore } from '../ports/session-store'

/** See ShadowParts. The record is taken for the look, so that it is nobody's who may be writing it just then. */
export const rewindsOnRecord =
  (store: Pick<SessionStore, 'load' | 'claim' | 'release'>): Exclude<ShadowParts['isOnRecord'], undefined> =>
  async (sessionId, rewind) => {
    const found = await store.load({ sessionId })
    if (!found) return true
    await store.claim(found.summary)
    try {
      const now = await store.load({ path: found.summary.rolloutPath })
      return now === undefined || (now.rewinds ?? []).includes(rewind)
    } finally {
      await store.release(found.summary)
    }
  }

/** Keeping a folder for the first time reads all of it. */
const timeoutMs = 60_000

/** A store that is there; `used` is when, in milliseconds since the epoch. */
export interface KeptStore {
  readonly folder: string
  readonly bytes: number
  readonly used: number
}

/** Where stores lie. */
export interface StoreFolders {
  /** Every store, where none was looked at for a day; else none. The first day begins when it is first asked. Never throws. */
  due(): Promise<readonly KeptStore[]>
  /** The folders in which a restore was broken off. Never throws. */
  broken(): Promise<readonly string[]>
  /**
   * What was left as it is when a restore of a folder was taken back, since somebody had changed it: its paths in the folder, a character for each byte.
   * It is told once. Never throws.
   */
  left(folder: string): Promise<readonly string[]>
  /** Removes the store of a folder as a whole. Throws FaultError `store-failed`. */
  drop(folder: string): Promise<void>
  /** Whether a folder has a store. Never throws. */
  has(folder: string): Promise<boolean>
  /** Gives what a reference of a folder's store stands for another one too. Throws FaultError `store-failed`, also where that one is there. */
  again(folder: string, reference: string, other: string): Promise<void>
  /** The store of a folder, made for its owner alone where it is missing. Throws FaultError `store-failed`. */
  of(folder: string): Promise<string>
  /** Writes the plan of a restore into a folder of its own in a store, which it returns: another engine may wait to restore as well. Throws FaultError `store-failed`. */
  plan(store: string, texts: PlanTexts): Promise<string>
}

/** What stores work with. */
export interface ShadowParts {
  readonly sandbox: CommandRunner
  readonly workspace: Pick<Workspace, 'environment' | 'home'>
  readonly folders: StoreFolders
  /**
   * Whether a session's record has this rewind; true also where the session is gone, whose folder then stays as it is. Throws FaultError
   * `store-failed` where another engine may just be writing it. Absent: no folder is put back with a conversation.
   */
  readonly isOnRecord?: (sessionId: string, rewind: string) => Promise<boolean>
}

/** A command line takes no more than two megabytes; a letter of a path takes three bytes of it at most. */
const mostLetters = 200_000

/** The same paths, in as many parts as a command line can take. */
function inParts(paths: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let letters = Infinity
  for (const path of paths) {
    letters += path.length + 1
    if (letters > mostLetters) {
      parts.push([])
      letters = path.length + 1
    }
    parts.at(-1)?.push(path)
  }
  return parts
}

const fault = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/** It stays broken off: `beside` has what it had moved, where that is known. */
const stuck = (error: FaultError, folder: string, beside: string): FaultError => {
  const why = error.message.replace(/\.?$/, '.')
  const lies = `What was there lies in ${folder}/${beside}/old, what was to come in new and back beside it. `
  const message = `An undo in ${folder} was broken off, and what it did cannot be taken back: ${why} ${beside === '' ? '' : lies}Once that is mended, the next undo or the next start takes it back.`
  return new FaultError({ code: error.code, message }, error)
}

/**
 * One restore: the tree that the folder is, the tree that is wanted with its reference, the plan, and the references that tell of it. `held`: it counts when `commit` resolves, and after the
 * death of the engine where the record of the session says so.
 */
interface Placing {
  readonly now: string
  readonly wanted: { readonly tree: string; readonly reference: string }
  readonly plan: PlanTexts
  readonly marks: readonly string[]
  readonly way: RestoreWay
  readonly held?: Held
}

/** What a folder was kept as, and what of it was too large or unreadable. */
interface KeptFolder {
  readonly tree: string
  readonly tooLarge: readonly string[]
}

/** The same, with the references that were asked for. `theirs`: paths, a character for each byte, that were there when nothing kept them; no turn made them. */
interface ListedFolder extends KeptFolder {
  readonly listed: string
  readonly theirs: ReadonlySet<string>
}

function readKept(out: string): KeptFolder {
  const [tree = '', ...large] = out.split('\0')
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw fault('git keeps in another form than expected')
  return {
    tree,
    tooLarge: large
      .filter((path) => path.startsWith('./'))
      .map((path) => readable(path.replace(/^\.\//, ''))),
  }
}

/** What makes a folder's restore count together with something else. */
export interface Held {
  readonly sessionId: string
  readonly rewind: string
  /** `narrowed`: see `place`. */
  commit(narrowed: readonly string[]): Promise<void>
}

/** What a run may write besides the store, the plan that it reads, and what ends it. */
interface RunMore {
  readonly roots?: readonly string[]
  readonly plan?: PlanTexts
  readonly signal?: AbortSignal
}

/** The copies of folders, each in a git repository of ours. What is done to one store is done one after another. */
export class ShadowStore {
  readonly #parts: ShadowParts
  readonly #signal: AbortSignal
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(parts: ShadowParts, signal: AbortSignal) {
    this.#parts = parts
    this.#signal = signal
  }

  /** Keeps the folder as it is now under a reference. Throws FaultError `bad-request` or `store-failed` where that cannot be. */
  async keep(folder: string, reference: string, signal = this.#signal): Promise<KeptFolder> {
    return readKept(await this.#run(folder, keepScript, [reference, ''], { signal }))
  }

  /** The same, with the references that begin so from then on, as `list` has them. */
  async keepAndList(folder: string, reference: string, prefix: string): Promise<ListedFolder> {
    const out = await this.#run(folder, keepScript, [reference, prefix])
    const end = out.indexOf('\0\0')
    const [kept, theirs] = [out.slice(0, end + 1), new Set<string>()]
    for (const each of kept.split('\0')) if (each.startsWith('=')) theirs.add(each.slice(1))
    return { ...readKept(kept), theirs, listed: out.slice(end + 2) }
  }

  /** Keeps under another reference what is kept under this one, reading nothing. Throws FaultError `store-failed` where nothing is, or something is kept there. */
  again(folder: string, reference: string, other: string): Promise<void> {
    return this.#inTurn(folder, () => this.#parts.folders.again(folder, reference, other))
  }

  /** The references that begin so, a tree and a name on each line. Throws as `keep` does. */
  list(folder: string, prefix: string): Promise<string> {
    return this.#run(folder, listScript, [prefix])
  }

  /** How many files at these paths from the folder, or below, are kept under a reference. Throws as `keep` does. */
  async files(folder: string, reference: string, paths: readonly string[]): Promise<number> {
    return (await this.#run(folder, filesScript, [reference, ...paths])).split('\0').length - 1
  }

  /** At which of these paths from the folder a file is kept under a reference, whatever lies there now. Throws as `keep` does. */
  async held(folder: string, reference: string, paths: readonly string[]): Promise<readonly string[]> {
    const found: string[] = []
    for (const some of inParts(paths)) {
      const out = await this.#run(folder, heldAtScript, [reference, ...some])
      found.push(...Buffer.from(out, 'latin1').toString('utf8').split('\0').slice(0, -1))
    }
    return found
  }

  /** What changed since a moment and is in none, though nobody would think so: readable paths. Throws as `keep` does. */
  async strays(folder: string, reference: string): Promise<readonly string[]> {
    return (await this.#run(folder, straysScript, [reference])).split('\0').slice(0, -1).map(readable)
  }

  /** What the two trees of each pair have otherwise. Throws as `keep` does. */
  async compare(
    folder: string,
    pairs: readonly (readonly [string, string])[],
  ): Promise<readonly (readonly Difference[])[]> {
    const asked = pairs.filter(([one, other]) => one !== other)
    const found = asked.length > 0 ? await this.#run(folder, compareScript, asked.flat()) : ''
    const differences = readDifferences(found).values()
    return pairs.map(([one, other]) => (one === other ? [] : (differences.next().value ?? [])))
  }

  /** The same as a diff of files, cut where it is long. Throws as `keep` does. */
  async diff(folder: string, one: string, other: string): Promise<string> {
    return Buffer.from(await this.#run(folder, diffScript, [one, other]), 'latin1').toString('utf8')
  }

  /**
   * Puts a plan in place and says so by the marks, whole or not at all. Throws as `keep` does, and what `commit` throws; all is as it was then, but what
   * somebody changed meanwhile, which `left` names. What cannot be taken back at once the next start takes back. Returns the readable paths of what could
   * not get the rights that it is to have, and is its owner's alone.
   */
  place(folder: string, { now, wanted, plan, marks, way, held }: Placing): Promise<readonly string[]> {
    const token = held ? `${held.sessionId} ${held.rewind}` : ''
    return this.#inTurn(folder, async () => {
      let narrowed: readonly string[]
      try {
        const args = [now, wanted.tree, wanted.reference, way, token, ...marks]
        const out = await this.#runNow(folder, placeScript, args, { roots: [folder], plan })
        narrowed = out.split('\0').slice(0, -1).map(readable)
        if (!held) return narrowed
        await held.commit(narrowed)
      } catch (error) {
        await this.#end(folder, 'back')
        throw error
      }
      await this.#end(folder, 'done').catch(() => undefined) // it is on record, which ends it later
      return narrowed
    })
  }

  /** Forgets references and what only they kept. Throws as `keep` does. */
  async forget(folder: string, references: readonly string[]): Promise<void> {
    await this.#run(folder, forgetScript, references)
  }

  /** Forgets what is old, or beyond a count, and returns the store's bytes. Keeps nobody waiting. Throws as `keep` does. */
  async tidy(folder: string, days: number, mostReferences: number): Promise<number> {
    const args = [String(days), String(mostReferences)]
    return Number.parseInt(await this.#runNow(folder, tidyScript, args, {}), 10) * 1024
  }

  #run(folder: string, script: string, args: readonly string[], more: RunMore = {}): Promise<string> {
    return this.#inTurn(folder, () => this.#runNow(folder, script, args, more))
  }

  #inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(folder) ?? Promise.resolve()
    const ran = before.then(work)
    const over = ran.catch(() => undefined) // told to whoever asked for it
    this.#turns.set(folder, over)
    void over.then(() => {
      if (this.#turns.get(folder) === over) this.#turns.delete(folder)
    })
    return ran
  }

  /**
   * Takes back a restore in the middle of which its engine was killed; a rewind that is on record is done, and stays. Throws as `keep` does, and
   * what `isOnRecord` throws.
   */
  async takeBack(folder: string): Promise<void> {
    const token = (await this.#runOnce(folder, heldScript, [], {}))?.trim() ?? ''
    const [sessionId = '', rewind = ''] = token.split(' ')
    const done = token !== '' && (await this.#parts.isOnRecord?.(sessionId, rewind))
    await this.#end(folder, done === true ? 'done' : 'back')
  }

  /** Throws as `keep` does: where files lie by then that were moved away is said. */
  async #end(folder: string, how: 'back' | 'done'): Promise<void> {
    try {
      await this.#runOnce(folder, takeBackScript, [how], { roots: [folder] })
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      const beside = await this.#runOnce(folder, besideScript, [], {}).catch(() => undefined)
      throw stuck(error, folder, beside?.trim() ?? '')
    }
  }

  async #runNow(folder: string, script: string, args: readonly string[], more: RunMore): Promise<string> {
    const out = await this.#runOnce(folder, script, args, more)
    if (out !== undefined) return out
    await this.takeBack(folder)
    const again = await this.#runOnce(folder, script, args, more)
    if (again === undefined) throw fault('What a restore left could not be taken back.')
    return again
  }

  /** Undefined: a restore was broken off, and has to be taken back first. */
  async #runOnce(
    folder: string,
    script: string,
    args: readonly string[],
    { roots = [], plan, signal = this.#signal }: RunMore,
  ): Promise<string | undefined> {
    const { sandbox, workspace, folders } = this.#parts
    signal.throwIfAborted()
    const store = await folders.of(folder)
    const plans = plan === undefined ? [] : [await folders.plan(store, plan)]
    const output = wholeOutput(maxOutput)
    const policy = writing(roots)
    const result = await sandbox.run(
      {
        permit: allow('policy-sandboxed'),
        command: guardedScript(script, [store, folder, ...plans, ...args]),
        cwd: store,
        workspace: store,
        env: workspace.environment(policy, true),
        policy,
        timeoutMs,
        ...(roots.length > 0 && { putsBack: true }),
      },
      signal,
      output.listener,
    )
    if (result.kind === 'failed') throw fault(result.reason)
    if (result.kind !== 'exited') throw fault('The folder is too large to be kept in time.')
    const bytes = output.bytes()
    if (bytes === undefined) throw fault('The folder has too many files to be kept.')
    if (result.exitCode === brokenOff) return undefined
    if (result.exitCode !== 0)
      throw fault(result.output.stderr.trim().slice(0, 400) || 'git could not keep the folder.')
    return bytes.toString('latin1')
  }
}
