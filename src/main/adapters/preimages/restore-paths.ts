import { constants } from 'node:fs'
import { access, lchown, mkdir, open, rename, symlink } from 'node:fs/promises'
import { absent, isSameState, type KeptPath, type PathState } from '../../core/preimages/path-state'
import type { StatesNow, UndoUnit } from '../../core/preimages/plan-undo'
import { withAttributes } from './attributes'
import { codeOf, type HeldFolder, inFolderOf, isRoot, onDisk, statsAt } from './held-folder'
import { hashed, type PackWriter, readKept } from './pack'
import { type besides, identityAt, setMode, type JournalUnit } from './restore-journal'
import { stateNow, stateOf, walkPlace } from './walk-place'

/** Something is not what it was when it was looked at. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

/** The system does not permit it: the message is the path, \`why\` what could not be done. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'

  constructor(
    path: string,
    readonly why: string,
  ) {
    super(path)
  }
}

/** What a fault at a path means: that it is another by now, where the system does not say that it is not permitted. */
const meaning = (path: string, error: unknown): Error =>
  ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))
    ? new NotPermitted(path, codeOf(error))
    : new ChangedMeanwhile(path)

const hasList = 'it has an access list or attributes'

/** Why a file could not be kept. */
const unkept = async (path: string): Promise<Error> =>
  inFolderOf(path, (folder, name) => access(folder.at(name), constants.R_OK)).then(
    () => new ChangedMeanwhile(path),
    (error: unknown) => {
      const found = meaning(path, error)
      return found instanceof NotPermitted ? new NotPermitted(path, 'cannot be read') : found
    },
  )

/**
 * What lies at the kept paths now, and below folders that may have to go. Content is read only where a stamp says that it may be another. A
 * folder that is to have another mode and has an access list now is `other`: its mode says what the list gives.
 */
export async function statesNow(kept: readonly KeptPath[]): Promise<StatesNow> {
  const now = new Map<string, PathState>()
  for (const { path, wanted, left } of kept) {
    if (!now.has(path)) {
      const state = await stateNow(path)
      now.set(path, state)
      if (state.kind === 'folder' && wanted.kind !== 'folder')
        for await (const entry of walkPlace(path)) if (!now.has(entry.path)) now.set(entry.path, entry.state)
    }
    now.set(path, await reported(path, now.get(path) ?? absent, [left, wanted]))
  }
  const staying = kept.filter(
    ({ path, wanted }) => wanted.kind === 'folder' && now.get(path)?.kind === 'folder',
  )
  for (const path of await withAttributes(staying.map(({ path: each }) => each)))
    now.set(path, { kind: 'other', why: 'attributes' })
  return now
}

/** With the hash, where one of these could have the same content under another stamp. */
async function reported(path: string, state: PathState, others: readonly PathState[]): Promise<PathState> {
  if (state.kind !== 'file') return state
  const known = others.find((each) => each.kind === 'file' && each.stamp === state.stamp)
  if (known?.kind === 'file') return { ...state, ...(known.hash !== undefined && { hash: known.hash }) }
  if (!others.some((each) => each.kind === 'file' && each.size === state.size)) return state
  return inFolderOf(path, async (folder, name) => (await hashed(folder.at(name), state)) ?? state)
}

/**
 * Keeps what the chosen paths are now, so that it can come back when the other way is gone; ends the pack. What has an access list
 * or attributes now comes back for its owner alone. Throws ChangedMeanwhile and NotPermitted.
 */
export async function keepNow(
  chosen: readonly KeptPath[],
  now: StatesNow,
  pack: PackWriter,
): Promise<ReadonlyMap<string, PathState>> {
  const kept = new Map<string, PathState>()
  try {
    for (const { path } of chosen) {
      const state = now.get(path) ?? { kind: 'absent' }
      if (state.kind === 'other' && state.why === 'attributes') throw new NotPermitted(path, hasList)
      if (state.kind === 'other') throw new ChangedMeanwhile(path)
      const copy =
        state.kind === 'file'
          ? await inFolderOf(path, (folder, name) => pack.add(folder.at(name), state))
          : state
      if (!copy) throw await unkept(path)
      kept.set(path, copy)
    }
  } finally {
    await pack.close()
  }
  const owned = [...kept].flatMap(([path, { kind }]) => (kind === 'file' || kind === 'folder' ? [path] : []))
  for (const path of await withAttributes(owned)) {
    const state = kept.get(path)
    if (state && 'mode' in state) kept.set(path, { ...state, mode: state.mode & 0o700 })
  }
  return kept
}

/** The units as a journal has them, before anything was made. Folders that are opened for writing come first, others last. */
export function journalUnits(units: readonly UndoUnit[]): readonly JournalUnit[] {
  return units.map(({ kind, path, wanted, now }) => {
    if (kind === 'entry') return { kind, path, had: now.kind !== 'absent', comes: wanted.kind !== 'absent' }
    if (wanted.kind !== 'folder' || now.kind !== 'folder') throw new ChangedMeanwhile(path)
    return { kind: 'mode', path, from: ownerOf(now), to: ownerOf(wanted) }
  })
}

const ownerOf = ({ mode, uid, gid }: Extract<PathState, { kind: 'folder' }>) => ({ mode, uid, gid })

/** Orders units so that a folder may be written to while something in it is exchanged. */
export const inOrder = (units: readonly UndoUnit[]): readonly UndoUnit[] => {
  const rank = ({ kind, wanted }: UndoUnit): number =>
    kind === 'entry' ? 1 : wanted.kind === 'folder' && (wanted.mode & 0o200) !== 0 ? 0 : 2
  return units.toSorted((one, other) => rank(one) - rank(other))
}

/** Makes what comes, beside where it is to be; nothing that was there is touched. Returns what identifies it. */
export async function prepareUnit(store: string, unit: UndoUnit, fresh: string): Promise<string | undefined> {
  if (unit.kind === 'mode' || unit.wanted.kind === 'absent') return undefined
  return inFolderOf(unit.path, async (folder) => {
    const children = Map.groupBy(unit.below, ({ path }) => path.slice(0, path.lastIndexOf('/')))
    await make(folder, fresh, unit.wanted, { store, children, path: unit.path })
    return identityAt(folder.at(fresh))
  })
}

/** What is built: where contents are kept, its path, and what comes into each folder of the unit. */
interface Building {
  readonly store: string
  readonly path: string
  readonly children: ReadonlyMap<string, readonly KeptPath[]>
}

async function make(
  folder: HeldFolder,
  name: string,
  state: PathState,
  { store, path, children }: Building,
): Promise<void> {
  const at = folder.at(name)
  switch (state.kind) {
    case 'absent':
      return
    case 'other':
      throw new ChangedMeanwhile(path)
    case 'link':
      await symlink(onDisk(state.target), at)
      if (isRoot()) await lchown(at, state.uid, state.gid)
      return
    case 'file': {
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
      const file = await open(at, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
      try {
        await readKept(store, state, async (part) => {
          await file.writeFile(part)
        })
        if (isRoot()) await file.chown(state.uid, state.gid)
        await file.chmod(state.mode & 0o7777)
        await file.utimes(state.mtimeMs / 1000, state.mtimeMs / 1000)
      } finally {
        await file.close()
      }
      return
    }
    case 'folder': {
      await mkdir(at, 0o700)
      const inner = await folder.inner(name)
      try {
        for (const { path: each, wanted } of children.get(path) ?? [])
          await make(inner, each.slice(path.length + 1), wanted, { store, path: each, children })
        await inner.give(state)
      } finally {
        await inner.close()
      }
    }
  }
}

/**
 * What was made has the rights that it is to have and no more: a folder can give an access list to all that is made in it. `fresh` are their names.
 * Throws NotPermitted.
 */
export async function checkMade(units: readonly UndoUnit[], fresh: readonly string[]): Promise<void> {
  const made = new Map<string, string>()
  for (const [at, { kind, path, wanted, below }] of units.entries()) {
    if (kind === 'mode') continue
    const top = path.slice(0, path.lastIndexOf('/') + 1) + (fresh[at] ?? '')
    for (const each of [{ path, wanted }, ...below])
      if (each.wanted.kind === 'file' || each.wanted.kind === 'folder')
        made.set(top + each.path.slice(path.length), each.path)
  }
  for (const at of await withAttributes([...made.keys()]))
    throw new NotPermitted(made.get(at) ?? at, 'what is made in its folder gets an access list')
}

/** Puts one unit in place. Throws NotPermitted, and ChangedMeanwhile where what is there is not what was looked at; the journal then takes all back. */
export async function commitUnit(
  unit: UndoUnit,
  noted: JournalUnit,
  names: ReturnType<typeof besides>,
  now: StatesNow,
): Promise<void> {
  const { path } = unit
  if (noted.kind === 'mode') {
    if (!isSameState(await stateNow(path), unit.now, isRoot())) throw new ChangedMeanwhile(path)
    await setMode(path, noted.to)
    return
  }
  await inFolderOf(path, async (folder, name) => {
    if (noted.had) {
      await rename(folder.at(name), folder.at(names.old)).catch((error: unknown) => {
        throw meaning(path, error)
      })
      await checkOld(folder, names.old, unit, now)
    }
    if (await statsAt(folder.at(name))) throw new ChangedMeanwhile(path)
    if (!noted.comes) return
    if ((await identityAt(folder.at(names.fresh))) !== noted.fresh) throw new ChangedMeanwhile(path)
    await rename(folder.at(names.fresh), folder.at(name))
  })
}

/** What was moved aside must be what was looked at, down to the last file: it is going to be removed. */
async function checkOld(folder: HeldFolder, old: string, unit: UndoUnit, now: StatesNow): Promise<void> {
  const seen = new Set([unit.path, ...unit.goes])
  const at = folder.at(old)
  const state = await stateOf(at, await statsAt(at))
  if (!isTheSame(state, unit.now)) throw new ChangedMeanwhile(unit.path)
  if (state.kind !== 'folder') return
  const check = async (inner: HeldFolder, path: string): Promise<void> => {
    for (const name of await inner.names()) {
      const each = `${path}/${name}`
      const is = await stateOf(inner.at(name), await statsAt(inner.at(name)))
      if (!seen.has(each) || !isTheSame(is, now.get(each))) throw new ChangedMeanwhile(each)
      if (is.kind !== 'folder') continue
      await within(inner, name, (deeper) => check(deeper, each))
    }
  }
  await within(folder, old, (inner) => check(inner, unit.path))
}

async function within(
  folder: HeldFolder,
  name: string,
  work: (inner: HeldFolder) => Promise<void>,
): Promise<void> {
  const inner = await folder.inner(name)
  try {
    await work(inner)
  } finally {
    await inner.close()
  }
}

/** The same thing with the same times; that it has another name moves only the time of its last change. */
function isTheSame(is: PathState, was: PathState | undefined): boolean {
  if (is.kind !== 'file' || was?.kind !== 'file') return was !== undefined && isSameState(is, was, true)
  const core = (stamp: string): string => stamp.split(':').slice(0, 4).join(':')
  return core(is.stamp) === core(was.stamp) && is.mode === was.mode
}

/** How every chosen path is now, each file with the hash that it is known to have. */
export async function leftAs(chosen: readonly KeptPath[]): Promise<ReadonlyMap<string, PathState>> {
  const left = new Map<string, PathState>()
  for (const { path, wanted } of chosen) {
    const state = await stateNow(path)
    const hash = wanted.kind === 'file' ? wanted.hash : undefined
    left.set(path, state.kind === 'file' && hash !== undefined ? { ...state, hash } : state)
  }
  return left
}
