import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { outputText, type ResponseItem } from '@shared/domain/response-item'
import { calls, fakeEngine, fakeModel, says } from '../../fakes/fake-world'
import { createRuleUsage } from '../../../src/main/adapters/home-files/rule-usage'
import type { McpServers, OpenMcpServers } from '../../../src/main/core/mcp/mcp-servers'
import { mcpClient } from './mcp-world'

const worlds: (() => Promise<void>)[] = []

/** Closes every engine that this file made. */
export async function closeAgentWorlds(): Promise<void> {
  for (const close of worlds.splice(0)) await close()
}

/** An engine whose sessions have these servers, and whose model makes these calls of tools, one each answer; `done` ends a turn between them. */
export async function agentWorld(
  servers: Readonly<Record<string, object>>,
  wanted: readonly ('done' | { readonly name: string; readonly args: object })[],
  approvalPolicy: ApprovalPolicy = 'on-request',
) {
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'cs-mcp-'))
  const cwd = mkdtempSync(join(base, 'ws-'))
  const model = fakeModel([
    ...wanted.map((each, at) => (each === 'done' ? says(each) : calls({ id: `c${String(at)}`, ...each }))),
    says('done'),
  ])
  const opened: McpServers[] = []
  const open = mcpClient(servers, join(base, 'home'))
  const openMcp: OpenMcpServers = (place) => {
    const each = open(place)
    opened.push(each)
    return each
  }
  const usage = createRuleUsage(base, {
    ...{ now: (): number => made.clock.now(), id: randomUUID },
    branchOf: () => Promise.resolve(undefined),
  })
  const made = fakeEngine({ model, defaults: { approvalPolicy }, openMcp, usage })
  worlds.push(async () => {
    await made.engine.close()
    rmSync(base, { recursive: true, force: true })
  })
  const session = await made.engine.createSession({ cwd })
  // The engine's clock is not real here, so that its patience is none.
  for (const each of opened) await each.ready(AbortSignal.timeout(60_000))
  const start = async () => {
    await made.engine.startTurn(session.id, 'go')
  }
  const outputs = (): string[] =>
    (model.requests.at(-1)?.input ?? []).flatMap((item: ResponseItem) =>
      item.type === 'function_call_output' ? [outputText(item.output)] : [],
    )
  return { ...made, model, session, cwd, start, outputs }
}
