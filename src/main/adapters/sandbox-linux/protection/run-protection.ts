import { accessSync, constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import { agentFolders } from '../../../core/policy/tool-settings'
import { Looks } from '../looks'
import { isOthers, liesInForeign } from '../mounts/in-own-folder'
import { looksLikeGitFolder, protectGitFolder, protectRepository } from './git-metadata'
import { joinProtections, noProtection, type Mask, type Protection } from '../mounts/mask'
import { managedFolder } from './engine-places'
import { lookAt, protectEntry, protectUnseen } from './protected-entry'
import { isUnder, type WritablePlaces } from '../writable-roots'

/** What is made in a root for a run where it is missing, so that no command makes it; the others are protected where they are. */
const keptMissing = new Set(['.countersign', '.codex', '.agents'])
/** With more nested repositories than this, the rest are read-only as a whole: each mount makes every run slower. */
const maxNested = 32

/** What protects it, or the whole place where what is in it cannot be looked at: a command could take its modes away and give them back. */
async function seen(path: string, protect: () => Promise<Protection>): Promise<Protection> {
  try {
    return await protect()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return protectUnseen(path)
  }
}

/**
 * A `.git` that is there is protected. Where none is nothing is put: `git init` and `git clone` make theirs, which is looked
 * at after the run like every repository that a command makes.
 */
async function protectPresent(
  folder: string,
  going?: ReadonlySet<string>,
  as?: { readonly asRoot: boolean },
): Promise<Protection> {
  const dotGit = join(folder, '.git')
  return seen(dotGit, async () => {
    const found = lookAt(dotGit)
    // Somebody else's in a folder that all share: its owner could put a link there, and a mount would open what that leads to.
    const isLeft = !found || (as === undefined && isOthers(found))
    return isLeft ? noProtection : protectRepository(dotGit, going, as)
  })
}

/** The nearest git folder that a root is or lies in; undefined: it is a folder of files. */
function gitFolderOver(root: string): string | undefined {
  for (let at = root; dirname(at) !== at; at = dirname(at)) if (looksLikeGitFolder(at)) return at
  return undefined
}

/** In a git folder lie no agents' settings; what decides which programs git runs stays, also where the root is that folder itself. */
async function protectRoot(root: string, going: ReadonlySet<string>): Promise<Protection> {
  const gitFolder = gitFolderOver(root)
  if (gitFolder !== undefined) return seen(gitFolder, () => protectGitFolder(gitFolder, going))
  return joinProtections([
    await protectPresent(root, going, { asRoot: true }),
    ...agentFolders.map((name) =>
      protectEntry(join(root, name), keptMissing.has(name) ? 'folder' : 'nothing'),
    ),
  ])
}

/** Node's folder for it in a temporary one. */
export const compiledIn = (temporary: string): string => join(temporary, 'node-compile-cache')

/**
 * Where node keeps code that it compiled, for a person's npm, tsc and others too (module.enableCompileCache in node's documentation): it runs what lies there, and asks not
 * whose it is. Somebody else's in a folder that all share is left, as their repositories are.
 */
function protectCompiled(temporary: string): Protection {
  const path = compiledIn(temporary)
  const found = lookAt(path)
  return found && (isOthers(found) || found.isSymbolicLink()) ? noProtection : protectEntry(path, 'folder')
}

/** Whether this user could put something at this name. */
function mayMake(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The machine's own rules: what is there stays, and where nothing is nobody makes it who could. */
function machineRules(): Protection {
  const folder = managedFolder()
  return protectEntry(folder, mayMake(folder) ? 'folder' : 'nothing')
}

/** What protects them where all else is open. */
export const protectMachineRules = (): Protection => withoutForeign(machineRules(), [], new Looks())

/** Settings of agents in a sub-folder; undone with what lies around them, they are gone. */
async function protectSettings(path: string): Promise<Protection> {
  return seen(path, () => Promise.resolve(protectEntry(path, 'nothing')))
}

async function protectNested(
  gitFolder: string,
  index: number,
  going: ReadonlySet<string>,
): Promise<Protection> {
  return seen(gitFolder, async () => {
    if (!lookAt(gitFolder)) return noProtection
    if (index >= maxNested) return protectEntry(gitFolder, 'nothing')
    return basename(gitFolder) === '.git'
      ? protectRepository(gitFolder, going)
      : protectGitFolder(gitFolder, going)
  })
}

/**
 * The masks that grants lift: a grant for a protected place itself, or for something in it, opens what is below the
 * grant. One that merely holds a protected place (a folder with a repository in it) does not open that place.
 */
function lifts(grants: readonly Grant[], masks: readonly Mask[]): (path: string) => boolean {
  const meant = grants.flatMap((grant) =>
    grant.kind === 'write' && masks.some((mask) => isUnder(grant.path, mask.path)) ? [grant.path] : [],
  )
  return (path) => meant.some((granted) => isUnder(path, granted))
}

/**
 * A mask lies only where writing would otherwise be possible; a pin elsewhere would even open its place. The folder around
 * it must be what its name says: a link in between could lead anywhere.
 */
function isLayable(mask: { readonly path: string }, writable: readonly string[], looks: Looks): boolean {
  return (
    writable.some((root) => isUnder(mask.path, root)) && looks.real(dirname(mask.path)) === dirname(mask.path)
  )
}

/**
 * The topmost folder in a writable place on the way to a path that root's commands cannot pass, who have fewer rights than root. What lies in there
 * could be mounted and not be looked at by them; they could open it again.
 */
function shutOnTheWay(path: string, writable: readonly string[], looks: Looks): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  let shut: string | undefined
  for (let at = dirname(path); writable.some((root) => at !== root && isUnder(at, root)); at = dirname(at)) {
    const found = looks.at(at)
    if (found.kind === 'there' && found.stats.isDirectory() && (Number(found.stats.mode) & 0o100) === 0)
      shut = at
  }
  return shut
}

/** What lies below something that cannot be written to needs no mask, and a pin there would open it. */
function withoutCovered(masks: readonly Mask[]): readonly Mask[] {
  const solid = new Set(masks.flatMap(({ kind, path }) => (kind === 'pinned' ? [] : [path])))
  const isCovered = (path: string): boolean => {
    for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) if (solid.has(at)) return true
    return false
  }
  return masks.filter(({ path }) => !isCovered(path))
}

/**
 * Less what would have to be put into a folder of another user's, who could turn where it is put. That folder is read-only instead, unless it
 * is a writable place itself.
 */
function withoutForeign(all: Protection, writable: readonly string[], looks: Looks): Protection {
  const foreign = new Set(
    all.missing.filter(({ path }) => liesInForeign(path, looks)).map(({ path }) => path),
  )
  const folders = new Set(
    [...foreign].map((path) => dirname(path)).filter((path) => !writable.includes(path)),
  )
  return {
    ...all,
    masks: [
      ...all.masks.filter(({ path }) => !foreign.has(path) && !folders.has(path)),
      ...[...folders].map((path) => ({ kind: 'read-only', path }) as const),
    ],
    missing: all.missing.filter(({ path }) => !foreign.has(path)),
  }
}

/**
 * Pins on every folder between a writable place and what must stay where it is: renamed, another could be put in its
 * place. A writable place itself cannot be renamed.
 */
function pinsAround(paths: readonly string[], writable: readonly string[]): readonly Mask[] {
  const around = paths.flatMap((path) => {
    const folders: string[] = []
    for (let at = dirname(path); writable.some((root) => at !== root && isUnder(at, root)); at = dirname(at))
      folders.push(at)
    return folders
  })
  return [...new Set(around)]
    .filter((path) => !writable.includes(path))
    .map((path) => ({ kind: 'pinned', path }))
}

/**
 * Everything in the writable places of a run that stays as it is (decision 007), less what its grants lift, which the machine's own rules are none of. `nested` are
 * the git folders known below the roots, and `going` those that commands made and this one removes; `agents` are the folders
 * of agents' settings there; `engine` are the engine's own programs and folders, wherever they lie;
 * `configured` is what git's configuration points at; `closed` is what the run may not read.
 */
export async function protectMetadata(
  places: WritablePlaces,
  grants: readonly Grant[],
  known: {
    readonly nested: readonly string[]
    readonly going: ReadonlySet<string>
    readonly agents: readonly string[]
    readonly engine: readonly string[]
    readonly configured: Protection
    readonly closed: readonly string[]
  },
): Promise<Protection> {
  const trees = grants.flatMap((grant) =>
    grant.kind === 'write' && grant.extent === 'tree' ? [grant.path] : [],
  )
  const writable = [...places.roots, ...places.temporary, ...trees]
  const rules = managedFolder()
  const whole = joinProtections([
    ...(await Promise.all([
      ...places.roots.map((root) => protectRoot(root, known.going)),
      ...[...places.temporary, ...trees].map((folder) => protectPresent(folder)),
      ...known.nested
        .filter((path) => !known.going.has(path))
        .map((path, index) => protectNested(path, index, known.going)),
      ...known.agents.map(protectSettings),
    ])),
    ...known.engine.map((path) => (path === rules ? machineRules() : protectEntry(path, 'nothing'))),
    ...places.temporary.map(protectCompiled),
    known.configured,
  ])
  // Nothing is waited for from here on.
  const looks = new Looks()
  const all = withoutForeign(whole, writable, looks)
  const lifted = lifts(grants, all.masks)
  const keep = (each: { readonly path: string }): boolean =>
    isLayable(each, writable, looks) && (isUnder(each.path, rules) || !lifted(each.path))
  const kept = all.masks.filter(keep)
  const still = new Set([...known.engine, ...known.agents, ...known.configured.masks.map(({ path }) => path)])
  const fixed = kept.filter(({ path }) => still.has(path)).map(({ path }) => path)
  const pins = pinsAround([...fixed, ...known.closed], writable).filter((pin) =>
    isLayable(pin, writable, looks),
  )
  const masks = new Map<string, Mask>()
  for (const mask of [...kept, ...pins]) {
    const shut = shutOnTheWay(mask.path, writable, looks)
    if (shut !== undefined) masks.set(shut, { kind: 'read-only', path: shut })
    else if (!masks.has(mask.path)) masks.set(mask.path, mask)
  }
  return {
    masks: withoutCovered([...masks.values()].sort((one, other) => (one.path < other.path ? -1 : 1))),
    ...(all.configs && { configs: all.configs }),
    missing: all.missing.filter(keep),
    links: all.links.filter(keep),
  }
}
