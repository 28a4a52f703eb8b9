import type { Fault } from '@shared/domain/fault'

/** A fault as a client reads it: what is wrong, and the remedy where there is one. */
export function faultText({ message, remedy }: Fault): string {
  return (remedy === undefined ? message : `${message} ${remedy}`).replace(/\s*\n\s*/g, ' ')
}
