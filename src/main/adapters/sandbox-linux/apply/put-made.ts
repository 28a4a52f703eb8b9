import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  lutimesSync,
  mkdirSync,
  readlinkSync,
  readSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- our own copy is opened without following, and looked at; the other is made here
import { openSync } from 'node:fs'
import type { Turns } from '../../own-process/turns'
import { markOf } from '../rehearsal/listed-tree'
import type { Made } from './change-set'
import type { HeldFolder } from './hold-folder'

const blockBytes = 1_048_576

/** What was kept is not what it was when it was read. */
export class CopyChanged extends Error {}

/** What a thing is made with. `bytes` are those of a file of which not all is taken; undefined: they are those of our copy. */
export interface Putting {
  readonly turns: Turns
  readonly bytes?: Buffer | undefined
}

/**
 * Makes a thing in a folder, from our own copies and nothing else: what is by that name already is never written to. Links are
 * made and not followed; it has its modes and times when it is whole. Throws CopyChanged, and what the system says.
 */
export async function putMade(
  folder: HeldFolder,
  name: string,
  made: Made,
  { turns, bytes }: Putting,
): Promise<void> {
  await turns.give()
  switch (made.type) {
    case 'file':
      await putFile(folder.at(name), made, { turns, bytes })
      break
    case 'link': {
      symlinkSync(readlinkSync(made.from), folder.at(name))
      lutimesSync(folder.at(name), made.mtime, made.mtime)
      break
    }
    case 'folder':
      await putFolder(folder, name, made, turns)
      break
  }
}

async function putFile(place: string, made: Made, { turns, bytes }: Putting): Promise<void> {
  const source = openSync(made.from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const unchanged = (): boolean => markOf(fstatSync(source), false) === made.mark
    const { size } = fstatSync(source)
    if (!unchanged()) throw new CopyChanged(made.path)
    const target = openSync(
      place,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    )
    try {
      const put = (some: Buffer, length: number): void => {
        for (let at = 0; at < length;) at += writeSync(target, some, at, length - at)
      }
      if (bytes) put(bytes, bytes.length)
      else {
        const block = Buffer.allocUnsafe(Math.max(1, Math.min(blockBytes, size)))
        for (let got = readSync(source, block); got > 0; got = readSync(source, block)) {
          put(block, got)
          await turns.give()
        }
      }
      fchmodSync(target, made.mode)
      futimesSync(target, made.mtime, made.mtime)
    } finally {
      closeSync(target)
    }
    if (!unchanged()) throw new CopyChanged(made.path)
  } finally {
    closeSync(source)
  }
}

async function putFolder(folder: HeldFolder, name: string, made: Made, turns: Turns): Promise<void> {
  mkdirSync(folder.at(name), { mode: 0o700 })
  const inside = folder.enter(name)
  try {
    for (const child of made.children) await putMade(inside, child.name, child, { turns })
    chmodSync(inside.itself, made.mode)
    utimesSync(inside.itself, made.mtime, made.mtime)
  } finally {
    inside.close()
  }
}

/** A thing without these paths and what is below them; undefined: it is one of them. */
export function without(made: Made, left: ReadonlySet<string>): Made | undefined {
  if (left.has(made.path)) return undefined
  return { ...made, children: made.children.flatMap((child) => without(child, left) ?? []) }
}

/** How many things it is. */
export const countOf = ({ children }: Made): number =>
  1 + children.reduce((sum, child) => sum + countOf(child), 0)
