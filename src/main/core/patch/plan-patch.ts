import type { PatchTarget } from '../ports/patch-files'
import { applyChunks } from './apply-chunks'
import type { Chunk, ChunkLine, Hunk } from './parse-update'
import { exceedsBytes, maxFileBytes, maxNameBytes, maxTotalBytes } from './patch-limits'
import { nameOf, parentOf } from '../shell/paths'
import type { PlannedFile, Touchable } from './planned-file'
import { resolvePath, foldPath } from './resolve-path'

/** A verified patch, or why it cannot be applied. `files` leaves out what would not change; it may be empty. */
export type PatchPlan =
  | { readonly kind: 'planned'; readonly files: readonly PlannedFile[] }
  | { readonly kind: 'impossible'; readonly problem: string }

/** Where paths start, and how they are looked at. `look` must change nothing. */
export interface PlanWorld {
  readonly cwd: string
  readonly look: (path: string, end: 'follow' | 'name') => Promise<PatchTarget>
}

type Planned = PlannedFile | { readonly problem: string }

const textOf = (target: Touchable): string => (target.kind === 'file' ? target.text : '')

/** The lines that an update itself has, of the file as it is and as it comes to be. */
function saidBy(chunks: readonly Chunk[]): NonNullable<PlannedFile['said']> {
  const lines = chunks.flatMap((chunk) => chunk.lines)
  const without = (other: ChunkLine['kind']): string =>
    lines.flatMap(({ kind, text }) => (kind === other ? [] : [`${text}\n`])).join('')
  return { before: without('add'), after: without('remove') }
}

async function planHunk(hunk: Hunk, world: PlanWorld): Promise<Planned> {
  const path = resolvePath(world.cwd, hunk.path)
  const wrong = (why: string): Planned => ({ problem: `line ${hunk.line}: ${hunk.path} ${why}` })
  if (nameOf(path) === '') return wrong('is the root folder')
  switch (hunk.kind) {
    case 'add': {
      const before = await world.look(path, 'follow')
      if (before.kind === 'refused') return wrong(before.reason)
      return { verb: 'A', shown: hunk.path, path, before, after: hunk.content, move: undefined }
    }
    case 'delete': {
      const before = await world.look(path, 'name')
      if (before.kind === 'refused') return wrong(before.reason)
      if (before.kind === 'missing') return wrong('does not exist')
      return { verb: 'D', shown: hunk.path, path, before, after: undefined, move: undefined }
    }
    case 'update': {
      const to = hunk.moveTo === undefined ? path : resolvePath(world.cwd, hunk.moveTo)
      const moves = to !== path
      const before = await world.look(path, moves ? 'name' : 'follow')
      if (before.kind === 'refused') return wrong(before.reason)
      if (before.kind === 'missing') return wrong('does not exist')
      if (before.kind === 'link') return wrong('is a symbolic link and cannot be moved by a patch')
      const result = applyChunks(before.text, hunk.chunks)
      if (result.kind === 'misfit') return { problem: `line ${result.line}: ${hunk.path}: ${result.problem}` }
      const after = hunk.chunks.length === 0 ? before.text : result.text
      const said = saidBy(hunk.chunks)
      if (!moves) return { verb: 'M', shown: hunk.path, path, before, after, move: undefined, said }
      if (nameOf(to) === '') return wrong('cannot be moved to the root folder')
      const target = await world.look(to, 'follow')
      if (target.kind === 'refused')
        return wrong(`cannot be moved to ${hunk.moveTo ?? to}, which ${target.reason}`)
      return { verb: 'M', shown: hunk.moveTo ?? to, path, before, after, move: { path: to, target }, said }
    }
  }
}

const changesNothing = (file: PlannedFile): boolean =>
  !file.move && file.before.kind === 'file' && file.after === file.before.text

/**
 * Works out what a patch does, without side effects: the new text of every file, from what is there now. Refuses the
 * whole patch for the first thing that does not fit, for two hunks that meet in one file (also by case, by Unicode
 * composition, through links, or one below the other), and beyond the limits of patch-limits. Never throws.
 */
export async function planPatch(hunks: readonly Hunk[], world: PlanWorld): Promise<PatchPlan> {
  const impossible = (problem: string): PatchPlan => ({ kind: 'impossible', problem })
  const files: PlannedFile[] = []
  let total = 0
  let names = 0
  for (const hunk of hunks) {
    const planned = await planHunk(hunk, world)
    if ('problem' in planned) return impossible(planned.problem)
    const { before, after, move } = planned
    if (after !== undefined && exceedsBytes(after, maxFileBytes))
      return impossible(`${planned.shown} would be larger than ${maxFileBytes} bytes`)
    // One name goes to the applier for each end of the change; UTF-8 takes at most three bytes for a code unit.
    names += 3 * (before.place.length + (move?.target.place.length ?? 0))
    total += textOf(before).length + (after?.length ?? 0) + (move ? textOf(move.target).length : 0)
    if (total > maxTotalBytes) return impossible(`its files hold more than ${maxTotalBytes} bytes together`)
    if (names > maxNameBytes) return impossible('its file names are too long together; split the patch')
    files.push(planned)
  }
  const clash = findClash(files)
  if (clash !== undefined) return impossible(clash)
  return { kind: 'planned', files: files.filter((file) => !changesNothing(file)) }
}

interface Touch {
  readonly path: string
  readonly places: readonly string[]
  readonly exists: boolean
  readonly file: PlannedFile
}

/** Both ends of each change, by the path as written and by where it really is. */
function touches(files: readonly PlannedFile[]): Touch[] {
  return files.flatMap((file) => {
    const ends = [{ path: file.path, target: file.before }, ...(file.move ? [file.move] : [])]
    return ends.map(({ path, target }) => ({
      path,
      places: [...new Set([path, target.place].map(foldPath))],
      exists: target.kind !== 'missing',
      file,
    }))
  })
}

/**
 * Two changes that meet: in one file, in names that some file system takes for one, through a link, or one below the
 * other. The sentence says which; undefined when there are none. A file that is moved to another spelling of its own
 * name does not meet itself, as long as nothing is there.
 */
function findClash(files: readonly PlannedFile[]): string | undefined {
  const seen = new Map<string, Touch>()
  for (const touch of touches(files))
    for (const place of touch.places) {
      const other = seen.get(place)
      if (!other) seen.set(place, touch)
      else if (other !== touch && (other.file !== touch.file || touch.exists))
        return other.path === touch.path
          ? `${touch.path} is named twice; put all changes to it under one header`
          : `${other.path} and ${touch.path} are, or can be taken for, the same file`
    }
  for (const [place, touch] of seen)
    for (let folder = parentOf(place); folder !== '/'; folder = parentOf(folder)) {
      const above = seen.get(folder)
      if (above && above !== touch) return `${above.path} cannot be a file and the folder of ${touch.path}`
    }
  return undefined
}
