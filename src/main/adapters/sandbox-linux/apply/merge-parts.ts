import { createHash } from 'node:crypto'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { markOf } from '../rehearsal/listed-tree'
import type { Step } from './change-set'

/** What becomes of a file of which only a part is taken, from what is there and what would come; undefined: there is no such part. */
export type Merge = (before: string, after: string) => string | undefined

/** Nothing larger was shown as lines. */
const mostBytes = 1_048_576

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The text of a file that is what it was by its mark; undefined where it is not, or is no text. */
async function textOf(
  path: string,
  isStill: (mark: string, bytes: Buffer) => boolean,
): Promise<string | undefined> {
  const read = await readRegularFile(path, { limit: mostBytes, links: 'refuse' })
  if (read.kind !== 'read' || !read.whole || !isStill(markOf(read.stats, false), read.bytes)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes)
  } catch {
    return undefined
  }
}

/**
 * What a file is to hold of which a part is taken, from what lies at `there` and our own copy: both must be what they were when the change was shown.
 * Undefined where they are not, where either is no text, and where the part is none of the two.
 */
export async function readMerged(
  { before, made }: Step,
  there: string,
  merge: Merge,
): Promise<Buffer | undefined> {
  if (!before || made?.type !== 'file') return undefined
  const old = await textOf(
    there,
    (mark, bytes) => mark === before.mark && (before.hash === undefined || before.hash === sha256(bytes)),
  )
  const next = old === undefined ? undefined : await textOf(made.from, (mark) => mark === made.mark)
  const merged = old === undefined || next === undefined ? undefined : merge(old, next)
  return merged === undefined ? undefined : Buffer.from(merged, 'utf8')
}
