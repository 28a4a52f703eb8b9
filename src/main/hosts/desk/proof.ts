import { createHmac } from 'node:crypto'

/** The header with a number that nobody has used before, to which the desk answers with its proof. */
export const nonceHeader = 'x-countersign-nonce'

/**
 * What only a desk with this token can say, and only one that listens on this port: whoever has taken the port of a closed desk
 * cannot, nor by asking the real one elsewhere.
 */
export function deskProof(token: string, nonce: string, port: number): string {
  return createHmac('sha256', token)
    .update(`countersign desk ${String(port)} ${nonce}`)
    .digest('base64url')
}
