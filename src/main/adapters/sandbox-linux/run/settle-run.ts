import { opensFiles } from '@shared/domain/sandbox-policy'
import { disarmNewRepositories, restoreLinks } from '../repositories/after-run'
import { entryAt } from '../../regular-file/entry-at'
import type { AttemptList } from './attempts'
import { sameAsText, textOf, type BytePath } from '../byte-path'
import { holdDetached, holdDetachedMeanwhile } from '../protection/detached-configs'
import { isMasked, maskedPlaces } from '../mounts/mask'
import type { MountPlan } from '../mounts/mount-plan'
import type { MadeRepositories } from '../repositories/made-repositories'
import type { NestedRepositories } from '../repositories/nested-repositories'
import type { ListenForEnd } from '../limits/limit-watch'
import { disarmMeanwhile, type LiveDisarm } from '../repositories/live-disarm'
import type { RunNotes, ToPutRight } from './run-notes'
import type { SearchRepositories } from '../repositories/search-repositories'
import { isUnder } from '../writable-roots'

/** What settling takes. Both kinds of repositories learn what is there now. */
export interface SettlingParts {
  readonly nested: NestedRepositories
  readonly made: MadeRepositories
  readonly search: SearchRepositories
}

/** What is to be put right after a run that began then (milliseconds since 1970); undefined: it may do what it wants. */
function toPutRight({ spec, plan, grants, layout }: MountPlan, began: number): ToPutRight | undefined {
  if (opensFiles(spec.policy)) return undefined
  const allowed = plan.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const readOnly = layout.masks.filter(({ kind }) => kind === 'read-only')
  const untouched = layout.masks.flatMap(maskedPlaces).flatMap((path): [string, number][] => {
    const found = entryAt(path)
    return found.kind === 'there' ? [[path, Number(found.stats.ino)]] : []
  })
  return {
    links: [...plan.protection.links, ...grants.links],
    configs: (plan.protection.configs ?? []).filter(({ path }) =>
      readOnly.some((mask) => isMasked(path, mask)),
    ),
    rules: {
      writable: layout.writable,
      known: plan.known,
      pinned: layout.masks.filter((mask) => mask.kind === 'pinned').map((mask) => mask.path),
      kept: plan.kept,
      exempt: allowed,
      untouched,
      began,
    },
  }
}

/** Whether the run was seen to do something in a repository. What changed there otherwise, somebody else changed meanwhile. */
function wasTouched(path: string, { git }: AttemptList): boolean {
  if (git.misleading) return false
  const folders = [...git.folders].map(sameAsText).filter((folder) => folder !== undefined)
  return folders.some((folder) => isUnder(path, folder) || isUnder(folder, path))
}

/** A run on file, of which what it makes is disarmed while it goes on. */
export interface WatchedRun {
  /** After it: what the command did to links and with new repositories is undone or disarmed, and said in words. */
  settle(attempts: AttemptList | undefined): Promise<readonly string[]>
  /** Where nothing of it began. */
  forget(): void
  /** Takes what ends the run, for the case that it arms faster than it is disarmed. */
  readonly listen: ListenForEnd
  /** Ends what goes on beside it; call it in any case. */
  stop(): void
}

/** Notes a run that is about to begin, and disarms what it makes from then on; or says why it must not begin. */
export function watchRun(
  mountPlan: MountPlan,
  attempts: AttemptList | undefined,
  parts: SettlingParts & { readonly notes: RunNotes },
): WatchedRun | { readonly problem: string } {
  const right = mountPlan.view ? undefined : toPutRight(mountPlan, Date.now())
  const noted = parts.notes.note(right)
  if ('problem' in noted) return noted
  let end: Parameters<ListenForEnd>[0] = () => undefined
  const rearmed = (place: BytePath): void => {
    end(`this command kept putting into ${textOf(place)} what git would run for whoever uses it`)
  }
  const stays = mountPlan.spec.timeoutMs === Infinity
  const live =
    right &&
    attempts &&
    disarmMeanwhile({ ...right.rules, search: parts.search }, attempts, { rearmed, stays })
  const guard = holdDetachedMeanwhile(right?.configs ?? [], (path) => {
    end(`what git would run for whoever uses it was put into ${path} while this command could write there`)
  })
  return {
    listen(ends) {
      end = ends
    },
    async settle(attempts) {
      const held = await guard.stop()
      const settled = right
        ? await settleRun(mountPlan, right, { attempts, live: await live?.stop() }, parts)
        : []
      const detached = await holdDetached(right?.configs ?? [])
      noted.forget()
      return [...new Set([...held, ...detached, ...settled])]
    },
    forget: noted.forget,
    stop() {
      void live?.stop()
      void guard.stop()
    },
  }
}

async function settleRun(
  { plan }: MountPlan,
  { rules, links: guarded }: ToPutRight,
  {
    attempts,
    live,
  }: {
    readonly attempts: AttemptList | undefined
    readonly live: Awaited<ReturnType<LiveDisarm['stop']>> | undefined
  },
  { nested, made: repositories, search }: SettlingParts,
): Promise<readonly string[]> {
  const links = restoreLinks(guarded)
  const { moved, ...found } = await disarmNewRepositories({ ...rules, search }, attempts)
  const armed = new Set([...(live?.armed ?? []), ...found.armed])
  const made = found.made.filter((path) => !armed.has(path))
  const asText = (paths: Iterable<BytePath>): readonly string[] =>
    [...paths].map(sameAsText).filter((path) => path !== undefined)
  for (const folder of asText([...made, ...armed, ...moved.values()]))
    for (const root of plan.places.roots) if (isUnder(folder, root)) nested.add(root, folder)
  const own = [...moved].filter(([from]) => plan.made.has(textOf(from))).map(([, to]) => to)
  const touched = [...plan.made].filter((path) => attempts && wasTouched(path, attempts))
  repositories.note([...touched, ...asText([...made, ...own])])
  repositories.forget(asText(armed))
  return [...new Set([...links, ...(live?.held ?? []), ...found.held])]
}
