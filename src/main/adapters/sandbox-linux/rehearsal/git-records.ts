import { join } from 'node:path'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { bytesOf, sameAsText, type BytePath } from '../byte-path'
import { lookAtPath } from './listed-tree'

/** What of git's own files says what was there: its logs, and the refs that nothing else has. By git folder and name in it. */
const record =
  /^(.*\/\.git(?:\/(?:modules|worktrees)\/.+?)?)\/(logs\/.+|packed-refs|refs\/(?:heads|tags|notes)\/.+|refs\/stash)$/
const isKept = (ref: string): boolean => /^refs\/(?:(?:heads|tags|notes)\/|stash$)/.test(ref)

/** Longer records are not read. */
const limit = 16 * 1024 * 1024

/** The text of a file, one character for each byte; '' for one that is missing, undefined for what cannot be read to its end. */
async function textAt(path: string): Promise<string | undefined> {
  try {
    const read = await readRegularFile(path, { limit, links: 'refuse' })
    return read.kind === 'read' && read.whole ? read.bytes.toString('latin1') : undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? '' : undefined
  }
}

/** The refs of a packed-refs file that would be missed, with what each stands for. */
const packedIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [value = '', ref = ''] = line.split(' ')
      return isKept(ref) ? [[ref, value]] : []
    }),
  )

/**
 * Whether a file of git's own, as it lies in an upper, no longer has what the real one had: a log that did not only grow, or a ref whose value stands in
 * no log of it (git logs branches and notes by itself, tags never). What cannot be read to its end counts as forgotten. False for every other file.
 */
export async function forgets({
  upper,
  lower,
}: {
  readonly upper: BytePath
  readonly lower: BytePath
}): Promise<boolean> {
  if (!lower.includes('/.git/')) return false
  const [path, above] = [sameAsText(lower), sameAsText(upper)]
  const [, folder, name] = record.exec(path ?? '') ?? []
  if (folder === undefined || name === undefined || above === undefined) return false
  const view = above.slice(0, -name.length - 1)
  const before = (each: string): Promise<string | undefined> => textAt(join(folder, each))
  const after = (each: string): Promise<string | undefined> =>
    lookAtPath(bytesOf(join(view, each))) ? textAt(join(view, each)) : before(each)
  const [was, is] = [await before(name), await after(name)]
  if (was === undefined || is === undefined) return true
  if (name.startsWith('logs/')) return !is.startsWith(was)
  const isLogged = async (ref: string, value: string): Promise<boolean> =>
    ((await after(`logs/${ref}`)) ?? '').split('\n').some((line) => line.split(' ', 2).includes(value))
  if (name !== 'packed-refs') {
    const packed = was === '' ? await before('packed-refs') : ''
    if (packed === undefined) return true
    const value = was.trim() || packedIn(packed).get(name)
    return value !== undefined && is.trim() !== value && !(await isLogged(name, value))
  }
  const now = packedIn(is)
  for (const [ref, value] of packedIn(was)) {
    // One that has a file of its own is what stands there.
    if (now.get(ref) === value || (await before(ref)) !== '') continue
    if ((await after(ref))?.trim() !== value && !(await isLogged(ref, value))) return true
  }
  return false
}
