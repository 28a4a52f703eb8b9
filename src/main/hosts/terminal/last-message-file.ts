import { constants, fstatSync, ftruncateSync, lstatSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { isKernels } from '../../core/shell/paths'
import { holdNamed, type NamedPlace } from '../named-place'

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants

const refused = (file: string, because: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `--output-last-message: ${file} ${because}; expected a file that can be written to.`,
  })

interface Opened {
  readonly fd: number
  /** It was not there before. */
  readonly isMade: boolean
}

/** Opens it where it is there, else makes it. Throws what the system says. */
function openOrMake(path: string, flags: number): Opened {
  try {
    return { fd: openSync(path, flags | O_CREAT | O_EXCL, 0o644), isMade: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { fd: openSync(path, flags), isMade: false }
  }
}

/**
 * Opens the file of `--output-last-message` before anything of an agent's runs, which could put a link in its place: what comes in the end goes into this very file
 * or nowhere. A link is none, unless the kernel made it (`/dev/stdout`), nor what lies behind one in `work`, the folder that is worked in, or in this one. A file that was made
 * is gone when this process ends before the turn does. Throws FaultError `bad-request`.
 */
export function openLastMessage(
  file: string,
  complain: (text: string) => void,
  work = '.',
): (message: string) => void {
  const named = resolve(file)
  const ofKernel = isKernels(named)
  let place: NamedPlace | undefined
  let made: Opened
  try {
    if (!ofKernel) {
      place = holdNamed(named, ['.', work])
      if (!place) throw refused(file, 'is a link, or lies behind one')
    }
    const flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
    made = place ? openOrMake(place.path, flags | O_NOFOLLOW) : { fd: openSync(named, flags), isMade: false }
  } catch (error) {
    place?.close()
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FaultError || code === undefined) throw error
    throw refused(file, code === 'ELOOP' ? 'is a link' : `cannot be opened (${code})`)
  }
  const { fd, isMade } = made
  const opened = fstatSync(fd)
  const isStill = (path: string): boolean => {
    const now = lstatSync(path, { throwIfNoEntry: false })
    return now?.ino === opened.ino && now.dev === opened.dev
  }
  let hasEnded = false
  if (place && isMade) {
    const { path } = place
    process.once('exit', () => {
      try {
        if (!hasEnded && fstatSync(fd).size === 0 && isStill(path)) unlinkSync(path)
      } catch (error) {
        if (!(error instanceof Error)) throw error // an empty file stays
      }
    })
  }
  // Kept open until this process ends.
  return (message) => {
    hasEnded = true
    try {
      if (place && opened.isFile() && !isStill(named))
        throw refused(file, 'was replaced while it ran, and nothing was written')
      if (opened.isFile()) ftruncateSync(fd)
      writeFileSync(fd, message)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      const why = error instanceof FaultError ? error : refused(file, `could not be written (${code})`)
      complain(`countersign: ${why.message}\n`)
    }
  }
}
