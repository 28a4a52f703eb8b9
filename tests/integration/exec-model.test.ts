import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'
import { jsonLines, runCli, runProgram, cliEntry } from '../fakes/run-cli'
import { serveWindow } from '../fakes/serve-window'

let base: string
let beside: string
let server: ModelServer | undefined
beforeEach(() => {
  // Outside /tmp, which workspace-write opens.
  base = mkdtempSync('/var/tmp/cs-exec-')
  beside = mkdtempSync('/var/tmp/cs-beside-')
})
afterEach(async () => {
  await server?.close()
  for (const folder of [base, beside]) rmSync(folder, { recursive: true, force: true })
})

const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: base,
  COUNTERSIGN_HOME: base,
  TEST_MODEL_KEY: 'sk-planted-1234',
})
const shell = (...command: string[]): Answer => ({
  calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
})

/** The scripts are for the agent alone: no model is asked for its view. */
async function configure(
  wire: string,
  script: readonly Answer[],
  policy = 'on-failure',
): Promise<ModelServer> {
  server = await startModelServer(script)
  const provider = `[model_providers.test]\nbase_url = "${server.baseUrl}"\nenv_key = "TEST_MODEL_KEY"\nwire_api = "${wire}"\nrequest_max_retries = 0\nstream_max_retries = 0\n`
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "${policy}"\n[features]\nsandbox_command_assessment = false\n${provider}`,
  )
  return server
}

interface Line {
  readonly type: string
  readonly outcome?: unknown
  readonly fault?: { readonly code: string; readonly message: string }
  readonly text?: string
}

const workspace = (): string => {
  const folder = mkdtempSync(join(base, 'work-'))
  return folder
}

test.each(['responses', 'chat'])(
  'a whole turn over %s: command, output to the model, last message',
  async (wire) => {
    const model = await configure(wire, [
      shell('bash', '-c', 'echo made > made.txt; cat made.txt'),
      { text: 'It is made.' },
    ])
    const cwd = workspace()
    const ran = await runCli(['exec', '--json', '--cd', cwd, 'make it'], { env: env() })
    const lines = jsonLines<Line>(ran)
    expect([ran.code, readFileSync(join(cwd, 'made.txt'), 'utf8'), lines.at(-1)]).toMatchObject([
      0,
      'made\n',
      { type: 'turn.finished', outcome: 'completed', lastMessage: 'It is made.' },
    ])
    const [, second] = model.requests
    expect(JSON.stringify(second?.body)).toContain('exit_code')
    expect(model.requests[0]?.headers.authorization).toBe('Bearer sk-planted-1234')
  },
)

test('a denied write without a terminal: denied, told to the model, exit 3, nothing written', async () => {
  const model = await configure('responses', [
    shell('touch', join(base, 'outside.txt')),
    { text: 'Then not.' },
  ])
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], { env: env() })
  expect([ran.code, existsSync(join(base, 'outside.txt'))]).toEqual([3, false])
  expect(JSON.stringify(model.requests[1]?.body)).toContain('exec command rejected by user')
})

test('the key is nowhere on file and nowhere in the output', async () => {
  await configure('chat', [{ text: 'hi' }])
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], { env: env() })
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
    .map((name) => join(base, name))
    .filter((name) => /\.(jsonl|log)$/.test(name))
  expect(files.length).toBeGreaterThan(0)
  expect(
    [ran.out, ran.err, ...files.map((name) => readFileSync(name, 'utf8'))].filter((text) =>
      text.includes('sk-planted'),
    ),
  ).toEqual([])
})

test.each<[string, Answer, string]>([
  ['401', { status: 401, body: { error: { message: 'bad key' } } }, 'unauthorized'],
  ['429', { status: 429, body: { error: { message: 'slow down' } } }, 'rate-limited'],
  ['500', { status: 500, body: 'oops' }, 'server-error'],
  [
    'unknown model',
    { status: 404, body: { error: { code: 'model_not_found', message: 'no such model' } } },
    'unknown-model',
  ],
  ['malformed stream', { raw: ['data: {not json\n\n'] }, 'bad-stream'],
])('%s: one clear message in the session, exit 1, no stack', async (_, answer, code) => {
  await configure('chat', [answer])
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], { env: env() })
  const faults = jsonLines<Line>(ran).flatMap((line) => (line.fault ? [line.fault] : []))
  expect([ran.code, faults.map((fault) => fault.code), ran.err]).toEqual([1, [code], ''])
  expect(faults[0]?.message).not.toMatch(/\n| at .*\.js/)
})

test('a refused connection names the address', async () => {
  const model = await configure('responses', [])
  await model.close()
  server = undefined
  const ran = await runCli(['exec', '--cd', workspace(), 'go'], { env: env() })
  expect(ran.code).toBe(1)
  expect(ran.out).toContain(new URL(model.baseUrl).host)
})

test('malformed arguments and an unknown tool are told to the model, which may go on', async () => {
  const model = await configure('chat', [
    { calls: [{ name: 'shell', arguments: '{"command": "ls"}' }] },
    { calls: [{ name: 'format_disk', arguments: '{}' }] },
    { text: 'I see.' },
  ])
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], { env: env() })
  expect([ran.code, jsonLines<Line>(ran).filter((line) => line.type === 'tool.rejected').length]).toEqual([
    0, 2,
  ])
  expect(JSON.stringify(model.requests[2]?.body)).toContain('expected one of: shell')
})

test.each<[string, readonly Answer[], string]>([
  ['while the model is silent', [{ hang: true, text: 'wait' }], 'message.delta'],
  ['while a command runs', [shell('sh', '-c', 'echo up; exec sleep 600')], 'command.output'],
])('an interrupt %s ends the turn: exit 130', async (_, script, at) => {
  await configure('responses', script)
  let interrupted = false
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], {
    env: env(),
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (interrupted || !soFar().includes(`"${at}"`)) return
        interrupted = true
        child.kill('SIGINT')
      })
    },
  })
  expect([ran.code, jsonLines<Line>(ran).at(-1)]).toMatchObject([
    130,
    { type: 'turn.finished', outcome: 'interrupted' },
  ])
})

/** How many processes were started with exactly this command line. */
function running(text: string): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(text)
    } catch (error) {
      if (error instanceof Error) return false // it has just ended
      throw error
    }
  }).length
}

test('a command dies with the engine, even when the engine is killed', async () => {
  const marker = `sleep\0${String(100_000 + process.pid)}`
  await configure('responses', [shell('sleep', marker.slice(6))])
  let during = 0
  const ran = await runCli(['exec', '--json', '--cd', workspace(), 'go'], {
    env: env(),
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (!soFar().includes('"command.started"')) return
        const look = setInterval(() => {
          during = running(marker)
          if (during === 0) return
          clearInterval(look)
          child.kill('SIGKILL')
        }, 10)
      })
    },
  })
  expect([ran.signal, during > 0]).toEqual(['SIGKILL', true])
  await expect.poll(() => running(marker), { timeout: 120_000 }).toBe(0)
})

/** `exec` at a terminal, where this is typed once that was said. */
async function atTerminal(folder: string, awaited: string, typed: string): ReturnType<typeof runProgram> {
  const command = `${process.execPath} ${cliEntry} exec --cd ${folder} go`
  let answered = false
  return runProgram('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: env(),
    keepInput: true,
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (answered || !soFar().includes(awaited)) return
        answered = true
        child.stdin?.write(`${typed}\n`)
      })
    },
  })
}

test('approvals are asked on the terminal', async () => {
  // Of what lies in the engine's own home nothing is offered.
  await configure('responses', [shell('touch', join(beside, 'asked.txt')), { text: 'Done.' }])
  const ran = await atTerminal(workspace(), 'Your decision', 'a')
  expect(ran.out).toMatch(
    /Approval needed \((?:low risk|medium risk|not assessed)\): Writes .*asked\.txt\.[^]*A yes gives write to /,
  )
  expect([ran.code, existsSync(join(beside, 'asked.txt'))]).toEqual([0, true])
})

test('what a rehearsal showed is put in place from the terminal', async () => {
  // What lies in the engine's own folder is not put in place.
  for (const name of ['one', 'other']) writeFileSync(join(beside, name), 'x\n')
  await configure(
    'responses',
    [shell('sh', '-c', 'rm one; date +%N > stamp'), { text: 'Done.' }],
    'untrusted',
  )
  const ran = await atTerminal(beside, 'Rehearsed:', 'p')
  expect(ran.out).toMatch(/p = put in place what the rehearsal shows[^]*\n {4}deleted one \(2 bytes\)/)
  expect(ran.out).toMatch(
    /What the rehearsal showed is put in place, by terminal: [^]*\[Applied as shown: 1 file deleted and 1 created; /,
  )
  expect([ran.code, readdirSync(beside).sort()]).toEqual([0, ['other', 'stamp']])
})

test.each(['/proc/countersign', '/sys/countersign'])(
  'a home that cannot be made (%s): one clear line, exit 2',
  async (home) => {
    const ran = await runCli(['demo', '--json', '--answer', 'deny'], {
      env: { ...env(), COUNTERSIGN_HOME: home },
    })
    const line =
      /^countersign: \/\w+\/\S+ cannot be made \(\w+\); expected a folder that may be written to, or COUNTERSIGN_HOME set to one\.\n$/
    expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringMatching(line)])
  },
)

test('a full disk: one clear line, no stack, and what was written stays whole', async () => {
  const home = join(base, 'full')
  mkdirSync(home)
  // The state folder is a file system of four pages, of which what is known of keys has one; it is looked at before it goes away with its namespace.
  const script = `"$0" "$@"; code=$?; cat ${home}/sessions/*/*/*/*.jsonl >&2; exit $code`
  const ran = await runProgram(
    'bwrap',
    [
      '--dev-bind',
      '/',
      '/',
      '--size',
      '16384',
      '--tmpfs',
      home,
      'bash',
      '-c',
      script,
      process.execPath,
      cliEntry,
      'demo',
      '--answer',
      'deny',
    ],
    { env: { ...env(), COUNTERSIGN_HOME: home } },
  )
  expect(ran.code).toBe(1)
  expect(ran.out).toMatch(/The session record .* was not written: the disk is full\./)
  expect(ran.out).not.toMatch(/ at .*\.js/)
  expect([ran.err.endsWith('\n'), jsonLines({ ...ran, out: ran.err }).length > 3]).toEqual([true, true])
})

test.each(['responses', 'chat'])(
  'what the built program can use of a server is listed (%s): the third call of the SDK that is in it',
  async (wire) => {
    await configure(wire, [])
    const window = await serveWindow(env())
    try {
      const listed = await window.request('model.list', { fresh: true })
      expect(JSON.stringify(listed)).toContain('"model":"scripted"')
    } finally {
      await window.stop()
    }
  },
)
