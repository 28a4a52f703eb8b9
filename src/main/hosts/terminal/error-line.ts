import { FaultError } from '@shared/domain/fault'

/** Whether what the caller asked for cannot be: nothing was started. */
export function isUsage(error: unknown): boolean {
  if (!(error instanceof FaultError)) return false
  const usage: readonly string[] = [
    'bad-request',
    'unknown-session',
    'unknown-provider',
    'unknown-model',
    'missing-key',
  ]
  return usage.includes(error.fault.code)
}

/** What is wrong, and the remedy where one is known, as one line without its end. */
export function errorLine(error: unknown): string {
  if (error instanceof FaultError && error.fault.remedy !== undefined)
    return `${error.message.replace(/(?<![.!?])$/, '.')} ${error.fault.remedy}`.replace(/\s*\n\s*/g, ' ')
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
}
