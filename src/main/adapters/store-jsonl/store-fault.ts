import { FaultError } from '@shared/domain/fault'

/** What went wrong with a record, in one line with its remedy; a FaultError stays what it is. */
export function storeFault(file: string, error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const code = (error as NodeJS.ErrnoException).code
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
        ? 'the folder may not be written to'
        : `it cannot be written (${code ?? 'unknown reason'})`
  return new FaultError(
    {
      code: 'store-failed',
      message: `The session record ${file} was not written: ${why}.`,
      remedy:
        'Make room or set COUNTERSIGN_HOME to a writable folder; what is on screen is kept and written then.',
    },
    error,
  )
}
