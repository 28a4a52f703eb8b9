import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startModelServer, type Answer } from '../../fakes/model-server'
import { jsonLines, runCli, type Ran } from '../../fakes/run-cli'

/** One message of a request over the Responses wire, as its text. */
export interface SentMessage {
  readonly role: string
  readonly text: string
}

/** A line of a rollout, as far as these tests look at it. */
export interface RolloutLine {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A home, a project, and a scripted model; all gone after the test. */
export interface ContextWorld {
  readonly base: string
  /** The project's folder, which exists. */
  readonly project: string
  write(files: Readonly<Record<string, string>>): void
  /** `countersign exec --json` with these arguments, to its end. */
  exec(...args: string[]): Promise<Ran>
  /** The messages of the request with this index, in their order. */
  sent(index: number): SentMessage[]
  requests(): number
  /** The lines of the only rollout there is. */
  rollout(): RolloutLine[]
}

interface Input {
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string }[]
}

/** `config` are further lines at the top of config.toml. */
export async function contextWorld(script: readonly Answer[], config = ''): Promise<ContextWorld> {
  const base = mkdtempSync('/var/tmp/cs-context-')
  const server = await startModelServer(script)
  onTestFinished(async () => {
    await server.close()
    rmSync(base, { recursive: true, force: true })
  })
  const project = join(base, 'project')
  mkdirSync(project)
  writeFileSync(
    join(base, 'config.toml'),
    [
      'model = "test-1"',
      'model_provider = "test"',
      config,
      '[features]',
      'sandbox_command_assessment = false',
      '[model_providers.test]',
      `base_url = "${server.baseUrl}"`,
      'wire_api = "responses"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
    ].join('\n'),
  )
  const env = { PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: base }
  return {
    base,
    project,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(base, path)), { recursive: true })
        writeFileSync(join(base, path), text)
      }
    },
    exec: (...args) => runCli(['exec', '--json', ...args], { env, cwd: project }),
    sent(index) {
      const request = server.requests[index]
      if (!request) throw new Error(`no request ${String(index)} was sent`)
      const { input } = request.body as { input: readonly Input[] }
      return input.map(({ role = '', content = '' }) => ({
        role,
        text: typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''),
      }))
    },
    requests: () => server.requests.length,
    rollout() {
      const [file, ...more] = readdirSync(join(base, 'sessions'), {
        recursive: true,
        encoding: 'utf8',
      }).filter((name) => name.endsWith('.jsonl'))
      if (file === undefined || more.length > 0) throw new Error('there is not one rollout')
      return readFileSync(join(base, 'sessions', file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RolloutLine)
    },
  }
}

/** The faults that a run reported, as `code: message`. */
export function faultsOf(ran: Ran): string[] {
  return jsonLines<{ readonly fault?: { readonly code: string; readonly message: string } }>(ran).flatMap(
    ({ fault }) => (fault ? [`${fault.code}: ${fault.message}`] : []),
  )
}
