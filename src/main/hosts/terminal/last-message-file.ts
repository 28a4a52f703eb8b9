import {
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { isWithin } from '../../core/shell/paths'

const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants

const refused = (file: string, because: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `--output-last-message: ${file} ${because}; expected a file that can be written to.`,
  })

/**
 * Opens the file of `--output-last-message` before anything of an agent's runs, which could put a link in its place: what comes in the end goes into this very file
 * or nowhere. A link is none, unless the kernel made it (`/dev/stdout`), and a file named from here lies here. Throws FaultError `bad-request`.
 */
export function openLastMessage(
  file: string,
  complain: (text: string) => void,
  cwd = process.cwd(),
): (message: string) => void {
  const path = resolve(cwd, file)
  const isKernels = /^\/(dev|proc)\//.test(path)
  const around = dirname(path)
  let fd: number
  try {
    const leadsOut =
      isWithin(around, cwd) && realpathSync(around) !== resolve(realpathSync(cwd), relative(cwd, around))
    if (leadsOut && !isKernels) throw refused(file, 'lies behind a link')
    fd = openSync(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | (isKernels ? 0 : O_NOFOLLOW), 0o644)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FaultError || code === undefined) throw error
    throw refused(file, code === 'ELOOP' ? 'is a link' : `cannot be opened (${code})`)
  }
  const opened = fstatSync(fd)
  const isStill = (): boolean => {
    const now = lstatSync(path, { throwIfNoEntry: false })
    return isKernels || !opened.isFile() || (now?.ino === opened.ino && now.dev === opened.dev)
  }
  // Kept open until this process ends.
  return (message) => {
    try {
      if (!isStill()) throw refused(file, 'was replaced while it ran, and nothing was written')
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
