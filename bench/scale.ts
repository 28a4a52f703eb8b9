import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { responsesFrames } from '../tests/fakes/model-frames'
import { median, ms, printRows } from './measure'

/**
 * A tool call of a session over the app-server, as a program that uses it has it, in workspaces of growing size; the model
 * answers at once. Measured at the model server, between one answer and the next request. It needs a built `out/`.
 */
const sizes = [10, 1_000, 10_000, 40_000, 100_000]
const rounds = 100
const warm = 20

async function measure(folders: number): Promise<number> {
  const base = mkdtempSync('/var/tmp/cs-bench-scale-')
  const [home, work] = [join(base, 'home'), join(base, 'work')]
  mkdirSync(home)
  for (let at = 0; at < folders; at += 1)
    mkdirSync(join(work, `d${String(at % 100)}`, `e${String(at)}`), { recursive: true })
  const between: number[] = []
  let count = 0
  let answered = 0
  const ended = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (count > 0) between.push(performance.now() - answered)
      count += 1
      const calls = [{ name: 'shell', arguments: '{"command":["true"]}' }]
      const frames = responsesFrames(count <= rounds ? { calls } : { text: 'done' }, count).join('')
      answered = performance.now()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames)
      if (count > rounds) ended.resolve(undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(
    join(home, 'config.toml'),
    `model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "http://127.0.0.1:${String(port)}/v1"\nwire_api = "responses"\n`,
  )
  const child = spawn(process.execPath, [join(process.cwd(), 'out/main/cli.js'), 'app-server'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, COUNTERSIGN_HOME: home },
  })
  const send = (id: number, method: string, params: unknown): void => {
    child.stdin.write(`${JSON.stringify({ id, method, params })}\n`)
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { conversationId?: string } }
    if (id === 1)
      send(2, 'sendUserMessage', {
        conversationId: result?.conversationId,
        items: [{ type: 'text', data: { text: 'go' } }],
      })
  })
  send(0, 'initialize', { clientInfo: { name: 'bench', version: '1' } })
  send(1, 'newConversation', { cwd: work, approvalPolicy: 'never', sandbox: 'workspace-write' })
  await ended.promise
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  server.close()
  rmSync(base, { recursive: true })
  return median(between.slice(warm))
}

const medians: number[] = []
for (const size of sizes) medians.push(await measure(size))
const [least = Number.NaN] = medians
printRows(
  medians.map((value, at) => ({
    what: `tool call over the app-server, ${(sizes[at] ?? 0).toLocaleString('en')} sub-folders`,
    figure: `${ms(value)} (${(value / least).toFixed(2)} times the smallest)`,
    goal: 'at most 1.2 times the smallest',
    reached: value <= 1.2 * least,
  })),
)
