import { basename, isAbsolute } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { hasTooManyPixels, pictureOf } from '@shared/domain/picture-head'
import { sizeInWords } from '../../core/conversation/read-user-input'
import type { PlaceJudge, ImageFiles } from '../../core/ports/read-files'
import { readJudgedFile, type RefuseFile } from '../regular-file/read-regular-file'

const maxBytes = 15_000_000

/**
 * Reads pictures of at most 15 MB and 40 million pixels. The kind is taken from the content; a folder, a pipe, a device and every other kind of
 * file is refused, so that no text of the machine leaves it as a picture. With a judge, so is what commands may not read.
 */
export const imageFiles: ImageFiles = {
  async read(path, judge) {
    if (!isAbsolute(path) || path.includes('\0')) throw bad(path, 'is not an absolute path')
    const bytes = await readBounded(path, judge)
    const picture = pictureOf(bytes)
    if (!picture) throw bad(path, 'is no PNG, JPEG, GIF or WebP picture')
    const { name, mime, size } = picture
    if (size && hasTooManyPixels(size)) throw bad(path, 'has more than 40 million pixels')
    return {
      url: `data:${mime};base64,${bytes.toString('base64')}`,
      label: `${basename(path)}, ${name}, ${sizeInWords(bytes.length)}`,
    }
  },
}

async function readBounded(path: string, judge: PlaceJudge | undefined): Promise<Buffer> {
  const closed: RefuseFile | undefined =
    judge &&
    (async (file) =>
      !file || (await judge.standing(file)) === 'closed' ? 'lies where commands may not read' : undefined)
  try {
    const read = await readJudgedFile(path, { limit: maxBytes, links: 'follow' }, closed)
    if (read.kind === 'refused') throw bad(path, read.reason)
    if (read.kind !== 'read') throw bad(path, 'is no regular file')
    if (!read.whole) throw bad(path, `is larger than ${sizeInWords(maxBytes)}`)
    return read.bytes
  } catch (error) {
    if (error instanceof FaultError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw bad(path, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown reason'})`)
  }
}

function bad(path: string, what: string): FaultError {
  return new FaultError({ code: 'bad-request', message: `The picture ${path} ${what}.` })
}
