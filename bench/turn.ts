import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeEngine } from '../src/main/compose'
import { startModelServer } from '../tests/fakes/model-server'
import { median, ms, printRows } from './measure'

/**
 * A turn without tools against the bare request it comes down to: the same body to the same scripted server, read to its
 * end, one after the other, so that what the machine does meanwhile weighs on both.
 */
const rounds = 200
const warm = 20

const home = mkdtempSync('/var/tmp/cs-bench-')

const work = mkdtempSync(join(home, 'work-'))
const server = await startModelServer(() => ({ text: 'A short answer, as a model streams it.' }))
writeFileSync(
  join(home, 'config.toml'),
  `model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
)

const { engine } = await composeEngine({
  env: { ...process.env, COUNTERSIGN_HOME: home },
  version: 'bench',
  runtimeProgram: '',
})

const waiting: (() => void)[] = []
engine.subscribe((notice) => {
  if (notice.kind === 'event' && notice.event.event.type === 'turn.finished') waiting.shift()?.()
})
const turn = async (sessionId: string): Promise<number> => {
  const start = performance.now()
  const ended = new Promise<void>((resolve) => waiting.push(resolve))
  await engine.startTurn(sessionId, 'go')
  await ended
  return performance.now() - start
}
const bare = async (): Promise<number> => {
  const body = JSON.stringify(server.requests.at(-1)?.body)
  const start = performance.now()
  const response = await fetch(`${server.baseUrl}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body,
  })
  await response.text()
  return performance.now() - start
}

const turns: number[] = []
const requests: number[] = []
let session = await engine.createSession({ cwd: work })
for (let round = 0; round < rounds; round += 1) {
  // A new session now and then: a history that grows for ever is not what is asked about.
  if (round % 20 === 0) session = await engine.createSession({ cwd: work })
  turns.push(await turn(session.id))
  requests.push(await bare())
}
await engine.close()
await server.close()
rmSync(home, { recursive: true })

const whole = median(turns.slice(warm))
const alone = median(requests.slice(warm))
printRows([
  {
    what: 'turn without tools, over a bare request to the same server',
    figure: `${ms(whole - alone)} (${ms(whole)} and ${ms(alone)})`,
    goal: 'at most 6 ms',
    reached: whole - alone <= 6,
  },
])
