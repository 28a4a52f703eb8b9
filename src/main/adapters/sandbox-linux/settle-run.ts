import { opensFiles } from '@shared/domain/sandbox-policy'
import { disarmNewRepositories, restoreLinks } from './after-run'
import type { AttemptList } from './attempts'
import { sameAsText, textOf, type BytePath } from './byte-path'
import type { LaidRun } from './laid-run'
import type { MadeRepositories } from './made-repositories'
import type { NestedRepositories } from './nested-repositories'
import type { SearchRepositories } from './search-repositories'
import { isUnder } from './writable-roots'

/** What settling takes; `began`: when the run did, in milliseconds since the epoch. Both kinds of repositories learn what is there now. */
export interface SettlingParts {
  readonly nested: NestedRepositories
  readonly made: MadeRepositories
  readonly search: SearchRepositories
  readonly began: number
}

/** Whether the run was seen to do something in a repository. What changed there otherwise, somebody else changed meanwhile. */
function wasTouched(path: string, { git }: AttemptList): boolean {
  if (git.misleading) return false
  const folders = [...git.folders].map(sameAsText).filter((folder) => folder !== undefined)
  return folders.some((folder) => isUnder(path, folder) || isUnder(folder, path))
}

/** After a run: what the command did to links and with new repositories is undone or disarmed, and said in words. */
export async function settleRun(
  { spec, plan, grants, layout }: LaidRun,
  attempts: AttemptList | undefined,
  { nested, made: repositories, search, began }: SettlingParts,
): Promise<readonly string[]> {
  if (opensFiles(spec.policy)) return []
  const links = restoreLinks([...plan.protection.links, ...grants.links])
  const allowed = plan.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const untouched = layout.masks.filter((mask) => mask.kind !== 'pinned').map((mask) => mask.path)
  const { made, armed, moved, held } = await disarmNewRepositories(
    {
      writable: layout.writable,
      known: plan.known,
      pinned: layout.masks.filter((mask) => mask.kind === 'pinned').map((mask) => mask.path),
      exempt: [...allowed, ...untouched],
      began,
      search,
    },
    attempts,
  )
  const asText = (paths: Iterable<BytePath>): readonly string[] =>
    [...paths].map(sameAsText).filter((path) => path !== undefined)
  for (const folder of asText([...made, ...armed, ...moved.values()]))
    for (const root of plan.places.roots) if (isUnder(folder, root)) nested.add(root, folder)
  const own = [...moved].filter(([from]) => plan.made.has(textOf(from))).map(([, to]) => to)
  const touched = [...plan.made].filter((path) => attempts && wasTouched(path, attempts))
  repositories.note([...touched, ...asText([...made, ...own])])
  repositories.forget(asText(armed))
  return [...links, ...held]
}
