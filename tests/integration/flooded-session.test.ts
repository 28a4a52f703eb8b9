import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { composeEngine } from '../../src/main/compose'
import { startModelServer, type ModelServer } from '../fakes/model-server'

let base: string
let server: ModelServer
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-flood-')
  mkdirSync(join(base, 'work'))
})
afterEach(async () => {
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

const megabyte = 1024 * 1024
/** What one command may leave in events, in the record and with the model, whatever it prints. */
const most = 4 * megabyte

test('50 MB of output of one command leave a session bounded in events, record and memory, with both ends kept', async () => {
  const flood = 'echo first; yes 0123456789abcde | head -c 50000000; echo; echo last'
  const shell = {
    name: 'shell',
    arguments: JSON.stringify({ command: ['bash', '-c', flood], timeout_ms: 120_000 }),
  }
  server = await startModelServer([{ calls: [shell] }, { text: 'Seen.' }])
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "on-failure"\n[features]\nsandbox_command_assessment = false\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
  )
  const env = { PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: base }
  const { engine } = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = used()
  let peak = before
  let live = 0
  const seen: AgentEvent[] = []
  const ended = new Promise<void>((resolve) => {
    engine.subscribe((notice) => {
      if (notice.kind !== 'event') return
      const { event } = notice.event
      peak = Math.max(peak, used())
      if (event.type === 'command.output') live += event.text.length
      else seen.push(event)
      if (event.type === 'turn.finished') resolve()
    })
  })
  const session = await engine.createSession({ cwd: join(base, 'work'), sandboxMode: 'workspace-write' })
  await engine.startTurn(session.id, 'flood')
  await ended

  const finished = seen.find((event) => event.type === 'command.finished')?.outcome
  expect(finished).toMatchObject({ kind: 'exited', exitCode: 0 })
  const output = finished?.kind === 'exited' ? finished.output : undefined
  expect(output?.aggregated).toMatch(/^first\n[^]*last\n$/)
  expect((output?.omittedBytes ?? 0) + Buffer.byteLength(output?.aggregated ?? '')).toBeGreaterThan(
    50_000_000,
  )
  const { events } = await engine.openSession(session.id)
  const record = readFileSync(session.rolloutPath ?? '', 'utf8')
  const told = JSON.stringify((await server.request(1)).body)
  expect(told).toContain('first')
  expect(
    [live, JSON.stringify(events).length, record.length, told.length].filter((size) => size > most),
  ).toEqual([])
  expect((peak - before) / megabyte).toBeLessThan(100)
  expect(seen.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'completed' })
  await engine.close()
})
