import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './places.mjs'
import { pinnedNode, run } from './run.mjs'

const program = join(root, 'out', 'main')
/** No start takes so long; on a machine where one does, the build goes on without what it would have left. */
const limitMs = 30_000

/**
 * What V8 made of one file of the program, as `src/main/kept-code.ts` writes it down.
 * @typedef {{ name: string, as: string, sum: number, data: Buffer }} Kept
 */

/**
 * @param {Buffer} bytes a file of kept code
 * @returns {Kept[]}
 */
function readKept(bytes) {
  let at = bytes.indexOf('\n') + 1
  const head = /** @type {[string, string, number, number][]} */ (JSON.parse(bytes.toString('utf8', 0, at)))
  return head.map(([name, as, sum, length]) => {
    const data = bytes.subarray(at, at + length)
    at += length
    return { name, as, sum, data }
  })
}

/** @param {readonly Kept[]} all */
const written = (all) =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(all.map(({ name, as, sum, data }) => [name, as, sum, data.length]))}\n`),
    ...all.map(({ data }) => data),
  ])

/** @param {readonly object[]} events */
const frames = (events) =>
  events
    .map((event) => `event: ${String(Reflect.get(event, 'type'))}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

/** What a model says that asks for one command. */
const call = frames([
  { type: 'response.created', response: { id: 'r' } },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: {
      ...{ type: 'function_call', id: 'f', call_id: 'c', name: 'shell' },
      arguments: JSON.stringify({ command: ['bash', '-lc', 'npm test && touch made'] }),
    },
  },
  { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
])

/** What an app-server is sent, in either protocol, and answers with: until it asks for its first approval. */
const greeting = { id: 0, method: 'initialize', params: { clientInfo: { name: 'build', version: '1' } } }
/**
 * What is answered to each answer.
 * @type {Record<number, (result: { conversationId?: string, thread?: { id: string } }, work: string) => object[]>}
 */
const first = {
  0: (_, cwd) => [
    { method: 'initialized' },
    { id: 1, method: 'newConversation', params: { cwd, approvalPolicy: 'untrusted' } },
  ],
  1: ({ conversationId }) => {
    const items = [{ type: 'text', data: { text: 'go' } }]
    return [{ id: 2, method: 'sendUserMessage', params: { conversationId, items } }]
  },
}
/** @type {typeof first} */
const second = {
  0: (_, cwd) => [
    { method: 'initialized' },
    { id: 1, method: 'thread/start', params: { cwd, approvalPolicy: 'untrusted' } },
  ],
  1: ({ thread }) => {
    const input = [{ type: 'text', text: 'go', text_elements: [] }]
    return [{ id: 2, method: 'turn/start', params: { threadId: thread?.id, input } }]
  },
}

/**
 * Runs the program with a home of its own, and takes what it keeps of its code. Nothing where it failed.
 * @param {readonly string[]} args
 * @param {string} base a folder of its own
 * @param {{ port: number, talk?: typeof first }} options
 * @returns {Promise<Kept[]>}
 */
async function keptBy(args, base, { port, talk }) {
  const [home, work] = [join(base, 'home'), join(base, 'work')]
  for (const folder of [home, work]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const provider = `base_url = "http://127.0.0.1:${String(port)}/v1"\nwire_api = "responses"\n`
  writeFileSync(
    join(home, 'config.toml'),
    `model = "m"\nmodel_provider = "build"\n[model_providers.build]\n${provider}`,
  )
  const child = spawn(pinnedNode, [join(program, 'cli.js'), ...args], {
    cwd: work,
    env: { PATH: process.env['PATH'], HOME: base, COUNTERSIGN_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: limitMs,
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  const ended = new Promise((resolve) => child.once('close', resolve))
  /** @param {readonly object[]} lines */
  const send = (lines) => {
    for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`)
  }
  if (talk)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, method, result } = /** @type {{ id?: number, method?: string, result?: {} }} */ (
        JSON.parse(line)
      )
      if (id === undefined) return
      if (method === undefined) send(talk[id]?.(result ?? {}, work) ?? [])
      else child.stdin.end() // the approval: nothing is run
    })
  else {
    child.stdout.resume()
    child.stdin.end()
  }
  if (talk) send([greeting])
  await ended
  const folder = join(home, 'code-cache')
  const file = readdirSync(folder).find((name) => name.startsWith(`${String(args[0])}-`))
  const kept = file === undefined ? [] : readKept(readFileSync(join(folder, file)))
  // The name of such a file tells its content, and so it is no matter when it was put where it lies.
  return kept
    .filter(({ name }) => name.startsWith('chunks'))
    .map((each) => ({ ...each, as: each.as.replace(/ .*/, '') }))
}

/**
 * Has the program that was just built run as people's first runs do, and lays what V8 made of its code beside it (decision 253): a
 * home that is new begins with that. Without it every start compiles; so no failure here is one of the build.
 */
export async function keepCodeAhead() {
  const folder = join(program, 'kept')
  rmSync(folder, { recursive: true, force: true })
  const base = mkdtempSync(join(tmpdir(), 'countersign-build-'))
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(call)
  })
  try {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const [one, two, assessed, boxed] = await Promise.all([
      keptBy(['app-server'], join(base, 'first'), { port, talk: first }),
      keptBy(['app-server'], join(base, 'second'), { port, talk: second }),
      keptBy(['assess', '--no-model', '--', 'ls'], join(base, 'assess'), { port }),
      keptBy(['sandbox', '--', 'true'], join(base, 'sandbox'), { port }),
    ])
    /** @type {Map<string, Kept>} */
    const all = new Map()
    for (const kept of [...assessed, ...two, ...one])
      if (kept.data.length > (all.get(kept.name)?.data.length ?? 0)) all.set(kept.name, kept)
    const { output: made } = await run(pinnedNode, ['-p', 'process.arch + "-" + process.versions.v8'], {
      capture: true,
    })
    const own = join(folder, made.trim())
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'sandbox'), written(boxed))
    writeFileSync(join(own, 'all'), written([...all.values()]))
  } catch (error) {
    console.log(`No code was kept ahead: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(base, { recursive: true, force: true })
  }
}
