import type { Evidence } from '@shared/domain/evidence'

/** What was stopped, one thing, or several of one folder that were stopped alike: then the folder, and their names in it. */
export interface EvidenceGroup {
  readonly first: Evidence
  /** Undefined: it is one alone. */
  readonly folder?: string
  readonly names: readonly string[]
}

/** Fewer than this stand each in a row of their own. */
const fewest = 3

const folderOf = (target: string): string => target.slice(0, Math.max(target.lastIndexOf('/'), 0)) || '/'
const nameOf = (target: string): string => target.slice(target.lastIndexOf('/') + 1)

/** What two must share to be told together. Hosts and system calls lie in no folder. */
const standing = ({ kind, target, operation, source, backend }: Evidence): string | undefined =>
  kind === 'write' || kind === 'read'
    ? JSON.stringify([kind, operation, source, backend, folderOf(target)])
    : undefined

/** The evidence with what was stopped alike in one folder as one, where there are three or more in a line. */
export function groupEvidence(evidence: readonly Evidence[]): readonly EvidenceGroup[] {
  const groups: EvidenceGroup[] = []
  for (let at = 0; at < evidence.length;) {
    const first = evidence[at]
    if (first === undefined) break
    const end = evidence.findIndex(
      (each, index) => index > at && (standing(each) === undefined || standing(each) !== standing(first)),
    )
    const alike = evidence.slice(at, end === -1 ? undefined : end)
    const together = alike.length >= fewest && standing(first) !== undefined
    if (together)
      groups.push({ first, folder: folderOf(first.target), names: alike.map(({ target }) => nameOf(target)) })
    else groups.push({ first, names: [nameOf(first.target)] })
    at += together ? alike.length : 1
  }
  return groups
}
