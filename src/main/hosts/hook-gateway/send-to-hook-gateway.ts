import { request, type IncomingMessage } from 'node:http'

/** What is sent to the hook gateway on this port. */
export interface Sent {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one request. Without a limit of time: how long a person is waited for is the agent's own affair. Rejects with what the system says. */
export function sendToHookGateway(
  { port, path, headers }: Sent,
  body?: Buffer,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers, agent: false },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
