import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from '../fakes/model-server'
import { jsonLines, runCli } from '../fakes/run-cli'

let base: string
/** The folder that is worked in; the engine's own is around it. */
let work: string
let server: ModelServer | undefined
beforeEach(() => {
  // Outside /tmp, which workspace-write opens.
  base = mkdtempSync('/var/tmp/cs-exec-')
  work = join(base, 'work')
  mkdirSync(work)
})
afterEach(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: base })

/** Starts the scripted model and returns its requests. */
async function configure(script: readonly Answer[]): Promise<readonly RecordedRequest[]> {
  server = await startModelServer(script)
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
  )
  return server.requests
}

test('the prompt comes from standard input, the schema goes to the model, the last message into a file', async () => {
  const requests = await configure([{ text: '{"ok":true}' }])
  const schema = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  }
  writeFileSync(join(base, 'schema.json'), JSON.stringify(schema))
  const ran = await runCli(
    [
      'exec',
      '--cd',
      work,
      '--output-schema',
      join(base, 'schema.json'),
      '--output-last-message',
      join(base, 'last'),
    ],
    { env: env(), keepInput: true, onChild: (child) => child.stdin?.end('is it ok?\n') },
  )
  expect([ran.code, readFileSync(join(base, 'last'), 'utf8')]).toEqual([0, '{"ok":true}'])
  expect(JSON.stringify(requests[0]?.body)).toContain('is it ok?')
  expect(requests[0]?.body).toMatchObject({ text: { format: { type: 'json_schema', schema } } })
})

test.each([
  ['is replaced by a link', 'rm last; ln -s ../secret last', 'was replaced while it ran'],
  ['is moved, and a link put there', 'mv last x; ln -s ../secret last', 'was replaced while it ran'],
  ['is replaced by a pipe', 'rm last; mkfifo last', 'was replaced while it ran'],
])('the last message goes into no other file: one that %s meanwhile', async (_, script, said) => {
  await configure([
    { calls: [{ name: 'shell', arguments: { command: ['sh', '-c', script] } }] },
    { text: 'mine' },
  ])
  writeFileSync(join(base, 'secret'), 'theirs')
  const ran = await runCli(['exec', '--cd', work, '--output-last-message', 'last', 'x'], {
    env: env(),
    cwd: work,
  })
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining(said)])
  expect(readFileSync(join(base, 'secret'), 'utf8')).toBe('theirs')
})

test('the last message goes into no link that lies there before, nor behind one, and a pipe without a reader holds nobody up', async () => {
  await configure([{ text: 'mine' }])
  writeFileSync(join(base, 'secret'), 'theirs')
  execFileSync('sh', ['-c', 'rm -rf last; ln -s ../secret link; ln -s .. out; mkfifo pipe'], { cwd: work })
  for (const [file, said] of [
    ['link', 'is a link'],
    ['out/secret', 'lies behind one'],
    ['pipe', 'cannot be opened (ENXIO)'],
    ['none/last', 'cannot be opened (ENOENT)'],
  ] as const) {
    const ran = await runCli(['exec', '--output-last-message', file, 'x'], { env: env(), cwd: work })
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(said)])
  }
  expect(readFileSync(join(base, 'secret'), 'utf8')).toBe('theirs')
  const shown = await runCli(['exec', '--output-last-message', '/dev/null', 'x'], { env: env(), cwd: work })
  expect(shown.code).toBe(0)
})

test('a file of the last message that was made is gone where the turn did not begin, and what was there stays', async () => {
  writeFileSync(join(base, 'config.toml'), 'model = 3\n')
  writeFileSync(join(base, 'empty'), '')
  for (const file of ['made', 'empty']) {
    const ran = await runCli(['exec', '--cd', work, '--output-last-message', join(base, file), 'x'], {
      env: env(),
    })
    expect(ran.code).toBe(2)
  }
  expect(['made', 'empty'].map((file) => existsSync(join(base, file)))).toEqual([false, true])
})

test('the last message of a turn that was silent leaves the file, empty', async () => {
  await configure([{ text: '' }])
  const ran = await runCli(['exec', '--cd', work, '--output-last-message', join(base, 'made'), 'x'], {
    env: env(),
  })
  expect([ran.code, readFileSync(join(base, 'made'), 'utf8')]).toEqual([0, ''])
})

test('what is named lies behind no link of the folder that is worked in, nor of a temporary one, wherever exec is started', async () => {
  await configure([{ text: 'mine' }])
  writeFileSync(join(base, 'secret'), '{"their":"key"}')
  const temporary = mkdtempSync('/tmp/cs-exec-')
  try {
    for (const folder of [work, temporary]) {
      symlinkSync(base, join(folder, 'out'))
      symlinkSync(join(base, 'secret'), join(folder, 'schema.json'))
      const files = [
        ['--output-last-message', join(folder, 'out', 'secret')],
        ['--output-schema', join(folder, 'out', 'secret')],
        ['--output-schema', join(folder, 'schema.json')],
      ]
      for (const named of files) {
        const ran = await runCli(['exec', '--cd', work, ...named, 'x'], { env: env() })
        expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('is a link, or lies behind one')])
      }
    }
  } finally {
    rmSync(temporary, { recursive: true })
  }
  expect(readFileSync(join(base, 'secret'), 'utf8')).toBe('{"their":"key"}')
  // A link of the person's own, where no command writes, is one to read by.
  symlinkSync('secret', join(base, 'own.json'))
  const ran = await runCli(['exec', '--cd', work, '--output-schema', join(base, 'own.json'), 'x'], {
    env: env(),
  })
  expect(ran.code).toBe(0)
})

test('--resume goes on with the newest session of the folder, or the one that is named', async () => {
  const requests = await configure([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
  const ran = await runCli(['exec', '--json', '--cd', work, 'first'], { env: env() })
  const id = jsonLines<{ sessionId: string }>(ran)[0]?.sessionId ?? ''
  await runCli(['exec', '--cd', work, '--resume', '--', 'second'], { env: env() })
  const third = await runCli(['exec', '--json', '--cd', work, '--resume', id, 'third'], { env: env() })
  const body = JSON.stringify(requests[2]?.body)
  expect(['first', 'one', 'second', 'two', 'third'].map((each) => body.includes(each))).toEqual(
    Array(5).fill(true),
  )
  expect(jsonLines<{ sessionId: string }>(third)[0]?.sessionId).toBe(id)
})

test.each([
  [['exec', '--cd', '/var/tmp', '--resume', '--', 'x'], 2, 'There is no session in /var/tmp'],
  [['exec', '--resume', 'nobody', 'x'], 2, 'There is no session nobody'],
  [['exec', '   '], 2, 'There is no prompt'],
  [['exec', '--full-auto', '--sandbox', 'read-only', 'x'], 2, 'cannot be used with'],
  [['exec', '--approval-policy', 'often', 'x'], 2, 'Allowed choices are'],
  [['exec', '--output-schema', '/no/such', 'x'], 2, 'expected a file with a JSON Schema object'],
])('%j ends with %i and one line that says why', async (args, code, said) => {
  await configure([])
  const ran = await runCli(args, { env: env(), cwd: work })
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(said)])
})

const touch: Answer = {
  calls: [{ name: 'shell', arguments: '{"command":["touch","/var/tmp/cs-not-this"]}' }],
}

test('--full-auto asks nobody: what the sandbox stops stays stopped, and the run goes on', async () => {
  const requests = await configure([touch, { text: 'gave up' }])
  const ran = await runCli(['exec', '--full-auto', '--cd', work, 'x'], { env: env() })
  expect([ran.code, existsSync('/var/tmp/cs-not-this')]).toEqual([0, false])
  expect(JSON.stringify(requests[1]?.body)).toContain('failed in sandbox')
})

test('the notify program gets one JSON argument for a waiting request and for the end of the turn', async () => {
  await configure([touch, { text: 'gave up' }])
  const told = join(base, 'told')
  writeFileSync(join(base, 'tell.sh'), `#!/bin/sh\n[ "$(pwd)" = / ] && printf '%s\\n' "$2" >> '${told}'\n`, {
    mode: 0o755,
  })
  const config = readFileSync(join(base, 'config.toml'), 'utf8')
  writeFileSync(
    join(base, 'config.toml'),
    `notify = ["${join(base, 'tell.sh')}", "given"]\napproval_policy = "on-failure"\n${config}[features]\nsandbox_command_assessment = false\n`,
  )
  // In no folder of a session: what a command left there would be loaded by Python, npx and others.
  await runCli(['exec', 'x'], { env: env(), cwd: work })
  const messages = await vi.waitFor(
    () => {
      const lines = readFileSync(told, 'utf8').trim().split('\n')
      expect(lines).toHaveLength(2)
      return lines.map((line) => JSON.parse(line) as { type: string; effect?: string })
    },
    { timeout: 120_000 },
  )
  expect(messages.toSorted((a, b) => b.type.localeCompare(a.type))).toMatchObject([
    { type: 'approval-requested', effect: expect.stringContaining('/var/tmp/cs-not-this') as string },
    { type: 'agent-turn-complete', 'input-messages': ['x'], 'last-assistant-message': 'gave up' },
  ])
})

test('a notify program that is not there disturbs nothing, and the log says so', async () => {
  await configure([{ text: 'fine' }])
  const config = readFileSync(join(base, 'config.toml'), 'utf8')
  writeFileSync(join(base, 'config.toml'), `notify = ["/no/such/program"]\n${config}`)
  expect((await runCli(['exec', '--cd', work, 'x'], { env: env() })).code).toBe(0)
})
