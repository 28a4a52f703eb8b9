import { execFileSync } from 'node:child_process'
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  startModelServer,
  type Answer,
  type ModelServer,
  type RecordedRequest,
} from '../../fakes/model-server'
import { runCli, type Ran } from '../../fakes/run-cli'

/** A home, a git repository with a commit and a change, and a scripted model; all gone after the test. */
export interface ReviewWorld {
  readonly base: string
  readonly home: string
  readonly project: string
  readonly env: NodeJS.ProcessEnv
  readonly server: ModelServer
  git(...args: string[]): string
  write(name: string, text: string): void
  review(...args: string[]): Promise<Ran>
  /** Every rollout, oldest first, as its lines. */
  rollouts(): Record<string, unknown>[][]
}

/** An answer of the model of a review; the path is below the project. */
export const found = (path: string, change: object = {}): Answer => ({
  text: JSON.stringify({
    findings: [
      {
        title: 'Close the file',
        body: 'It stays open when parsing fails.',
        confidence_score: 0.9,
        priority: 1,
        code_location: { absolute_file_path: path, line_range: { start: 2, end: 2 } },
      },
    ],
    overall_correctness: 'patch is incorrect',
    overall_explanation: 'A handle leaks.',
    overall_confidence_score: 0.8,
    ...change,
  }),
})

/** One command of the shell tool. */
export const runs = (...command: string[]): Answer => ({
  calls: [{ name: 'shell', arguments: JSON.stringify({ command }) }],
})

/** What a request to the model says to it first, and the names of the tools that it offers. */
export function toldIn(request: RecordedRequest | undefined) {
  const body = request?.body as {
    instructions?: string
    model?: string
    tools?: { name?: string }[]
    input?: unknown
  }
  return {
    instructions: body.instructions ?? '',
    model: body.model,
    tools: (body.tools ?? []).map(({ name = '' }) => name),
    input: JSON.stringify(body.input),
  }
}

/** Makes one. `config` are further lines at the top of config.toml; the script may be made from the project's folder. */
export async function reviewWorld(
  script:
    | readonly Answer[]
    | ((project: string) => readonly Answer[] | ((request: RecordedRequest) => Answer)),
  config = '',
  uid?: number,
): Promise<ReviewWorld> {
  const base = mkdtempSync('/var/tmp/cs-review-')
  // Not above the project: what lies in the home is closed to commands.
  const home = join(base, 'home')
  const project = join(base, 'project')
  for (const folder of [home, project]) mkdirSync(folder)
  const server = await startModelServer(typeof script === 'function' ? script(project) : script)
  onTestFinished(async () => {
    await server.close()
    rmSync(base, { recursive: true, force: true })
  })
  writeFileSync(
    join(home, 'config.toml'),
    [
      ...[
        'model = "test-1"',
        'model_provider = "test"',
        config,
        '[features]',
        'sandbox_command_assessment = false',
      ],
      ...['[model_providers.test]', `base_url = "${server.baseUrl}"`, 'wire_api = "responses"'],
      ...['request_max_retries = 0', 'stream_max_retries = 0'],
    ].join('\n'),
  )
  const env = { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home, TERM: 'xterm' }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: project,
      env: { ...env, GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  git('init', '-q', '-b', 'main')
  write('read.ts', 'open()\nparse()\nclose()\n')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  write('read.ts', 'open()\nparseAll()\nclose()\n')
  write('new file.ts', 'one\ntwo\n')
  return {
    ...{ base, home, project, env, server, git, write },
    review: (...args) => {
      if (uid !== undefined) giveAway(base, uid)
      return runCli(['review', ...args], { env, cwd: project, ...(uid !== undefined && { uid, gid: uid }) })
    },
    rollouts: () =>
      readdirSync(join(home, 'sessions'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted()
        .map((name) =>
          readFileSync(join(home, 'sessions', name), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Record<string, unknown>),
        ),
  }
}

function giveAway(path: string, uid: number): void {
  chownSync(path, uid, uid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name), uid)
}
