import { randomBytes } from 'node:crypto'
import type { HookAgent } from '@shared/domain/hook-agent'
import type { HookWay } from '../../core/hook-settings'
import { sameText } from '../same-text'
import { hookGatewayProof, nonceHeader } from './proof'
import { sendToHookGateway } from './send-to-hook-gateway'

/** How a hook that is installed came through. */
export type RoundTrip =
  { readonly kind: 'answered'; readonly ms: number } | { readonly kind: 'failed'; readonly why: string }

const patienceMs = 10_000

/** A hook that asks nothing: what comes before a call that only reads. Nobody is asked about it, and it is answered all the same. */
const harmless = (cwd: string): string =>
  JSON.stringify({
    ...{ session_id: 'countersign-desk-status', cwd, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Read', tool_input: { file_path: cwd } },
  })

/** Sends a hook the very way that the agent does, and says how it came through. Never throws. */
export async function tryHook(agent: HookAgent, way: HookWay, cwd: string): Promise<RoundTrip> {
  const began = performance.now()
  try {
    const why = way.kind === 'http' ? await tryAddress(agent, way, cwd) : await tryProgram(way.command, cwd)
    return why === undefined ? { kind: 'answered', ms: performance.now() - began } : { kind: 'failed', why }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { kind: 'failed', why: code === 'ECONNREFUSED' ? 'the desk is closed' : message }
  }
}

async function tryAddress(
  agent: HookAgent,
  { port, token }: Extract<HookWay, { kind: 'http' }>,
  cwd: string,
): Promise<string | undefined> {
  const nonce = randomBytes(32).toString('hex')
  const proof = await sendToHookGateway({ port, path: '/proof', headers: { [nonceHeader]: nonce } })
  if (!sameText(proof.text, hookGatewayProof(token, nonce, port)))
    return 'what listens there is not this desk, or its token is another: install it again'
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = agent === 'codex' ? '/codex' : '/claude'
  const answer = await sendToHookGateway({ port, path, headers }, Buffer.from(harmless(cwd)))
  return answer.status === 200 ? undefined : `the desk answered ${String(answer.status)}`
}

/** The agents start it by a shell, and so is it here. */
async function tryProgram(command: string, cwd: string): Promise<string | undefined> {
  const { execa } = await import('execa')
  const done = await execa(command, {
    ...{ shell: true, cwd, input: harmless(cwd), timeout: patienceMs, reject: false },
  })
  if (done.exitCode === 0 && done.stderr === '') return undefined
  return done.stderr.split('\n')[0] ?? `it ended with ${String(done.exitCode)}`
}
