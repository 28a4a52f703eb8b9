import type { Facts, FactTarget } from './facts'

/* What of the targets that the facts tell goes by a yes, or is replaced. */

/** Whether a target is what goes, or is replaced, and is there. */
export const goes = ({ access, kind, leadsTo, spared, attributes, files, exact }: FactTarget): boolean =>
  !spared &&
  !attributes &&
  kind !== 'missing' &&
  !(kind === 'directory' && files === 0 && exact) &&
  (access === 'delete' ||
    ((access === 'write' || access === 'change') &&
      (kind === 'file' || kind === 'device' || leadsTo === 'file')))

/** Whether all of a target was looked at, and it is something that can be copied. */
export const isWhole = ({ kind, exact }: FactTarget): boolean =>
  exact && /^(file|directory|symlink)$/.test(kind)

/** The targets that go, or are replaced, below a folder, where something of it is not had by git; empty where part of that is no known file or folder. */
export function goingWithin(facts: Facts, folder: string): readonly FactTarget[] {
  const within = facts.targets.filter((each) => goes(each) && each.inside === true)
  const isClean = ({ git }: FactTarget): boolean =>
    git?.complete === true && git.modified + git.untracked + git.ignored === 0
  // What is written through a link lies elsewhere.
  const isThere = (each: FactTarget): boolean =>
    isWhole(each) && each.leadsTo === undefined && each.path.startsWith(`${folder}/`)
  return within.every(isThere) && !within.every(isClean) ? within : []
}

/** How many files all of these come to. */
export const filesOf = (targets: readonly FactTarget[]): number =>
  targets.reduce((all, { files = 1 }) => all + files, 0)

/** How many files go, of all or of what lies beyond the session's folders; 0 without facts. */
export const filesGoing = (facts: Facts | undefined, of?: 'beyond'): number =>
  filesOf((facts?.targets ?? []).filter((each) => goes(each) && (of === undefined || each.inside === false)))
