import { createHmac } from 'node:crypto'

/** The header with a number that nobody has used before, to which the hook gateway answers with its proof. */
export const nonceHeader = 'x-countersign-nonce'

/**
 * What only a hook gateway with this token can say, and only one that listens on this port: whoever has taken the port of a closed hook gateway
 * cannot, nor by asking the real one elsewhere.
 */
export function hookGatewayProof(token: string, nonce: string, port: number): string {
  return createHmac('sha256', token)
    .update(`countersign desk ${String(port)} ${nonce}`)
    .digest('base64url')
}
