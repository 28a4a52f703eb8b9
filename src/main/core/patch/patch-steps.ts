import type { Grant } from '@shared/domain/grant'
import type { PatchStep } from '../ports/patch-files'
import type { PlannedFile, Touchable } from './planned-file'
import { nameOf, parentOf } from '../shell/paths'

/** The folders to make for a file that has none yet, outermost first. */
function missingFolders(target: Touchable): string[] {
  if (target.kind !== 'missing') return []
  const folders: string[] = []
  for (
    let folder = parentOf(target.place);
    folder !== target.folder && folder !== '/';
    folder = parentOf(folder)
  )
    folders.unshift(folder)
  return folders
}

function writeStep(
  target: Touchable,
  write: { readonly text: string; readonly mode: number | undefined },
  alone: ReadonlySet<string>,
): PatchStep {
  const at = { folder: parentOf(target.place), name: nameOf(target.place) }
  if (alone.has(target.place))
    return { kind: 'fill', ...at, ...write, before: target.kind === 'file' ? target.text : undefined }
  if (target.kind !== 'file') return { kind: 'new', ...at, ...write }
  return { kind: 'swap', ...at, text: write.text, mode: write.mode ?? target.mode, before: target.text }
}

function removeStep(target: Touchable): PatchStep {
  const at = { folder: parentOf(target.place), name: nameOf(target.place) }
  return target.kind === 'file' ? { kind: 'drop', ...at, before: target.text } : { kind: 'unlink', ...at }
}

/**
 * What the applier does for a plan, in order: folders, new and replaced files, files written in place, and what is
 * removed last. A moved file takes its mode along. Files granted one by one are written in place.
 */
export function patchSteps(files: readonly PlannedFile[], grants: readonly Grant[]): readonly PatchStep[] {
  const alone = new Set(
    grants.flatMap((grant) => (grant.kind === 'write' && grant.extent === 'file' ? [grant.path] : [])),
  )
  const folders = new Set<string>()
  const writes: PatchStep[] = []
  const removals: PatchStep[] = []
  for (const { before, after, move } of files) {
    const target = move?.target ?? before
    if (after !== undefined) {
      missingFolders(target).forEach((folder) => folders.add(folder))
      const mode = move && before.kind === 'file' ? before.mode : undefined
      writes.push(writeStep(target, { text: after, mode }, alone))
    }
    if (move || after === undefined) removals.push(removeStep(before))
  }
  const made = [...folders].map((folder): PatchStep => ({
    kind: 'mkdir',
    folder: parentOf(folder),
    name: nameOf(folder),
  }))
  const inPlace = writes.filter((step) => step.kind === 'fill')
  return [...made, ...writes.filter((step) => step.kind !== 'fill'), ...inPlace, ...removals]
}
