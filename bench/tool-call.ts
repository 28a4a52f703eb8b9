import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { composeEngine } from '../src/main/compose'
import { responsesFrames } from '../tests/fakes/model-frames'
import { median, ms, printRows } from './measure'

/**
 * One tool call of the loop, the whole way: the model's answer is in, `true` runs in the sandbox, the result is on its
 * way back. Measured at the model server, between the sending of one answer and the arrival of the next request.
 */
const rounds = 120
const warm = 20
/** A model that answers this quickly is quicker than any; in the meantime the next sandbox is made. */
const thinkingMs = 100

interface Model {
  readonly baseUrl: string
  /** Milliseconds from each answer to the request after it. */
  readonly between: readonly number[]
  close(): void
}

async function startModel(thinks: number): Promise<Model> {
  const between: number[] = []
  let count = 0
  let answered = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (count > 0) between.push(performance.now() - answered)
      count += 1
      const calls = [{ name: 'shell', arguments: '{"command":["true"]}' }]
      const frames = responsesFrames(count <= rounds ? { calls } : { text: 'done' }, count).join('')
      void setTimeout(thinks).then(() => {
        answered = performance.now()
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, between, close: () => server.close() }
}

/** The median of whole calls, and of the part between a command's start and its end. */
async function measure(thinks: number): Promise<{ readonly whole: number; readonly inSandbox: number }> {
  const home = mkdtempSync('/var/tmp/cs-bench-')
  const work = mkdtempSync(join(home, 'work-'))
  const model = await startModel(thinks)
  writeFileSync(
    join(home, 'config.toml'),
    `model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "${model.baseUrl}"\nwire_api = "responses"\n`,
  )
  const { engine } = await composeEngine({
    env: { ...process.env, COUNTERSIGN_HOME: home },
    version: 'bench',
    runtimeProgram: '', // not started on Linux
  })
  const runs: number[] = []
  let started = 0
  const ended = new Promise<void>((resolve) => {
    engine.subscribe((notice) => {
      if (notice.kind !== 'event') return
      const { event } = notice.event
      if (event.type === 'command.started') started = performance.now()
      if (event.type === 'command.finished') runs.push(performance.now() - started)
      if (event.type === 'turn.finished') resolve()
    })
  })
  const session = await engine.createSession({ cwd: work })
  await engine.startTurn(session.id, 'go')
  await ended
  await engine.close()
  model.close()
  rmSync(home, { recursive: true })
  return { whole: median(model.between.slice(warm)), inSandbox: median(runs.slice(warm)) }
}

const thinking = await measure(thinkingMs)
const instant = await measure(0)
printRows([
  {
    what: `tool call of the loop over HTTP, from a model that thinks for ${String(thinkingMs)} ms`,
    figure: `${ms(thinking.whole)} (of that the sandbox ${ms(thinking.inSandbox)})`,
    goal: 'at most 7 ms',
    reached: thinking.whole <= 7,
  },
  {
    what: 'the same from a model that answers at once',
    figure: `${ms(instant.whole)} (of that the sandbox ${ms(instant.inSandbox)})`,
    goal: 'at most 7 ms',
    reached: instant.whole <= 7,
  },
])
