import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ApprovalRequest } from '@shared/domain/approval'
import { machineName } from '@shared/domain/machine-server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { processesWith } from '../../fakes/processes-with'
import { publishedProgram, type Published } from '../../fakes/published-program'
import { acpAgentWorld } from './acp-agent-world'

const patience = { timeout: 120_000 }

/**
 * An agent that npm has, which needs nothing beside its own package; `env` names the model at this host, and keeps it from its router.
 * `reports` is what is said where it reports to its maker: that is refused without a question.
 */
interface NpmAgent {
  readonly id: string
  readonly published: Published
  readonly reports: readonly string[]
  readonly env: (host: string) => Readonly<Record<string, string>>
}

const agents: readonly NpmAgent[] = [
  {
    id: 'gemini',
    published: {
      name: '@google/gemini-cli',
      version: '0.61.0',
      sha512: 'dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==',
      entry: 'bundle/gemini.js',
      parts: ['bundle'],
      without: ['bundle/bundled/*'],
    },
    // Its statistics, which no variable switches off.
    reports: ['Gemini CLI was kept from reporting to play.googleapis.com (agent_telemetry_hosts).'],
    env: (host) => ({
      GEMINI_API_KEY: 'sk-test',
      GEMINI_MODEL: 'gemini-2.5-pro',
      GOOGLE_GEMINI_BASE_URL: `http://${host}`,
    }),
  },
  {
    id: 'qwen',
    published: {
      name: '@qwen-code/qwen-code',
      version: '0.24.4',
      sha512: 'pmexy/Nj+BKd3Un1ogqGQE8V4GJn5B6N9PQOrU1GH+lMR29kn6Bgf6YdbZa8hNIoTmAKT1LTPK+P8TibZRPPVg==',
      entry: 'cli-entry.js',
      parts: [
        'cli-entry.js',
        'cli.js',
        'execution-worker.js',
        'fzfWorker.js',
        'chunks',
        'locales',
        'bundled',
      ],
      without: ['bundled/browser-use/*'],
    },
    reports: [],
    env: (host) => ({
      OPENAI_API_KEY: 'sk-test',
      OPENAI_MODEL: 'scripted',
      OPENAI_BASE_URL: `http://${host}/v1`,
    }),
  },
]

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
let served: ChildProcess | undefined
beforeAll(async () => {
  for (const { published } of agents) await publishedProgram(published)
}, 300_000)
afterEach(async () => {
  await world?.close()
  world = undefined
  served?.kill()
})

async function model(): Promise<string> {
  const child = execFile(process.execPath, [resolve('tests/fakes/command-model.ts')])
  served = child
  const port = await new Promise<string>((take) => {
    child.stdout?.once('data', (text: string) => {
      take(text.trim())
    })
  })
  return `${machineName}:${port}`
}

test.each(agents)(
  '$id from npm, at a scripted model: asked about, run on a yes, held by the sandbox, not run on a no, stopped, gone',
  async ({ id, published, reports, env }) => {
    const host = await model()
    const program = await publishedProgram(published)
    const table = [
      `[agents.${id}]`,
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([program, '--acp'])}`,
      `hosts = [${JSON.stringify(host)}]`,
      `[agents.${id}.env]`,
      ...Object.entries(env(host)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ]
    const at = await acpAgentWorld(`${table.join('\n')}\n`)
    world = at
    const session = await at.begin(id)
    const asked = async (of: (request: ApprovalRequest) => boolean): Promise<ApprovalRequest> => {
      const found = () => at.of('approval.requested').find(({ request }) => of(request))?.request
      await expect.poll(found, patience).toBeDefined()
      return found() as ApprovalRequest
    }
    const question = (command: string) => asked((request) => request.command.join(' ').includes(command))
    const decide = (request: ApprovalRequest, yes: boolean) =>
      at
        .engine()
        .decide(request.id, yes ? { kind: 'allow', offerId: 'only-this' } : { kind: 'deny' }, 'window')

    const outside = join(at.base, 'beside', 'made')
    const both = `touch made; touch ${outside}`
    const first = at.turn(session, `run: ${both}`)
    const request = await question(both)
    expect(request).toMatchObject({
      command: ['bash', '-lc', both],
      stop: { boundary: 'approval-policy', why: { kind: 'guest' } },
    })
    await decide(request, true)
    const stopped = await asked(({ stop }) => stop.evidence.some(({ target }) => target === outside))
    expect(stopped.stop.evidence).toContainEqual(expect.objectContaining({ kind: 'write', source: 'kernel' }))
    await decide(stopped, false)
    expect(await first).toBe('completed')
    expect([existsSync(join(at.project, 'made')), existsSync(outside)]).toEqual([true, false])
    expect(at.said().at(-1)).toContain('All done.')

    const second = at.turn(session, 'run: touch refused')
    await decide(await question('touch refused'), false)
    await second
    expect(existsSync(join(at.project, 'refused'))).toBe(false)

    const long = String(100_000 + process.pid)
    const third = at.turn(session, `run: touch begun; sleep ${long}; true`)
    await decide(await question(`sleep ${long}`), true)
    await expect.poll(() => processesWith(long), patience).not.toEqual([])
    expect(existsSync(join(at.project, 'begun'))).toBe(true)
    await at.engine().interruptTurn(session)
    expect(await third).toBe('interrupted')
    await expect.poll(() => processesWith(long), patience).toEqual([])
    expect(processesWith(at.project)).not.toEqual([])
    await at.engine().unloadSession(session)
    await expect.poll(() => processesWith(at.project), patience).toEqual([])
    // Its model was reached unasked, and nobody was asked about any other host.
    const reached = at.of('approval.requested').filter((each) => each.request.stage === 'network')
    expect(reached.map(({ request: { stop } }) => stop.evidence)).toEqual([])
    expect(at.of('error.reported')).toEqual([])
    const noted = at.of('turn.noted').map(({ text }) => text)
    expect(noted.filter((text) => !reports.includes(text))).toEqual([])
  },
  300_000,
)
