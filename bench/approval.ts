import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Push } from '@shared/ipc/push'
import { composeEngine } from '../src/main/compose'
import { createBridgeServer } from '../src/main/hosts/bridge/bridge-server'
import { startModelServer, type Answer } from '../tests/fakes/model-server'
import { median, ms, printRows, type Row } from './measure'

/**
 * From the end of a denied attempt to the approval request in a window, facts and checks included, while the model that is
 * asked for its view answers after 0, 1 or 7 seconds (it is given up after 5).
 */
const rounds = 25
const warm = 5

/** Frames of one answer: the wait before each makes up the model's time. */
const frames = 6
const view = JSON.stringify({
  description: 'Deletes a folder.',
  risk_level: 'low',
  risk_categories: ['data_deletion'],
})

async function measure(seconds: number): Promise<Row> {
  const base = mkdtempSync('/var/tmp/cs-bench-')
  const folder = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true })
    return join(base, name)
  }
  const [home, work, outside] = [folder('home'), folder('work'), folder('outside')]
  for (let at = 0; at < 200; at += 1) writeFileSync(join(outside, `f${String(at)}`), 'x'.repeat(500))
  let calls = 0
  const server = await startModelServer(({ body }): Answer => {
    const wantsView = !JSON.stringify(body).includes('"shell"')
    if (wantsView) return { text: view, delayMs: (seconds * 1000) / frames }
    calls += 1
    // Each command is another one: what was said of one would answer the next.
    const command = ['rm', '-rf', outside, join(base, `missing-${String(calls)}`)]
    return calls <= rounds
      ? { calls: [{ name: 'shell', arguments: JSON.stringify({ command }) }] }
      : { text: 'done' }
  })
  writeFileSync(
    join(home, 'config.toml'),
    `model = "bench"\nmodel_provider = "bench"\napproval_policy = "on-failure"\n[model_providers.bench]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
  )
  const { engine, log } = await composeEngine({
    env: { ...process.env, COUNTERSIGN_HOME: home },
    version: 'bench',
    runtimeProgram: '', // not started on Linux
  })
  const denied: number[] = []
  const shown: number[] = []
  const ended = Promise.withResolvers<undefined>()
  engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'command.finished') denied.push(performance.now())
    if (event.type === 'turn.finished') ended.resolve(undefined)
  })
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'browser',
    version: 'bench',
    platform: process.platform,
    home,
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  const window = bridge.connect((sent) => {
    const push = Push.parse(sent)
    const events = push.kind === 'events' ? push.events : []
    const asked = events.flatMap(({ event }) => (event.type === 'approval.requested' ? [event.request] : []))
    for (const { id } of asked) {
      shown.push(performance.now())
      void engine.decide(id, { kind: 'deny' }, 'browser')
    }
    return Promise.resolve()
  })
  await window.handle('app.hello', {})
  const session = await engine.createSession({ cwd: work })
  await engine.startTurn(session.id, 'go')
  await ended.promise
  window.close()
  await engine.close()
  await server.close()
  rmSync(base, { recursive: true })
  const took = median(shown.map((at, index) => at - (denied[index] ?? Number.NaN)).slice(warm))
  return {
    what: `denied attempt to approval in a window, model answers after ${String(seconds)} s (${String(shown.length)} requests)`,
    figure: ms(took),
    goal: 'at most 50 ms',
    reached: took <= 50,
  }
}

const rows: Row[] = []
for (const seconds of [0, 1, 7]) rows.push(await measure(seconds))
printRows(rows)
