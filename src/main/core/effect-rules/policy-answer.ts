import { mostOutside, type NearestRule, type OutsideRule } from '@shared/domain/nearest-rule'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { isWithin } from '../shell/paths'
import { countsOnOpening, instructsAgents } from '../policy/tool-settings'
import { isGuarded, isPrivate, ordinary, type DoneEffects, type RuleQuestion } from './answer'

/**
 * What may come and change in a git folder: putting in place takes nothing else of it and looks at it afterwards (decision 007), and git's own log has what was there, or the change `forgets`.
 * Objects only come, one by one: git writes over none, and what one held nothing else has. A pack is believed when it is asked what git has.
 */
const isKeptByGit = (path: string, kind: RehearsalChange['kind']): boolean =>
  (kind === 'created' || (kind === 'changed' && !/\/objects\//.test(path))) &&
  !/\/(?:hooks|config|objects\/pack)(?:\/|$)/.test(path)

/**
 * Where it is asked. `kept`: of what `needingCheckpoint` names what the turn's checkpoint has, so that it can be brought back when it is written over (undefined: the
 * folder is not kept); `writable`: the sandbox policy lets it be written.
 */
export interface EffectsPlace {
  readonly home: string
  readonly workspace: string
  readonly kept: ReadonlySet<string> | undefined
  readonly writable: boolean
  /** The temporary folders that the sandbox policy opens: what is new there is nobody's loss. Nothing in them is in a checkpoint. */
  readonly temporary: readonly string[]
}

/** Whether nobody but sessions touched what is written over since the folder was kept, so that what a checkpoint has there can be brought back. */
const isUntouched = (done: DoneEffects, change: RehearsalChange): boolean => done.gone(change)?.ignored === 0

/** Whether all of it that nobody else has was added by a patch of this session. */
function isAdded(done: DoneEffects, change: RehearsalChange): boolean {
  const { unsaved, added = 0 } = done.gone(change) ?? {}
  return isUntouched(done, change) && unsaved !== undefined && unsaved <= added
}

const isOfGit = (path: string, workspace: string): boolean =>
  path.slice(workspace.length).split('/').includes('.git')

const needsCheckpoint = (done: DoneEffects, change: RehearsalChange): boolean =>
  isUntouched(done, change) && !isAdded(done, change)

/**
 * What is written over, and can only be brought back where the turn's checkpoint has that very file: what git is said to leave out, and what lies in a repository of
 * its own, is told here by other means than the checkpoint goes by, so that its store has to be asked.
 */
export const needingCheckpoint = (done: DoneEffects, workspace: string): readonly string[] =>
  done.changes.flatMap((change) =>
    (change.kind === 'changed' || change.kind === 'mode') &&
    change.type !== 'folder' &&
    isWithin(change.path, workspace) &&
    !isOfGit(change.path, workspace) &&
    needsCheckpoint(done, change)
      ? [change.path]
      : [],
  )

/**
 * What editors, shells and agents run or obey outside the sandbox as soon as somebody opens the folder: no undo takes back what it did there by then. A folder or link
 * that takes such a name brings what is in it along; a folder that is made has nothing in it yet.
 */
function runsOnOpening({ kind, type, path }: RehearsalChange, workspace: string): boolean {
  if (type === 'folder' && kind === 'created') return false
  const own = isWithin(path, workspace) ? path.slice(workspace.length + 1) : path.slice(1)
  return [own, `${own}/`].some((each) => countsOnOpening(each) || instructsAgents(each))
}

/**
 * What the policy of effects asks about: whatever does not lie in the session's folder, nor is new in a temporary one, cannot be brought back by git or by our own undo (what
 * goes and neither git has nor the session made), wanted the network, counts as soon as the folder is opened, is of a high level or was not seen to its end. Undefined: nothing.
 */
export function askedUnderEffects(
  { level }: Pick<RuleQuestion, 'level'>,
  done: DoneEffects,
  { home, workspace, kept, writable, temporary }: EffectsPlace,
): NearestRule | undefined {
  const outside: OutsideRule[] = []
  if (done.unseen !== undefined) outside.push({ kind: 'unseen', because: done.unseen })
  if (level === 'high') outside.push({ kind: 'level', level })
  for (const host of done.hosts) outside.push({ kind: 'connects', host })
  const isBelow = (path: string, folder: string): boolean => path !== folder && isWithin(path, folder)
  const isTemporary = (path: string): boolean =>
    !isWithin(path, workspace) &&
    temporary.some(
      (folder) => isBelow(path, folder) && !isWithin(home, folder) && !isGuarded(path, home, folder),
    )
  for (const change of done.changes) {
    const { kind, type, path, from } = change
    // Of what is temporary only what is new, or the session's.
    const isNew = kind === 'created' || done.gone(change)?.unsaved === 0
    const isInside = (each: string): boolean =>
      ((writable && workspace !== home && isBelow(each, workspace)) || (isNew && isTemporary(each))) &&
      !each.includes('\uFFFD')
    const ofGit = isOfGit(path, workspace)
    const guarded =
      isPrivate(path, home, workspace) ||
      runsOnOpening(change, workspace) ||
      (ofGit && (change.forgets === true || !isKeptByGit(path, kind)))
    const goes = kind === 'deleted' ? path : kind === 'moved' ? from : undefined
    if (goes !== undefined) {
      const gone = done.gone(change)
      if (!isInside(goes) || isGuarded(goes, home, workspace) || gone?.unsaved !== 0) {
        const unsaved = gone && gone.unsaved > 0 ? { unsaved: gone.unsaved } : {}
        outside.push({ kind: 'deletes', path: goes, ...unsaved })
        continue
      }
    }
    if (kind === 'deleted') continue
    const writesOver = kind !== 'created'
    const fine = isInside(path) && ordinary.has(type) && !guarded
    const isKept =
      ofGit ||
      type === 'folder' ||
      done.gone(change)?.unsaved === 0 ||
      (kept !== undefined && (needsCheckpoint(done, change) ? kept.has(path) : isAdded(done, change)))
    if (!fine || (writesOver && kind !== 'moved' && !isKept)) outside.push({ kind: 'writes', path })
  }
  if (outside.length === 0) return undefined
  return { outside: outside.slice(0, mostOutside), more: Math.max(0, outside.length - mostOutside) }
}
