import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from './model-server'

/**
 * A home with a config.toml for a scripted model, and a project folder; outside /tmp, which workspace-write opens. `base` is the engine's home and lies
 * with the project in `folder`, which is the person's: what else a row writes is there.
 */
export interface AppServerHome {
  readonly folder: string
  readonly base: string
  readonly project: string
  readonly env: NodeJS.ProcessEnv
  readonly server: ModelServer
  remove(): Promise<void>
}

/**
 * Makes one. Turns take the script's answers in order, or ask it for each; questions about a command's risk, which offer no tools, get
 * `view`, by default the sample's.
 */
export async function appServerHome(
  script: readonly Answer[] | ((request: RecordedRequest) => Answer | undefined),
  options: {
    readonly policy?: string
    readonly view?: Answer | ((request: RecordedRequest) => Answer)
    readonly config?: string
  } = {},
): Promise<AppServerHome> {
  const { policy = 'on-failure', view = { text: sampleView }, config = '' } = options
  const folder = mkdtempSync('/var/tmp/cs-app-')
  const base = join(folder, 'state')
  mkdirSync(base, { mode: 0o700 })
  const project = mkdtempSync(join(folder, 'project-'))
  const rest = typeof script === 'function' ? [] : [...script]
  const next = typeof script === 'function' ? script : () => rest.shift()
  const server = await startModelServer((request) => {
    const { tools } = request.body as { tools?: readonly unknown[] }
    if (tools === undefined || tools.length === 0) return typeof view === 'function' ? view(request) : view
    return next(request) ?? { status: 500, body: { error: { message: 'the script has no answer left' } } }
  })
  const provider = `[model_providers.test]\nbase_url = "${server.baseUrl}"\nenv_key = "TEST_MODEL_KEY"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "${policy}"\n${config}${provider}`,
  )
  return {
    folder,
    base,
    project,
    server,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      COUNTERSIGN_HOME: base,
      TEST_MODEL_KEY: 'sk-planted-app-server',
      TERM: 'xterm',
    },
    async remove() {
      await server.close()
      // A sandbox that was just being made may still be ending.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

const sampleView = JSON.stringify({
  description: 'Creates a file in /opt.',
  risk_level: 'medium',
  risk_categories: ['system_modification'],
})

/** A scripted call of the shell tool. */
export const shellCall = (id: string, ...command: string[]): Answer => ({
  calls: [{ id, name: 'shell', arguments: { command, timeout_ms: 60_000 } }],
})

/** A scripted call of apply_patch; lines without the two markers. */
export const patchCall = (id: string, ...lines: string[]): Answer => ({
  calls: [
    {
      id,
      name: 'apply_patch',
      arguments: { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
    },
  ],
})
