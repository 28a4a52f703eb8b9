import { z } from 'zod'
import type { FactAccess, FactRow, FactTarget, GitStanding } from '../domain/facts'
import { messages } from './spoken'

/** A fact as label and value; `known` is false where it could not be established, and the value says why. */
export const RowMessage = z.strictObject({
  label: z.string(),
  value: z.string(),
  known: z.boolean(),
  local: z.literal(true).optional(),
})
export type RowMessage = z.infer<typeof RowMessage>

function rowLabel(row: FactRow): string {
  const { accessLabels, labels } = messages().fact
  if (row.kind === 'said') return row.label
  if (row.kind === 'target') return accessLabels[row.target.access]
  return 'access' in row ? accessLabels[row.access] : labels[row.kind]
}

/** True where a row goes on under the label of the one before. */
export const sameLabel = (row: FactRow | TargetGroup, before: FactRow | TargetGroup | undefined): boolean =>
  before !== undefined && labelOf(row) === labelOf(before)

const labelOf = (row: FactRow | TargetGroup): string =>
  row.kind === 'group' ? messages().fact.accessLabels[row.access] : rowLabel(row)

/** True where the label alone says that something is not known. */
export function labelSaysUnknown({ kind }: FactRow): boolean {
  return (
    kind === 'gap' ||
    kind === 'unread' ||
    kind === 'not-complete' ||
    kind === 'not-shown' ||
    kind === 'withheld'
  )
}

/** A fact in words. The value holds names from the file system and the command, which are untrusted. */
export function rowInWords(row: FactRow): RowMessage {
  return {
    label: rowLabel(row),
    value: messages().fact.value(row),
    known: row.known,
    ...(row.local && { local: row.local }),
  }
}

/** Several files of one folder that stand alike: what is done to them, together. */
export interface TargetGroup {
  readonly kind: 'group'
  readonly access: FactAccess
  readonly targets: readonly FactTarget[]
}

const folderName = ({ name, path }: FactTarget): string => {
  const whole = name ?? path
  return whole.includes('/') ? whole.slice(0, whole.lastIndexOf('/')) || '/' : '.'
}

/** What two files must share to be told together. */
const standing = (it: FactTarget): string =>
  JSON.stringify([it.access, folderName(it), it.place, it.unversioned, it.git === undefined])

/** Fewer than this stand each in a row of their own. */
const fewest = 3

/** The rows with files that stand alike as one, where there are three or more in a line. */
export function groupTargets(rows: readonly FactRow[]): readonly (FactRow | TargetGroup)[] {
  const grouped: (FactRow | TargetGroup)[] = []
  for (let at = 0; at < rows.length;) {
    const row = rows[at]
    const alike = row === undefined ? [] : likeFrom(rows, at)
    if (alike.length >= fewest && row?.kind === 'target')
      grouped.push({ kind: 'group', access: row.target.access, targets: alike })
    else if (row) grouped.push(row)
    at += alike.length >= fewest ? alike.length : 1
  }
  return grouped
}

function likeFrom(rows: readonly FactRow[], start: number): readonly FactTarget[] {
  const first = rows[start]
  const found: FactTarget[] = []
  for (const row of rows.slice(start)) {
    const fits =
      row.kind === 'target' &&
      first?.kind === 'target' &&
      row.known === first.known &&
      row.target.kind === 'file' &&
      row.target.realPath === undefined &&
      !row.target.spared &&
      standing(row.target) === standing(first.target)
    if (!fits) break
    found.push(row.target)
  }
  return found
}

/** A group as label and value: "6 files in ../shared-cache, 36 KB; in no repository". */
export function groupInWords({ access, targets }: TargetGroup): RowMessage {
  const [first] = targets
  const git = targets.flatMap((each) => each.git ?? [])
  const { accessLabels, group } = messages().fact
  const value = group({
    count: targets.length,
    folder: first === undefined ? '' : folderName(first),
    bytes: targets.reduce((all, each) => all + (each.bytes ?? 0), 0),
    exact: targets.every((each) => each.exact),
    git: git.length === 0 ? undefined : together(git),
    unversioned: first?.unversioned ?? false,
    place: first?.place,
  })
  return { label: accessLabels[access], value, known: true }
}

const together = (git: readonly GitStanding[]): GitStanding => ({
  tracked: sum(git, 'tracked'),
  modified: sum(git, 'modified'),
  untracked: sum(git, 'untracked'),
  ignored: sum(git, 'ignored'),
  complete: git.every(({ complete }) => complete),
})

const sum = (standings: readonly GitStanding[], what: Exclude<keyof GitStanding, 'complete'>): number =>
  standings.reduce((all, each) => all + each[what], 0)
