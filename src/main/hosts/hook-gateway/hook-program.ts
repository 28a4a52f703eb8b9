import { randomBytes } from 'node:crypto'
import type { HookGatewayPlace } from '../../core/ports/hook-settings'
import { sameText } from '../same-text'
import { hookGatewayProof, nonceHeader } from './hook-gateway-proof'
import { sendToHookGateway } from './send-to-hook-gateway'

/** What a hook's program is started with. `place` throws, or resolves with undefined, where there is no hook gateway. */
export interface HookWorld {
  readonly agent: string
  /** It is asked before a call, and nobody is to be asked about that. */
  readonly retriesOnly?: boolean
  readonly input: AsyncIterable<Buffer>
  readonly place: () => Promise<HookGatewayPlace | undefined>
  readonly write: (text: string) => void
  readonly complain: (text: string) => void
}

const maxBodyBytes = 5 * 1024 * 1024

const paths: Readonly<Record<string, string>> = { 'claude-code': '/claude', codex: '/codex' }

/**
 * One hook of an agent that starts a program for it: the body from its input goes to the hook gateway of this home, and what the hook gateway answers to
 * the output. No hook gateway, one that is not this user's, or any fault: no answer, and the agent goes on by its own rules. The exit code is 0
 * in each case but for an agent that is not known, since another one would mean something to the agent.
 */
export async function hookProgram({
  agent,
  retriesOnly = false,
  input,
  place,
  write,
  complain,
}: HookWorld): Promise<number> {
  const path = paths[agent]
  if (path === undefined) {
    complain(`countersign: expected claude-code or codex, not ${JSON.stringify(agent.slice(0, 40))}\n`)
    return 1
  }
  try {
    const body = await whole(input)
    const found = await place()
    if (!found || found.port === 0) throw new Error('there is none')
    const { port, token } = found
    const nonce = randomBytes(32).toString('hex')
    const proof = await sendToHookGateway({ port, path: '/proof', headers: { [nonceHeader]: nonce } })
    // Before anything is said to it: another user may have taken the port of a hook gateway that is closed.
    if (!sameText(proof.text, hookGatewayProof(token, nonce, port)))
      throw new Error('what listens there is not it')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await sendToHookGateway(
      { port, path: retriesOnly ? `${path}/retries` : path, headers },
      body,
    )
    if (answer.status !== 200) throw new Error(answer.text || `status ${String(answer.status)}`)
    if (answer.text !== '{}') write(`${answer.text}\n`)
  } catch (error) {
    complain(
      `countersign: the desk gave no answer: ${error instanceof Error ? error.message : String(error)}\n`,
    )
  }
  return 0
}

async function whole(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    length += chunk.length
    if (length > maxBodyBytes) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
