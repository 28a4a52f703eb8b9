import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostEngine } from '@shared/domain/host-listing'
import type { Reply } from '@shared/ipc/contract'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { StandInEngine } from '../../fakes/stand-in-engine'

/** What a window is told of the engine of a host that is a real ssh away, and of one that says what the test has it say. */
let world: HostWorld
let other: StandInEngine
let window: ServeWindow

beforeAll(async () => {
  world = await hostWorld([])
  appendFileSync(
    join(world.base, 'config.toml'),
    '\n[mcp_servers.docs]\ncommand = "docs-server"\nenabled = false\n',
  )
  other = await StandInEngine.start()
  world.configure(`[hosts.other]\ncommand = ${JSON.stringify(other.command)}\n`)
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  other.close()
  await world.close()
})

const states = async () => (await window.hello()).hosts?.map(({ state }) => state)
const look = (name: string) => window.ask<HostEngine>('host.look', { name })

test('the engine of a host says what counts there, and nothing of this machine’s is in it', async () => {
  await expect.poll(states, { timeout: 60_000 }).toEqual(['connected', 'connected'])
  const config = readFileSync(join(world.base, 'config.toml'), 'utf8')
  const said = await look('build1')
  expect(said).toMatchObject({
    file: join(world.base, 'config.toml'),
    servers: [{ id: 'docs', target: 'docs-server', enabled: false, runs: [] }],
    ...{ rules: 0, leftOut: 0 },
  })
  expect(said.settings.map(({ key }) => key)).toEqual([
    ...['model_provider', 'model', 'approval_policy', 'sandbox_mode'],
  ])
  expect(said.settings[2]?.value).toBe('on-failure')
  expect(said.models.length).toBeGreaterThan(0)
  // It was asked, and is as it was.
  expect(readFileSync(join(world.base, 'config.toml'), 'utf8')).toBe(config)
})

const ok = (value: unknown) => (): Reply => ({ ok: true, value })
const many = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: 60 }, (_, n) => make(n))

test('of what an engine says of itself no more is taken than is shown, and a wrong form is none', async () => {
  await expect.poll(states, { timeout: 60_000 }).toEqual(['connected', 'connected'])
  const long = 'x'.repeat(5_000)
  const rows = [{ key: 'model', value: { [long]: long }, source: 'config' }]
  const settings = { file: long, version: '1', rows, features: [], warnings: [] }
  const server = { transport: 'program', target: long, enabled: true, signIn: 'none', runs: [] }
  other.answers = {
    'settings.read': ok(settings),
    'model.list': ok({
      choices: many((n) => ({ provider: 'p', providerName: 'P', model: String(n), demo: false })),
      ...{ local: [], problems: [] },
    }),
    'mcp.list': ok({ servers: many((n) => ({ id: String(n), ...server })) }),
    'effect-rule.list': ok({ file: '/f', rules: 'many' }),
  }
  const { file, models, servers, rules, leftOut, settings: shown } = await look('other')
  expect([file.length, models.length, servers.length, rules, leftOut, shown[0]?.value.length]).toEqual([
    ...[500, 50, 50, 0, 20, 500],
  ])
  // Nothing but what reads was asked for it.
  expect(new Set(other.asked.map(({ channel }) => channel))).toEqual(
    new Set(['app.hello', 'settings.read', 'model.list', 'mcp.list', 'effect-rule.list']),
  )
  other.answers = { ...other.answers, 'mcp.list': ok({ servers: [{ id: 5 }] }) }
  expect(await window.request('host.look', { name: 'other' })).toMatchObject({ ok: false })
  await expect.poll(states).toEqual(['connected', 'over'])
  expect(await window.request('host.look', { name: 'other' })).toMatchObject({
    ok: false,
    fault: { message: 'other is not connected.' },
  })
  expect(await window.request('host.look', { name: 'nowhere' })).toMatchObject({ ok: false })
})
