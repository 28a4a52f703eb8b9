import { randomBytes } from 'node:crypto'
import { link, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { z } from 'zod'
import type { HookGatewayFile, HookGatewayPlace } from '../../core/ports/hook-settings'
import { readRegularFile } from '../regular-file/read-regular-file'
import { writeWhole } from '../regular-file/write-whole'

const Place = z.object({
  port: z.int().min(0).max(65_535),
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})

/**
 * The hook gateway's place in `desk.json` under `home`, which only its owner may read (mode 0600). A file that others may read or write, that is
 * somebody else's, a link or damaged is not used and not written over (fails closed).
 */
export function createHookGatewayFile(home: string): HookGatewayFile {
  const path = join(home, 'desk.json')
  const refuse = (why: string, cause?: unknown): FaultError =>
    new FaultError(
      {
        code: 'store-failed',
        message: `${path} cannot be used: ${why}.`,
        remedy: 'Delete it; a new one is made, and what was installed with it is to be installed again.',
      },
      cause,
    )
  const read = async (): Promise<HookGatewayPlace | undefined> => {
    try {
      const file = await readRegularFile(path, { limit: 4096, links: 'refuse' })
      if (file.kind !== 'read') throw refuse('it is no regular file')
      const { mode, uid } = file.stats
      if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.()))
        throw refuse('others may read it, or it is not yours')
      const place = Place.safeParse(JSON.parse(file.bytes.toString()))
      if (!place.success) throw refuse('it is damaged')
      return place.data
    } catch (error) {
      if (error instanceof FaultError) throw error
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      throw refuse(code === 'ELOOP' ? 'it is a link' : (code ?? 'it is damaged'), error)
    }
  }
  const write = (at: string, place: HookGatewayPlace) => writeWhole(at, [`${JSON.stringify(place)}\n`])
  return {
    read,
    async open() {
      const known = await read()
      if (known) return known
      const made = { port: 0, token: randomBytes(32).toString('base64url') }
      // Of two that begin at once one makes it, and the other takes what it made.
      const fresh = `${path}.${randomBytes(6).toString('hex')}`
      await write(fresh, made)
      try {
        await link(fresh, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        await unlink(fresh)
      }
      return (await read()) ?? made
    },
    async keep(port) {
      const known = await read()
      if (known && known.port !== port) await write(path, { ...known, port })
    },
  }
}
