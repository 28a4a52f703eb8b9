import { disarmNewRepositories, restoreLinks } from './after-run'
import type { AttemptList } from './attempts'
import { sameAsText } from './byte-path'
import type { LaidRun } from './laid-run'
import type { NestedRepositories } from './nested-repositories'
import type { SearchRepositories } from './search-repositories'
import { isUnder } from './writable-roots'

/**
 * After a run: what the command did to links and with new repositories is undone or disarmed, and said in words. `began` is
 * when it started, in ms since the epoch; `nested` learns the repositories that are there now.
 */
export async function settleRun(
  { plan, grants, layout }: LaidRun,
  attempts: AttemptList | undefined,
  known: {
    readonly began: number
    readonly search: SearchRepositories
    readonly nested: NestedRepositories
  },
): Promise<readonly string[]> {
  const links = restoreLinks([...plan.protection.links, ...grants.links])
  const allowed = plan.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const untouched = layout.masks.filter((mask) => mask.kind !== 'pinned').map((mask) => mask.path)
  const { gitFolders, held } = await disarmNewRepositories(
    {
      writable: layout.writable,
      known: plan.known,
      exempt: [...allowed, ...untouched],
      began: known.began,
      search: known.search,
    },
    attempts,
  )
  for (const folder of gitFolders.map(sameAsText).filter((path) => path !== undefined))
    for (const root of plan.places.roots) if (isUnder(folder, root)) known.nested.add(root, folder)
  return [...links, ...held]
}
