import { mostOutside, type NearestRule, type OutsideRule } from '@shared/domain/nearest-rule'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { isWithin } from '../shell/paths'
import { isGuarded, isPrivate, ordinary, type DoneEffects, type RuleQuestion } from './answer'

/**
 * What may come and change in a git folder: putting in place takes nothing else of it and looks at it afterwards (decision 007), and git's own log has what was there, or the change `forgets`.
 * Objects only come, one by one: git writes over none, and what one held nothing else has. A pack is believed when it is asked what git has.
 */
const isKeptByGit = (path: string, kind: RehearsalChange['kind']): boolean =>
  (kind === 'created' || (kind === 'changed' && !/\/objects\//.test(path))) &&
  !/\/(?:hooks|config|objects\/pack)(?:\/|$)/.test(path)

/**
 * Where it is asked. `undone`: the folder is kept as it was before the turn but for what git ignores, so that what is written over can be brought back; `writable`: the
 * sandbox policy lets it be written.
 */
export interface EffectsPlace {
  readonly home: string
  readonly workspace: string
  readonly undone: boolean
  readonly writable: boolean
}

/**
 * What the policy of effects asks about: whatever does not lie in the session's folder, cannot be brought back by git or by our own undo (what
 * goes and neither git has nor the session made), wanted the network, is of a high level or was not seen to its end. Undefined: nothing.
 */
export function askedUnderEffects(
  { level }: Pick<RuleQuestion, 'level'>,
  done: DoneEffects,
  { home, workspace, undone, writable }: EffectsPlace,
): NearestRule | undefined {
  const outside: OutsideRule[] = []
  if (done.unseen !== undefined) outside.push({ kind: 'unseen', because: done.unseen })
  if (level === 'high') outside.push({ kind: 'level', level })
  for (const host of done.hosts) outside.push({ kind: 'connects', host })
  const isInside = (path: string): boolean =>
    writable &&
    workspace !== home &&
    path !== workspace &&
    isWithin(path, workspace) &&
    !path.includes('\uFFFD')
  for (const change of done.changes) {
    const { kind, type, path, from } = change
    const ofGit = path.slice(workspace.length).split('/').includes('.git')
    const guarded =
      isPrivate(path, home, workspace) || (ofGit && (change.forgets === true || !isKeptByGit(path, kind)))
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
    const gone = done.gone(change)
    const isKept = ofGit || type === 'folder' || gone?.unsaved === 0 || (undone && gone?.ignored === 0)
    if (!fine || (writesOver && kind !== 'moved' && !isKept)) outside.push({ kind: 'writes', path })
  }
  if (outside.length === 0) return undefined
  return { outside: outside.slice(0, mostOutside), more: Math.max(0, outside.length - mostOutside) }
}
