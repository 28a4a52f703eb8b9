import { basename, dirname, join } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import { opensFiles } from '@shared/domain/sandbox-policy'
import { samePlace } from '../../../core/approvals/same-place'
import type { RunSpec } from '../../../core/ports/sandbox'
import { knowGitFolders, type KnownGitFolders } from '../repositories/after-run'
import type { ConfiguredPlaces, ConfiguredRepository } from '../protection/configured-places'
import { filesWithOtherNames } from '../protection/detached-configs'
import { placesMeant, repositoriesMeant } from './predicted-stop'
import { foldMasks, type FoldedFolder } from '../mounts/fold-masks'
import { identityOf } from '../mounts/grant-identity'
import { keepMissing } from '../mounts/kept-missing'
import type { KnownListings } from '../protection/known-listings'
import type { MadeRepositories } from '../repositories/made-repositories'
import { noProtection, type Mask, type Protection } from '../mounts/mask'
import { holdsHome, linkToEngineHome, type OwnFolders } from '../protection/own-folders'
import type { NestedRepositories } from '../repositories/nested-repositories'
import { realPath, lookAt } from '../protection/protected-entry'
import { compiledIn, protectMachineRules, protectMetadata } from '../protection/run-protection'
import { closedAgain, mountsNow, openedAgain, type Mounts } from '../mounts/mounted-again'
import { folderSentence, linkProblem } from '../protection/settle-policy'
import { Looks } from '../looks'
import { readablePlaces, unreadablePlaces, type UnreadableSettings } from '../protection/unreadable-places'
import { takenNames } from '../network/unix-sockets'
import { isUnder, judgeRoot, writablePlaces, type WritablePlaces } from '../writable-roots'
import { pointerTarget } from '../protection/git-metadata'

/** Everything a run may and may not touch, settled before it starts. */
export interface RunPlan {
  readonly places: WritablePlaces
  readonly grants: readonly Grant[]
  readonly protection: Protection
  /** Folders that are read-only because too much in them is kept. Absent: none. */
  readonly folded?: readonly FoldedFolder[]
  /** Where nothing is and the observing program lets nothing come to be. */
  readonly kept: readonly string[]
  /** The names of others' sockets, which it lets nobody take. */
  readonly taken: readonly string[]
  readonly closed: readonly Mask[]
  readonly known: KnownGitFolders
  /** The repositories below its roots that commands made, whether it may change them or not. */
  readonly made: ReadonlySet<string>
}

/** What the plan depends on besides the run itself. */
export interface PlanParts {
  readonly nested: NestedRepositories
  readonly made: MadeRepositories
  readonly unreadable: UnreadableSettings
  /** The folders in which stores lie. */
  readonly listings: KnownListings
  /** The sandbox's own folder, in which the programs lie that stand in front of a command. */
  readonly runtime: string
  /** The engine's own programs and folders: no command may change them, wherever they lie. */
  readonly engine: readonly string[]
  /** What git's configuration points at. */
  readonly configured: ConfiguredPlaces
  /** Whether the observing program does calls in the place of processes, and so keeps missing what is missing; otherwise placeholders do. */
  readonly standsIn: boolean
}

/** Why this run cannot be contained as it should be, in words; undefined: it can. */
function obstacle(spec: RunSpec, own: OwnFolders, looks: Looks): string | undefined {
  if (spec.command.length === 0) return 'there is no command'
  const folder = looks.follow(spec.cwd)
  if (folder.kind !== 'there' || !folder.stats.isDirectory())
    return `the folder ${spec.cwd} is not there any more, or may not be entered`
  const unfit = folderSentence(spec.policy, spec.workspace, own, looks)
  if (unfit !== undefined) return unfit
  if (spec.policy.mode !== 'workspace-write') return undefined
  const wide = spec.policy.writable_roots.find((root) => holdsHome(root, own.home, looks))
  if (wide !== undefined) return `the writable root ${wide} is the home folder or holds it`
  const workspace = judgeRoot(spec.workspace, looks)
  // They were resolved when the session began. One that leads elsewhere now was moved by a command.
  if (workspace.kind === 'root' && workspace.path !== spec.workspace)
    return `the session's folder ${spec.workspace} now leads to ${workspace.path}`
  const moved = spec.policy.writable_roots
    .map((root) => judgeRoot(root, looks))
    .find((root) => root.kind === 'root' && root.path !== root.given)
  return moved?.kind === 'root' ? `the writable root ${moved.given} now leads to ${moved.path}` : undefined
}

/** A grant's path as it can be mounted. An entry, and a file that is still missing, keep their name in their real folder. */
function realGrant(grant: Grant): Grant {
  if (grant.kind !== 'write' && grant.kind !== 'read') return grant
  const path = grant.kind === 'write' && grant.extent === 'entry' ? undefined : realPath(grant.path)
  if (path !== undefined) return { ...grant, path }
  const folder = realPath(dirname(grant.path))
  return folder === undefined ? grant : { ...grant, path: join(folder, basename(grant.path)) }
}

/**
 * Less what lies in an entry that is granted as well, or is it: that entry can be changed with everything in it, and a mount of
 * its own would only keep it from being removed.
 */
function withoutCovered(grants: readonly Grant[]): readonly Grant[] {
  const entries = grants.filter((grant) => grant.kind === 'write' && grant.extent === 'entry')
  return grants.filter(
    (grant) =>
      grant.kind !== 'write' ||
      !entries.some(
        (entry) =>
          entry !== grant &&
          entry.kind === 'write' &&
          isUnder(grant.path, entry.path) &&
          (grant.path !== entry.path || grant.extent !== 'entry'),
      ),
  )
}

/** The writable places, without a $TMPDIR that is or holds the home folder; /tmp is everyone's whatever lies in it. */
function placesOf(spec: RunSpec, own: OwnFolders, looks: Looks): WritablePlaces {
  const { roots, temporary } = writablePlaces(spec.policy, spec.workspace, spec.env.TMPDIR, looks)
  return {
    roots,
    temporary: [
      ...temporary.filter(
        (path) => opensFiles(spec.policy) || path === '/tmp' || !holdsHome(path, own.home, looks),
      ),
      ...(spec.ownCache === undefined ? [] : [spec.ownCache]),
    ],
  }
}

/** A run for which every file is open: nothing is kept as it is but the machine's own rules, nothing closed, and nothing of its looked at afterwards. */
const openPlan = (places: WritablePlaces, { permit }: RunSpec): RunPlan => ({
  places,
  grants: permit.grants.filter(({ kind }) => kind === 'host'),
  protection: protectMachineRules(),
  kept: [],
  taken: [],
  closed: [],
  known: knowGitFolders([], []),
  made: new Set(),
})

/** The same, with the mounts read-only by which what it keeps could be written under another name, unless they were granted. */
function withoutOtherNames(
  protection: Protection,
  { mounts, places, grants }: Pick<RunPlan, 'places' | 'grants'> & { readonly mounts: Mounts },
  { engine, unreadable: { home } }: PlanParts,
): Protection {
  const kept = [...protection.masks, ...protection.missing].map(({ path }) => path)
  const again = openedAgain(mounts, places, { kept: [...kept, ...engine], home }).filter(
    (point) => !grants.some((grant) => grant.kind === 'write' && isUnder(point, grant.path)),
  )
  return {
    ...protection,
    masks: [
      ...protection.masks.filter(({ path }) => !again.some((point) => isUnder(path, point))),
      ...again.map((path) => ({ kind: 'read-only', path, again: true }) as const),
    ],
  }
}

/** Settles what a run may touch, or says why it must not start. Reads the file system and changes nothing. */
export async function planRun(
  spec: RunSpec,
  parts: PlanParts,
): Promise<RunPlan | { readonly problem: string }> {
  const looks = new Looks()
  const problem = obstacle(spec, parts.unreadable, looks)
  if (problem !== undefined) return { problem }
  const moved = spec.permit.grants.find(
    (grant) => (grant.kind === 'write' || grant.kind === 'read') && !samePlace(grant, identityOf(grant)),
  )
  if (moved !== undefined && 'path' in moved)
    return { problem: `${moved.path} is not any more what it was when it was granted` }
  const places = placesOf(spec, parts.unreadable, looks)
  if (opensFiles(spec.policy)) return openPlan(places, spec)
  const grants = withoutCovered(spec.permit.grants.map(realGrant))
  const opened = grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const changed = [...places.roots, ...places.temporary, ...opened]
  const link = linkToEngineHome(changed, parts.unreadable, looks)
  if (link !== undefined) {
    const around = changed.find((folder) => isUnder(link, folder)) ?? link
    return { problem: `the folder ${around} ${linkProblem(link)}` }
  }
  const below = await Promise.all(places.roots.map((root) => parts.nested.below(root)))
  const unsearched = places.roots[below.indexOf(undefined)]
  if (unsearched !== undefined)
    return {
      problem: `the search of ${unsearched} for repositories, which commands may not change, did not come to its end: choose a smaller folder, or see whether the program find works`,
    }
  const nested = [...new Set(below.flatMap((paths) => paths ?? []))]
  const made = parts.made.below(places.roots)
  const going = spec.predicted ? await repositoriesMeant(spec.predicted, made) : new Set<string>()
  const agents = places.roots.flatMap((root) => parts.nested.agentsBelow(root))
  const taken = new Set(
    spec.predicted ? await placesMeant({ ...spec.predicted, git: [] }, [...made, ...agents]) : [],
  )
  // Agents' settings that go with a repository which commands made.
  const goes = (path: string): boolean =>
    taken.has(path) &&
    [...made].some(
      (each) => taken.has(each) && isUnder(path, basename(each) === '.git' ? dirname(each) : each),
    )
  const granted = grants.flatMap((grant) =>
    grant.kind === 'read' || grant.kind === 'write' ? [grant.path] : [],
  )
  // Only what a person chose opens a store around it: the folder that a command is to run in is the agent's word.
  const used = [
    ...places.roots,
    spec.workspace,
    ...[spec.staging, spec.ownCache].flatMap((path) => path ?? []),
  ]
  await parts.unreadable.keys?.ready()
  // That can have taken long.
  const later = new Looks()
  const mounts = mountsNow()
  const byName = unreadablePlaces(parts.unreadable, granted, used, {
    list: parts.listings.list,
    looks: later,
  })
  const open = [...granted, ...readablePlaces(parts.unreadable, later)]
  const closed = [...byName, ...closedAgain(mounts, byName, { used, open })]
  const shut = closed.find((mask) => isUnder(parts.runtime, mask.path))
  if (shut !== undefined)
    return {
      problem: `the sandbox's own folder ${parts.runtime} lies in ${shut.path}, which commands may not read: set XDG_RUNTIME_DIR to a folder elsewhere`,
    }
  const configured = spec.putsBack
    ? noProtection
    : await parts.configured.protect(await findConfigured(places.roots, nested), places.roots)
  if ('problem' in configured) return configured
  let protection: Protection
  try {
    protection = await protectMetadata(places, grants, {
      nested,
      going,
      agents: agents.filter((path) => !goes(path)),
      configured,
      engine: parts.engine,
      closed: closed.map(({ path }) => path),
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { problem: `what the sandbox protects cannot be looked at: ${error.message}` }
  }
  // Of what node compiled no command ever had a file to name anew, and there are hundreds.
  const compiled = new Set(places.temporary.map(compiledIn))
  const readOnly = protection.masks.flatMap(({ kind, path }) =>
    kind === 'read-only' && !compiled.has(path) ? [path] : [],
  )
  const configs = [...(protection.configs ?? []), ...(await filesWithOtherNames(readOnly))]
  protection = { ...protection, configs }
  protection = withoutOtherNames(protection, { mounts, places, grants }, parts)
  const pinned = protection.masks.filter(({ kind }) => kind === 'pinned').map(({ path }) => path)
  const missing = parts.standsIn ? keepMissing(protection) : { protection, kept: [] }
  const laid = foldMasks(missing.protection.masks, {
    roots: places.roots,
    open: [...places.roots, ...places.temporary, ...opened],
  })
  if ('problem' in laid) return laid
  return {
    places,
    grants,
    kept: missing.kept,
    protection: { ...missing.protection, masks: laid.masks },
    folded: laid.folded,
    taken: parts.standsIn ? takenNames(places) : [],
    closed,
    known: knowGitFolders(
      // Those of submodules and worktrees are pinned with the repository that they belong to.
      [...nested, ...places.roots.map((root) => `${root}/.git`), ...pinned].filter(
        (path) => !going.has(path),
      ),
      [...going],
    ),
    made,
  }
}

/** A place that cannot be looked at holds no configuration that anybody could read; `protectMetadata` closes it. */
function isThere(path: string): boolean {
  try {
    return lookAt(path) !== undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** A link to a folder is no pointer. */
const pointedTo = async (dotGit: string): Promise<string | undefined> =>
  (await pointerTarget(dotGit).catch(() => undefined)) ?? realPath(dotGit)

async function configsOf(dotGit: string): Promise<readonly string[]> {
  const folder = isThere(dotGit) ? await pointedTo(dotGit) : undefined
  if (folder === undefined) return []
  // A linked worktree's folder is .git/worktrees/name; what it shares lies two folders up.
  const shared = basename(dirname(folder)) === 'worktrees' ? [join(dirname(dirname(folder)), 'config')] : []
  return [join(folder, 'config'), join(folder, 'config.worktree'), ...shared]
}

/**
 * The repositories that git would find from these roots, the ones around them included, and the nested ones. A root
 * without any is its own: a person's own configuration holds there as soon as there is one.
 */
async function findConfigured(
  roots: readonly string[],
  nested: readonly string[],
): Promise<readonly ConfiguredRepository[]> {
  const around = async (root: string): Promise<ConfiguredRepository> => {
    for (let at = root; ; at = dirname(at)) {
      if (isThere(join(at, '.git'))) return { top: at, configs: await configsOf(join(at, '.git')) }
      if (dirname(at) === at) return { top: root, configs: [] }
    }
  }
  return Promise.all([
    ...roots.map(around),
    ...nested.map(async (path) =>
      basename(path) === '.git'
        ? { top: dirname(path), configs: await configsOf(path) }
        : { top: path, configs: [join(path, 'config')] },
    ),
  ])
}
