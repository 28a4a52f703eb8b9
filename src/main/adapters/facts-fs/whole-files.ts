import { isAbsolute } from 'node:path'
import type { WholeFile } from '@shared/domain/opened-file'
import { hasTooManyPixels, pictureOf, type PictureHead } from '@shared/domain/picture-head'
import type { ReadLimits, Standing, WholeFiles } from '../../core/ports/read-files'
import { readJudgedFile } from '../regular-file/read-regular-file'

const maxBytes = 5_000_000

type Why = Extract<WholeFile, { kind: 'none' }>['why']

/** Files as they are now, judged by what was opened, wherever its name leads by then; where it lies that cannot be told it counts as closed. */
export function createWholeFiles(limits: ReadLimits): WholeFiles {
  return {
    async read(path, roots) {
      const none = (why: Why): WholeFile => ({ kind: 'none', why })
      if (!isAbsolute(path) || path.includes('\0')) return none('missing')
      try {
        const judge = limits.judge(roots)
        const found: { standing: Standing } = { standing: 'closed' }
        const read = await readJudgedFile(path, { limit: maxBytes, links: 'follow' }, async (file) => {
          // It cannot be told any more where it lies.
          found.standing = file ? await judge.standing(file).catch(() => 'closed' as const) : 'closed'
          return found.standing === 'inside' ? undefined : found.standing
        })
        if (read.kind === 'refused') return none(found.standing === 'outside' ? 'outside' : 'closed')
        if (read.kind !== 'read') return none('no-file')
        if (!read.whole) return none('large')
        const picture = pictureOf(read.bytes)
        if (picture) return shownPicture(read.bytes, picture)
        if (read.bytes.includes(0)) return none('no-text')
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes)
        return { kind: 'text', text }
      } catch (error) {
        if (error instanceof TypeError) return none('no-text')
        const { code } = error as NodeJS.ErrnoException
        return none(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'failed')
      }
    },
  }
}

function shownPicture(bytes: Buffer, { mime, size }: PictureHead): WholeFile {
  if (!size || size.width * size.height === 0) return { kind: 'none', why: 'no-text' }
  if (hasTooManyPixels(size)) return { kind: 'none', why: 'large' }
  return { kind: 'picture', url: `data:${mime};base64,${bytes.toString('base64')}`, ...size }
}
