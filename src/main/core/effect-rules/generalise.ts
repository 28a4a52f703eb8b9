import { EffectRule } from '@shared/domain/effect-rule'
import type { RuleWidth } from '@shared/domain/offered-rule'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { quoteCommand } from '@shared/domain/quote-shell'
import { isWithin } from '../shell/paths'
import { answerByRule, type CompiledRule, type DoneEffects, type RuleQuestion } from './answer'
import { compileRule, type CompileParts } from './compile-rule'

/** A question whose rehearsal was seen to its end, and what it did. `folder` is the session's, `text` the command as it is written. */
export interface RehearsedQuestion {
  readonly folder: string
  readonly text: string
  readonly question: RuleQuestion
  readonly done: DoneEffects
}

/** A rule made from what was done, which answers that very thing. */
export interface Generalised {
  readonly width: RuleWidth
  /** How many files it was made from, those in folders that went among them. */
  readonly files: number
  readonly compiled: CompiledRule
}

/** A path as a pattern names it: the place that it is named from, and the names below that. */
interface Named {
  readonly start: 'workspace' | 'home' | 'root'
  readonly names: readonly string[]
}

/** So many folders stand in a rule by themselves; of more, those of one place become the folder that holds them. */
const mostFolders = 4
const widths = ['files', 'kind', 'folder'] as const satisfies readonly RuleWidth[]
const prefix = { workspace: '', home: '~/', root: '/' } as const
/** So many names from where it is named a folder must have to be meant with all that is in it: nobody asks for the whole workspace. */
const deepEnough = { workspace: 1, home: 2, root: 2 } as const

/**
 * The rules that a rehearsed question could become, narrowest first: exactly what it touched; what is of the same kind in the same folders; those
 * folders. Each is for this very command in this folder, and answers what it was made from: a width that would not is missing, and so is one that
 * says nothing else than the one before. None for what was not seen to its end, and for names that a pattern cannot say.
 */
export async function generalise(
  { folder, text, question, done }: RehearsedQuestion,
  parts: CompileParts,
  name: string,
): Promise<readonly Generalised[]> {
  const commands = question.commands?.map(quoteCommand)
  if (!commands || done.unseen !== undefined || done.hosts.length > 0 || done.changes.length === 0) return []
  const places = { home: parts.home, workspace: folder, engine: parts.engine }
  const patterns = patternsOf(done.changes, (path) => nameOf(path, places))
  if (!patterns) return []
  const gone = goneOf(done)
  if (!gone) return []
  const common = {
    name,
    where: [shownFolder(folder, parts.home)],
    commands: [...new Set(commands)],
    // The second run writes over what the first has made, which the checks call medium: a rule for low would not answer it.
    level: question.level === 'high' ? 'high' : 'medium',
    match: [text],
  }
  const files = done.changes.reduce(
    (sum, { type, files: within }) => sum + (within ?? (type === 'folder' ? 0 : 1)),
    0,
  )
  const offered: Generalised[] = []
  let before = ''
  for (const width of widths) {
    const { writes, deletes } = patterns[width]
    const said = JSON.stringify([writes, deletes])
    if (said === before) continue
    const deleting = deletes.length > 0 && { deletes: { below: [...deletes], ...gone } }
    const rule = EffectRule.safeParse({ ...common, writes: [...writes], ...deleting })
    if (!rule.success) continue
    const read = await compileRule(rule.data, parts)
    if (!('compiled' in read) || answerByRule(read.compiled, question, done, places).kind !== 'inside')
      continue
    before = said
    offered.push({ width, files, compiled: read.compiled })
  }
  return offered
}

/** How many files went, and how many of them unsaved; undefined where it is not known of one. */
function goneOf({ changes, gone }: DoneEffects): { files: number; unsaved: number } | undefined {
  const all = { files: 0, unsaved: 0 }
  for (const change of changes) {
    if (change.kind !== 'deleted' && change.kind !== 'moved') continue
    const each = gone(change)
    if (!each) return undefined
    all.files += each.files
    all.unsaved += each.unsaved
  }
  return all
}

const shownFolder = (folder: string, home: string): string =>
  folder !== home && isWithin(folder, home) ? `~${folder.slice(home.length)}` : folder

/** Undefined for a name that a pattern cannot say. */
function nameOf(
  path: string,
  { home, workspace }: { readonly home: string; readonly workspace: string },
): Named | undefined {
  const below = (start: string): readonly string[] | undefined =>
    path !== start && isWithin(path, start)
      ? path.slice(start === '/' ? 1 : start.length + 1).split('/')
      : undefined
  const own = below(workspace)
  const named: Named =
    own && own[0] !== '~' ? { start: 'workspace', names: own } : { start: 'home', names: below(home) ?? [] }
  const { start, names } =
    named.names.length > 0 ? named : { start: 'root' as const, names: below('/') ?? [] }
  return names.length === 0 || names.some((each) => each === '' || /[*?\0\p{Cc}\uFFFD]/u.test(each))
    ? undefined
    : { start, names }
}

const said = ({ start, names }: Named): string => `${prefix[start]}${names.join('/')}`
const keyOf = ({ start, names }: Named): string => `${start}/${names.join('/')}/`
const isDeep = ({ start, names }: Named): boolean => names.length >= deepEnough[start]

type Patterns = Readonly<
  Record<RuleWidth, { readonly writes: readonly string[]; readonly deletes: readonly string[] }>
>

/** What is written and what goes, as patterns of each width; undefined where one of them has no name. */
function patternsOf(
  changes: readonly RehearsalChange[],
  nameOfPath: (path: string) => Named | undefined,
): Patterns | undefined {
  const writes: Touched[] = []
  const deletes: Touched[] = []
  for (const { kind, path, from, type } of changes) {
    const named = nameOfPath(path)
    if (!named) return undefined
    const touched = { ...named, folder: type === 'folder' }
    ;(kind === 'deleted' ? deletes : writes).push(touched)
    if (kind !== 'moved') continue
    const left = from === undefined ? undefined : nameOfPath(from)
    if (!left) return undefined
    deletes.push({ ...left, folder: touched.folder })
  }
  const of = (width: RuleWidth) => ({ writes: widened(writes, width), deletes: widened(deletes, width) })
  return { files: of('files'), kind: of('kind'), folder: of('folder') }
}

interface Touched extends Named {
  readonly folder: boolean
}

function widened(all: readonly Touched[], width: RuleWidth): readonly string[] {
  const folders = width === 'files' ? [] : foldersOf(all)
  const patterns = all.map((touched) => {
    const { start, names, folder } = touched
    if (width === 'files') return said(touched)
    const around = folders.find((each) => keyOf({ start, names }).startsWith(keyOf(each)))
    if (width === 'folder' && around) return `${said(around)}/**`
    const end = folder ? undefined : /^.+(\.[^.]+)$/.exec(names.at(-1) ?? '')?.[1]
    if (end === undefined) return said(touched)
    if (around) return `${said(around)}/**/*${end}`
    return said({ start, names: [...names.slice(0, -1), `*${end}`] })
  })
  return [...new Set(patterns)].toSorted()
}

/** The folders that hold what was touched and may be meant whole, none of them in another. */
function foldersOf(all: readonly Touched[]): readonly Named[] {
  const found = all
    .map(({ start, names, folder }): Named => ({ start, names: folder ? names : names.slice(0, -1) }))
    .filter(isDeep)
  const apart = outermost(found)
  if (apart.length <= mostFolders) return apart
  const groups = Map.groupBy(
    apart,
    ({ start, names }) => `${start}/${names.slice(0, deepEnough[start]).join('/')}`,
  )
  return [...groups.values()].map((group) => group.reduce(together))
}

function outermost(folders: readonly Named[]): readonly Named[] {
  const kept: Named[] = []
  for (const folder of folders.toSorted((a, b) => a.names.length - b.names.length))
    if (!kept.some((each) => keyOf(folder).startsWith(keyOf(each)))) kept.push(folder)
  return kept
}

function together(one: Named, other: Named): Named {
  const end = one.names.findIndex((name, at) => name !== other.names[at])
  return { start: one.start, names: end < 0 ? one.names : one.names.slice(0, end) }
}
