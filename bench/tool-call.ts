import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { composeEngine } from '../src/main/compose'
import { startModelServer } from '../tests/fakes/model-server'
import { median, ms, printRows } from './measure'
import { writeFileSync } from 'node:fs'

/**
 * One tool call of the loop, the whole way: the model's answer is in, `true` runs in the sandbox, the result is on its
 * way back. Measured at the model server, between the end of one answer and the arrival of the next request.
 */
const rounds = 200

const home = mkdtempSync('/var/tmp/cs-bench-')
const arrivals: number[] = []
const answered: number[] = []
const server = await startModelServer(() => {
  arrivals.push(performance.now())
  const answer =
    arrivals.length <= rounds
      ? { calls: [{ name: 'shell', arguments: '{"command":["true"]}' }] }
      : { text: 'done' }
  answered.push(performance.now())
  return answer
})
writeFileSync(
  join(home, 'config.toml'),
  `model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
)
const { engine } = await composeEngine({
  env: { ...process.env, COUNTERSIGN_HOME: home },
  version: 'bench',
  runtimeProgram: '', // not started on Linux
})
const runs: { started: number; finished: number }[] = []
const ended = new Promise<void>((resolve) => {
  engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'command.started') runs.push({ started: performance.now(), finished: 0 })
    const last = runs.at(-1)
    if (event.type === 'command.finished' && last) last.finished = performance.now()
    if (event.type === 'turn.finished') resolve()
  })
})
const session = await engine.createSession({ cwd: home })
await engine.startTurn(session.id, 'go')
await ended
await engine.close()
await server.close()
rmSync(home, { recursive: true })

const warm = 20
const between = arrivals
  .slice(1)
  .map((at, index) => at - (answered[index] ?? at))
  .slice(warm)
const inSandbox = runs.map(({ started, finished }) => finished - started).slice(warm)
const whole = median(between)
printRows([
  {
    what: 'tool call of the loop over HTTP (answer out to next request in)',
    figure: ms(whole),
    goal: 'at most 7 ms',
    reached: whole <= 7,
  },
  {
    what: 'of that, `true` in the sandbox',
    figure: ms(median(inSandbox)),
    goal: 'none of its own',
    reached: true,
  },
])
