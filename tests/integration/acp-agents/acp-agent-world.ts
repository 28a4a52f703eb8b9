import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import { expect, inject } from 'vitest'
import { composeEngine, type Composed } from '../../../src/main/compose'

const patience = { timeout: 120_000 }

/** The table of an agent made with the protocol's library. */
export const testAgent = (how = 'plain', more = ''): string =>
  `[agents.test]\nname = "Tester"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify([inject('hostBundle').acpAgent, how])}\n${more}`

/** A real engine with the agents of a config.toml, and a project. Close it afterwards. */
export async function acpAgentWorld(config: string, settings: { policy?: string; sandbox?: string } = {}) {
  const base = mkdtempSync('/var/tmp/cs-guests-')
  const home = join(base, 'home')
  const project = join(base, 'project')
  for (const folder of [home, project, join(base, 'beside')]) mkdirSync(folder)
  const { policy = 'on-request', sandbox = 'workspace-write' } = settings
  writeFileSync(
    join(home, 'config.toml'),
    `approval_policy = "${policy}"\nsandbox_mode = "${sandbox}"\nfeatures = { sandbox_command_assessment = false }\n${config}`,
  )
  writeFileSync(join(home, 'kept-secret'), 'a record of the engine')
  const env = {
    PATH: process.env['PATH'],
    HOME: base,
    COUNTERSIGN_HOME: home,
    GUEST_KEY: 'sk-guest',
    OTHER_KEY: 'sk-other',
  }
  let composed: Composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  const told: { readonly sessionId: string; readonly event: AgentEvent }[] = []
  const rows = new Map<string, SessionSummary>()
  const listen = (): void => {
    composed.engine.subscribe((notice) => {
      if (notice.kind === 'event') told.push(notice.event)
      if (notice.kind === 'session') rows.set(notice.session.id, notice.session)
    })
  }
  listen()
  const events = (): readonly AgentEvent[] => told.map(({ event }) => event)
  const of = <T extends AgentEvent['type']>(type: T) =>
    events().filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
  const engine = () => composed.engine
  return {
    base,
    home,
    project,
    engine,
    events,
    of,
    /** The row of a session as it was told last. */
    session: (id: string) => rows.get(id),
    begin: async (agent = 'test') => (await engine().createSession({ cwd: project, agent })).id,
    /** Everything that the agent said, in all turns. */
    said: () => of('message.completed').map(({ text }) => text),
    async turn(id: string, text: string): Promise<string> {
      const before = of('turn.finished').length
      await engine().startTurn(id, text)
      await expect.poll(() => of('turn.finished').length, patience).toBe(before + 1)
      return of('turn.finished').at(-1)?.outcome ?? ''
    },
    /** Answers the request that comes next. */
    async answer(decision: Decision, count = 1): Promise<ApprovalRequest> {
      await expect.poll(() => of('approval.requested').length, patience).toBe(count)
      const request = of('approval.requested').at(-1)?.request
      if (!request) throw new Error('nobody asks')
      await engine().decide(request.id, decision, 'window')
      return request
    },
    /** Ends the engine and begins another one in the same home. */
    async again(): Promise<void> {
      await composed.engine.close()
      composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
      listen()
    },
    async close(): Promise<void> {
      await composed.engine.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
