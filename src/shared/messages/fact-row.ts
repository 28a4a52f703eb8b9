import { z } from 'zod'
import { gitTogether, type FactAccess, type FactHost, type FactRow, type FactTarget } from '../domain/facts'
import { isoTime } from '../domain/iso-time'
import { quotedName } from '../domain/named-path'
import { filesInWords, gitInWords, numberInWords, sizeInWords } from './amounts'
import { placeInWords, serversInWords } from './machine'
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

/** Number and size of what a path holds: "312 files, 48 MB". */
function content({ kind, files, bytes, exact, reason }: FactTarget): string {
  const say = messages().fact
  if (kind === 'file') return sizeInWords(bytes ?? 0)
  if (kind === 'unknown') return reason ?? say.kinds.unknown
  if (kind !== 'directory' || files === undefined || bytes === undefined) return say.kinds[kind]
  if (files === 0) return exact ? say.empty : say.unseen
  return `${exact ? '' : say.atLeast}${filesInWords(files)}, ${sizeInWords(bytes)}`
}

/** What there is of the parts of a value. */
const parts = (...some: readonly (string | false | undefined)[]): string => some.filter(Boolean).join('; ')

/** A time in UTC to the minute. */
const moment = (ms: number): string => isoTime(ms).slice(0, -8).replace('T', ' ')

function target(it: FactTarget): string {
  const say = messages().fact
  const value = parts(
    content(it),
    it.spared && say.spared,
    it.realPath !== undefined && say.leadsTo(quotedName(it.realName ?? it.realPath)),
    it.newestMs !== undefined && it.kind !== 'missing' && say.newest(moment(it.newestMs)),
    it.git ? gitInWords(it.git) : it.gone ? say.gone : it.unversioned && say.unversioned,
    it.place && say.places[it.place],
  )
  return `${quotedName(it.name ?? it.path)}: ${value}`
}

function branch({ branch: name, upstream }: Extract<FactRow, { kind: 'branch' }>): string {
  const say = messages().fact
  if (name === undefined) return say.noBranch
  if (!upstream) return say.noUpstream(name)
  const { remote, branch: of, ahead, behind } = upstream
  const count = (value: number | undefined, word: string): string =>
    value === undefined ? say.notKnown(word) : `${String(value)} ${word}`
  return say.upstream(name, `${remote}/${of}`, count(ahead, say.ahead), count(behind, say.behind))
}

const hostValue = ({ host, warning, history }: FactHost): string =>
  parts(host, warning, history && messages().fact.histories[history])

function manifest(row: Extract<FactRow, { kind: 'manifest' }>): string {
  const say = messages().fact
  const { file, found, reason = say.notRead, dependencies = 0, scripts } = row
  switch (found) {
    case 'there':
      return file
    case 'missing':
      return say.noManifest(file)
    case 'malformed':
      return say.malformed(file)
    case 'unread':
      return say.unread(file, reason)
    case 'read': {
      const own = scripts?.length ? say.scripts(scripts.join(', ')) : say.noOwnScript
      return say.manifest(file, dependencies, scripts === undefined ? say.noScripts : own)
    }
  }
}

function rowValue(row: FactRow): string {
  const say = messages().fact
  switch (row.kind) {
    case 'target':
      return target(row.target)
    case 'unfound':
      return `${quotedName(row.name)}: ${say.unfound[row.why]}`
    case 'more-targets': {
      const name = quotedName(row.name)
      return row.count === undefined
        ? say.moreThanLooked(name)
        : say.moreTargets(numberInWords(row.count), name)
    }
    case 'branch':
      return branch(row)
    case 'remotes':
      return row.remotes.map(({ name, url }) => `${name} ${url}`).join('; ')
    case 'git-starts':
      return say.gitStarts(row.settings.join(', '))
    case 'gap':
      return row.text
    case 'host':
      return hostValue(row.host)
    case 'machine':
      return `${placeInWords(row.target)}: ${serversInWords(row.servers)}`
    case 'rights':
      return say.rights(row.by)
    case 'runs-on':
      return row.host
    case 'looks-into':
      return row.titles.join('; ')
    case 'unread':
      return row.reason
    case 'loads-unread':
      return row.by === '' ? say.moreFiles : say.mayLoad(row.by)
    case 'manifest':
      return manifest(row)
    case 'adds':
      return say.adds(row.names.join(', '))
    case 'lockfile':
      return row.files.length > 0 ? row.files.join(', ') : say.noLockfile
    case 'not-complete':
      return say.notComplete
    case 'not-shown':
      return say.notShown(row.count)
    case 'withheld':
      return say.withheld
    case 'said':
      return row.value
  }
}

/** A fact in words. The value holds names from the file system and the command, which are untrusted. */
export function rowInWords(row: FactRow): RowMessage {
  return {
    label: rowLabel(row),
    value: rowValue(row),
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
  const say = messages().fact
  const size = sizeInWords(targets.reduce((all, each) => all + (each.bytes ?? 0), 0))
  const atLeast = targets.every(({ exact }) => exact) ? '' : say.atLeast
  const value = parts(
    say.group(filesInWords(targets.length), quotedName(first ? folderName(first) : ''), `${atLeast}${size}`),
    git.length > 0 ? gitInWords(gitTogether(git)) : first?.unversioned && say.unversioned,
    first?.place && say.places[first.place],
  )
  return { label: say.accessLabels[access], value, known: true }
}
