import { dirname, join, basename } from 'node:path'
import type { PredictedChanges } from '../../../core/run/predicted-changes'
import type { OutputListener, RunResult, RunSpec } from '../../../core/ports/sandbox'
import { backPointer, gitFolderAround, pointerTarget } from '../protection/git-metadata'
import type { Layout } from '../mounts/bwrap-args'
import { lookAt, realPath } from '../protection/protected-entry'
import { withText } from './run-result'
import { isUnder } from '../writable-roots'

/** Tries each place the way that changes nothing where it is not refused: a folder with something in it cannot be removed. What is not there is made. */
const attempt =
  'for p; do if [ -d "$p" ]; then rmdir "$p"; elif [ -e "$p" ] || [ -L "$p" ]; then true >> "$p"; else mkdir "$p"; fi; done 2>/dev/null; exit 1'

/** Those of these places that are at or below a removed one. */
function placesIn(removed: string, places: readonly string[]): readonly string[] {
  const folder = realPath(dirname(removed))
  if (folder === undefined) return []
  const real = join(folder, basename(removed))
  return places.filter((path) => isUnder(path, real))
}

/** A worktree whose own folder is gone. */
async function isGone(folder: string): Promise<boolean> {
  const dotGit = await backPointer(folder)
  return dotGit !== undefined && lookAt(dotGit) === undefined
}

const isOfSubmodule = (path: string, common: string): boolean =>
  basename(path) === 'config' && isUnder(path, join(common, 'modules'))

/** Whether this belongs to another repository in a folder than the one that the folder is of, whose submodules are parts of it. */
async function isOfAnother(
  path: string,
  folder: string,
  { own, common }: { readonly own: string; readonly common: string },
): Promise<boolean> {
  const [dotGit] = /^.*?\/\.git(?=\/|$)/.exec(path.slice(folder.length)) ?? []
  if (!isUnder(path, folder) || dotGit === undefined) return false
  if (isUnder(path, own) || isUnder(path, common)) return false
  const leads = await pointerTarget(folder + dotGit)
  return leads === undefined || !isUnder(leads, join(common, 'modules'))
}

/** Which of these places a command means: what goes with what it removes, and what calls of git change beside that. */
export async function placesMeant(
  { removed, git }: Pick<PredictedChanges, 'removed' | 'git'>,
  places: readonly string[],
): Promise<readonly string[]> {
  const meant = new Set(removed.flatMap((each) => placesIn(each, places)))
  for (const { folder, changes } of git) {
    const around = await gitFolderAround(folder)
    if (around === undefined) continue
    const { own, common } = around
    for (const path of places) {
      const isMeant =
        ((changes === 'configuration' || changes === 'submodules') && path === join(common, 'config')) ||
        (changes === 'submodules' && isOfSubmodule(path, common)) ||
        (changes === 'worktree' && own !== common && path === own) ||
        (changes === 'worktrees' && dirname(path) === join(common, 'worktrees') && (await isGone(path))) ||
        (changes === 'untracked' && (await isOfAnother(path, realPath(folder) ?? folder, around)))
      if (isMeant) meant.add(path)
    }
  }
  return [...meant].filter((path) => lookAt(path) !== undefined)
}

/** Which of these git folders and pointer files a command means to remove, or to change the configuration of. */
export async function repositoriesMeant(
  predicted: PredictedChanges,
  made: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const configs = new Map([...made].map((path) => [join(path, 'config'), path]))
  const meant = await placesMeant(predicted, [...made, ...configs.keys()])
  return new Set(meant.map((path) => configs.get(path) ?? path))
}

/**
 * The places closed to a command that it would come to only after it has done a part of its work, the topmost of each. Empty:
 * nothing stands in its way.
 */
export async function predictedStops(
  predicted: PredictedChanges,
  { masks, writable }: Pick<Layout, 'masks' | 'writable'>,
): Promise<readonly string[]> {
  const stops = await placesMeant(
    predicted,
    masks.map(({ path }) => path),
  )
  // git removes a worktree's entry where it could not remove the worktree.
  const going = predicted.git
    .filter(({ changes }) => changes === 'worktree')
    .flatMap(({ folder }) => realPath(folder) ?? [])
  const coming = (predicted.made ?? []).flatMap((folder) => {
    const above = lookAt(folder) === undefined ? realPath(dirname(folder)) : undefined
    return above === undefined ? [] : [join(above, basename(folder))]
  })
  const elsewhere = [...going, ...coming].filter((path) => !writable.some((root) => isUnder(path, root)))
  return [...elsewhere, ...stops].filter(
    (path) => !stops.some((other) => other !== path && isUnder(path, other)),
  )
}

/** The run that only tries these places, so that the kernel says what it refuses and nothing else is done. */
export function attemptOf(spec: RunSpec, stops: readonly string[]): RunSpec {
  return { ...spec, command: ['/bin/sh', '-c', attempt, 'sh', ...stops] }
}

/** What is told of a command that was stopped before it began; undefined where nothing was refused after all. */
export function stoppedBefore(
  result: RunResult,
  stops: readonly string[],
  onOutput: OutputListener,
): RunResult | undefined {
  if (result.kind !== 'exited') return result
  if (!stops.some((path) => result.evidence.some(({ target }) => target === path))) return undefined
  const text = `[countersign] not begun, since it would leave a half where it is stopped: ${stops.join(', ')}\n`
  onOutput('stderr', text)
  void onOutput.bytes?.('stderr', Buffer.from(text))
  return withText(result, text)
}
