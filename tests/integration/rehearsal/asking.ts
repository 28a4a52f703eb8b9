import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { expect } from 'vitest'
import { composeEngine } from '../../../src/main/compose'
import { startModelServer, type Answer } from '../../fakes/model-server'

const closing: (() => unknown)[] = []

/** Ends and removes what `asking` made. */
export const closeAsking = async (): Promise<void> => {
  for (const close of closing.splice(0).toReversed()) await close()
}
/** A path in a world. */
type At = (...names: string[]) => string

const noPreparation: (at: At) => void = () => undefined

/** A whole engine with a real sandbox, whose agent asks for one command without the sandbox. */
export async function asking(
  script: string | readonly string[] | ((at: At) => readonly string[]),
  {
    config = '',
    escalated = true,
    rules = '',
    managed = '',
    /** The agent asks for all of them at once. */
    together = false,
    /** The limit of time that the agent gives each command, in milliseconds; 0: none. */
    limitMs = 0,
    before = noPreparation,
  } = {},
) {
  const base = mkdtempSync('/var/tmp/cs-waiting-')
  closing.push(() => {
    rmSync(base, { recursive: true, force: true })
  })
  const at: At = (...names) => join(base, ...names)
  for (const folder of ['state', 'home', 'work', 'work/dist', 'beside']) mkdirSync(at(folder))
  for (const file of ['work/a', 'work/dist/x', 'work/dist/y', 'beside/kept']) writeFileSync(at(file), 'one\n')
  writeFileSync(at('work/.env'), 'TOKEN=hunter2\n')
  before(at)
  const why = escalated ? { with_escalated_permissions: true, justification: 'it is needed' } : {}
  if (rules !== '') writeFileSync(at('state/rules.toml'), rules)
  mkdirSync(at('machine'), { recursive: true, mode: 0o755 })
  const managedRules = { file: at('machine/managed_rules.toml'), owner: process.getuid?.() ?? 0 }
  if (managed !== '') writeFileSync(managedRules.file, managed, { mode: 0o644 })
  const scripts = typeof script === 'string' ? [script] : typeof script === 'function' ? script(at) : script
  const calls = scripts.map((each, index) => ({
    id: `c${String(index + 1)}`,
    name: 'shell',
    arguments: { command: ['sh', '-c', each], ...why, ...(limitMs > 0 && { timeout_ms: limitMs }) },
  }))
  const answers: Answer[] = [
    ...(together ? [{ calls }] : calls.map((call) => ({ calls: [call] }))),
    { text: 'done' },
  ]
  const server = await startModelServer(answers)
  closing.push(() => server.close())
  writeFileSync(
    at('state/config.toml'),
    `model_provider = "ours"\nmodel = "scripted"\n${config}\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
  )
  const env = { ...process.env, HOME: at('home'), COUNTERSIGN_HOME: at('state') }
  const compose = () => composeEngine({ env, version: 'test', runtimeProgram: '', managedRules })
  const { engine } = await compose()
  /** Another engine of this home, which ends with the rest. */
  const another = async (): Promise<typeof engine> => {
    const other = await compose()
    closing.push(() => other.engine.close())
    return other.engine
  }
  let closed = false
  const close = async (): Promise<void> => {
    if (!closed) await engine.close()
    closed = true
  }
  closing.push(close)
  const events: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') events.push(notice.event.event)
  })
  const session = await engine.createSession({ cwd: at('work') })
  await engine.startTurn(session.id, 'go')
  const seen = async <T extends AgentEvent['type']>(type: T): Promise<Extract<AgentEvent, { type: T }>> => {
    const find = () => events.find((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
    await expect.poll(find, { timeout: 120_000, interval: 10 }).toBeDefined()
    return find() as Extract<AgentEvent, { type: T }>
  }
  const found = async (): Promise<ShownRehearsal> => {
    const look = () =>
      events.flatMap((event) =>
        event.type === 'approval.rehearsed' && event.rehearsal.state === 'found'
          ? [event.rehearsal.found]
          : [],
      )[0]
    await expect.poll(look, { timeout: 120_000, interval: 10 }).toBeDefined()
    return look() as ShownRehearsal
  }
  const copies = (): readonly string[] =>
    existsSync(at('state/rehearsals')) ? readdirSync(at('state/rehearsals')) : []
  return { base, at, engine, close, events, seen, found, copies, session, server, another }
}
