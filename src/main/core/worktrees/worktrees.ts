import { FaultError } from '@shared/domain/fault'
import {
  worktreeBranches,
  type RepositoryLook,
  type SessionWorktree,
  type WorktreeState,
  type WorktreeWish,
} from '@shared/domain/worktree'
import { readGit, type GitReader } from '../commands/read-git'
import type { RunTyped } from '../commands/run-typed'
import { parentOf } from '../shell/paths'
import {
  baseOf,
  changedFiles,
  countsAmongItsOwn,
  ignoredEntries,
  lookAtRepository,
  overlooked,
  placeOf,
  worktreesBeside,
} from './repository'

/** The folders that worktrees need. */
export interface WorktreeFolders {
  /**
   * Makes a folder with those above it where they are missing. Throws FaultError `bad-request` where that cannot be, or where a link on
   * the way leads elsewhere.
   */
  ensure(path: string): Promise<void>
  /** Whether something is there, a link that leads nowhere too. */
  holds(path: string): Promise<boolean>
  /** Removes a folder with all in it, following no link. Throws FaultError `store-failed` for what stays. */
  removeTree(path: string): Promise<void>
  /** Removes a folder that is empty; anything else stays. */
  removeEmpty(path: string): Promise<void>
  /** The folder, where it is one that no link leads elsewhere; undefined: it is none. */
  real(path: string): Promise<string | undefined>
}

/** A worktree that was made, and the folder in it that answers to the one that was asked for. */
export interface MadeWorktree {
  readonly worktree: SessionWorktree
  readonly cwd: string
}

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
const mostNamed = 12
const mostTries = 1000

/**
 * Git worktrees for sessions (decision 110). All git runs guarded and in the sandbox: no hook, filter or monitor of the repository,
 * no network. Throws FaultError `bad-request` naming what was expected.
 */
export class Worktrees {
  readonly #runTyped: RunTyped
  readonly #folders: WorktreeFolders

  constructor(runTyped: RunTyped, folders: WorktreeFolders) {
    this.#runTyped = runTyped
    this.#folders = folders
  }

  /** The repository round a folder; undefined where there is none, or git cannot be run. */
  async look(cwd: string): Promise<RepositoryLook | undefined> {
    try {
      const reader = await this.#reader(cwd)
      const place = await placeOf(reader)
      return place && (await lookAtRepository(reader, place))
    } catch (error) {
      if (error instanceof FaultError) return undefined
      throw error
    }
  }

  /** Makes a branch and a worktree for it beside the repository that `cwd`, a real folder, lies in. */
  async add(cwd: string, { base, name }: WorktreeWish): Promise<MadeWorktree> {
    const reader = await this.#reader(cwd)
    const place = await placeOf(reader)
    if (!place)
      throw refuse(
        `${cwd} is in no git repository with files; expected one, or a session in the folder itself.`,
      )
    if (!(await countsAmongItsOwn(reader, place)))
      throw refuse(
        `${place.common} does not count ${place.root} among its folders; expected a repository, or a worktree or submodule of it.`,
      )
    const from = await baseOf(reader, base)
    const beside = worktreesBeside(place.root)
    const free = name ?? (await this.#free(reader, beside))
    const [root, branch] = [`${beside}/${free}`, `${worktreeBranches}/${free}`]
    if (await this.#taken(reader, beside, free))
      throw refuse(`There is a branch ${branch} or a folder ${root} already; expected another name.`)
    const { common } = place
    const heads = `${common}/refs/heads/${worktreeBranches}`
    const logs = `${common}/logs/refs/heads/${worktreeBranches}`
    for (const folder of [beside, heads, logs, `${common}/worktrees`]) await this.#folders.ensure(folder)
    const writes = [`${common}/worktrees`, heads, logs, `${common}/objects`]
    const { git } = await this.#reader(beside, writes, place.root)
    const made = await git('worktree', 'add', '--quiet', '-b', branch, '--', root, from.commit)
    if (made.code !== 0) throw refuse(`git could not make the worktree: ${made.err.trim().slice(0, 400)}`)
    const own = await this.#ownFolder(root, common)
    const worktree = {
      ...{ root, repository: place.root, branch, base: from.name },
      writable: [own, heads, logs, `${common}/objects`],
    }
    const below = place.below === '' ? root : `${root}/${place.below}`
    return { worktree, cwd: (await this.#folders.real(below)) ?? root }
  }

  /** How a worktree stands now. */
  async state(worktree: SessionWorktree): Promise<WorktreeState> {
    const found = await this.#find(worktree)
    if (!found) return { kind: 'gone' }
    const files = await this.#unsaved(worktree, found.reader)
    if (files.length > 0)
      return {
        kind: 'changed',
        files: files.slice(0, mostNamed),
        more: Math.max(0, files.length - mostNamed),
      }
    return { kind: 'clean', ignored: (await ignoredEntries(found.reader)).slice(0, mostNamed) }
  }

  /** Removes a worktree in which all is committed; its branch stays. Throws FaultError `bad-request` for any other, which stays too. */
  async remove(worktree: SessionWorktree): Promise<void> {
    const found = await this.#find(worktree)
    if (!found) return
    if ((await this.#unsaved(worktree, found.reader)).length > 0)
      throw refuse(`The worktree ${worktree.root} holds what is not committed; it was not removed.`)
    // Not by git: outside the sandbox it would go by what the repository configures, inside it cannot remove what is kept there.
    await this.#folders.removeTree(worktree.root)
    await this.#folders.removeTree(found.own)
    await this.#folders.removeEmpty(parentOf(worktree.root))
  }

  /**
   * The worktree as it is there, with its folder in the repository's git folder; undefined where any of it is not as it was made. What
   * a folder says of itself is not believed: the repository says the same, and no repository is a worktree of its own.
   */
  async #find({
    root,
    repository,
  }: SessionWorktree): Promise<{ readonly reader: GitReader; readonly own: string } | undefined> {
    if (root === repository || (await this.#folders.real(root)) === undefined) return undefined
    try {
      const [reader, main] = await Promise.all([this.#reader(root), this.#reader(repository)])
      const [place, from] = await Promise.all([placeOf(reader), placeOf(main)])
      if (place?.root !== root || from?.root !== repository || place.common !== from.common) return undefined
      const own = await this.#ownFolder(root, place.common)
      const { code, out } = await main.git('worktree', 'list', '--porcelain', '-z')
      const listed = code === 0 && out.split('\0').includes(`worktree ${root}`)
      return listed && (await this.#folders.real(own)) !== undefined ? { reader, own } : undefined
    } catch (error) {
      if (error instanceof FaultError) return undefined
      throw error
    }
  }

  /** What would be lost with it. */
  async #unsaved({ root }: SessionWorktree, reader: GitReader): Promise<readonly string[]> {
    const changed = await changedFiles(reader)
    if (changed.length > 0) return changed
    return overlooked(reader, root, (path) => this.#folders.holds(path))
  }

  /** Git in a folder; with `writes` it works in `cwd` on the repository `on`. */
  async #reader(cwd: string, writes?: readonly string[], on?: string): Promise<GitReader> {
    const world = { runTyped: this.#runTyped, signal: new AbortController().signal }
    if (writes === undefined || on === undefined) return readGit(cwd, world)
    return readGit(cwd, { ...world, writes, on })
  }

  /** The worktree's folder in the repository's git folder. */
  async #ownFolder(root: string, common: string): Promise<string> {
    const { git } = await this.#reader(root)
    const { code, out } = await git('rev-parse', '--absolute-git-dir')
    const own = out.trim()
    if (code === 0 && parentOf(own) === `${common}/worktrees`) return own
    throw refuse(`The worktree ${root} does not belong to ${common}.`)
  }

  async #taken({ git }: GitReader, beside: string, name: string): Promise<boolean> {
    const ref = `refs/heads/${worktreeBranches}/${name}`
    const { code } = await git('show-ref', '--verify', '--quiet', ref)
    return code === 0 || (await this.#folders.holds(`${beside}/${name}`))
  }

  async #free(reader: GitReader, beside: string): Promise<string> {
    for (let number = 1; number <= mostTries; number++) {
      const name = `session-${String(number)}`
      if (!(await this.#taken(reader, beside, name))) return name
    }
    throw refuse(`${beside} holds a thousand worktrees; expected some of them to be removed.`)
  }
}

/** What the engine asks of them. */
export type WorktreeService = Pick<Worktrees, 'look' | 'add' | 'state' | 'remove'>

/** The policy with what commits in a worktree need; one that opens no folder to write in stays as it is. */
export function withWorktree<P extends { readonly mode: string }>(
  policy: P,
  worktree: SessionWorktree | undefined,
): P {
  if (worktree === undefined || policy.mode !== 'workspace-write') return policy
  const roots = 'writable_roots' in policy ? (policy.writable_roots as readonly string[]) : []
  return { ...policy, writable_roots: [...new Set([...roots, ...worktree.writable])] }
}
