import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { composeEngine } from '../src/main/compose'
import { startModelServer } from '../tests/fakes/model-server'
import { printRows } from './measure'

/**
 * 200 sessions open at once, 20 turns each against the scripted server. COUNTERSIGN_SOAK_MINUTES repeats the turns for
 * so long and watches whether memory stays flat.
 */
const sessions = 200
const turns = 20
const soakMs = Number(process.env['COUNTERSIGN_SOAK_MINUTES'] ?? '0') * 60_000

const home = mkdtempSync('/var/tmp/cs-bench-sessions-')

const work = mkdtempSync(join(home, 'work-'))
const server = await startModelServer(() => ({ text: 'CheckedRequest at it; nothing to do. '.repeat(10) }))
writeFileSync(
  join(home, 'config.toml'),
  `model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
)
const { engine } = await composeEngine({
  env: { ...process.env, COUNTERSIGN_HOME: home },
  version: 'bench',
  runtimeProgram: '',
})

const waiting = new Map<string, () => void>()
let faults = 0
engine.subscribe((notice) => {
  if (notice.kind !== 'event') return
  const { sessionId, event } = notice.event
  if (event.type === 'error.reported') faults += 1
  if (event.type !== 'turn.finished') return
  if (event.outcome !== 'completed') faults += 1
  waiting.get(sessionId)?.()
})
async function turn(sessionId: string): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    waiting.set(sessionId, resolve)
  })
  await engine.startTurn(sessionId, 'Look at the tests and say what is left to do.')
  await ended
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes in use after everything that can go has gone. */
function inUse(): number {
  for (let round = 0; round < 3; round += 1) collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

const first = await engine.createSession({ cwd: work })
for (let number = 0; number < turns; number += 1) await turn(first.id)
const before = inUse()
const ids = await Promise.all(
  Array.from({ length: sessions - 1 }, async () => (await engine.createSession({ cwd: work })).id),
)
const all = [first.id, ...ids]
for (let number = 0; number < turns; number += 1) await Promise.all(ids.map(turn))
// What the model server has recorded is not the engine's.
const recorded = (): void => {
  ;(server.requests as unknown[]).length = 0
}
recorded()
const after = inUse()
const each = (after - before) / (sessions - 1)

const marks: number[] = []
for (const end = Date.now() + soakMs; Date.now() < end;) {
  await Promise.all(all.map(turn))
  recorded()
  marks.push(inUse())
}
await engine.close()
await server.close()
rmSync(home, { recursive: true })

printRows([
  {
    what: `${String(sessions)} sessions, ${String(turns)} turns each: errors`,
    figure: String(faults),
    goal: 'none',
    reached: faults === 0,
  },
  {
    what: 'memory of one idle session beyond the first',
    figure: `${each.toFixed(3)} MB`,
    goal: 'under 1 MB',
    reached: each < 1,
  },
  ...(marks.length < 2
    ? []
    : [
        {
          what: `soak: ${String(marks.length)} more turns in each session, growth per session and turn`,
          figure: `${((((marks.at(-1) ?? 0) - (marks[0] ?? 0)) * 1024) / sessions / (marks.length - 1)).toFixed(2)} KB`,
          goal: 'what the history itself takes',
          reached: true,
        },
      ]),
])
