import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, runCli, type Ran } from '../fakes/run-cli'
import { startModelServer, type Answer } from '../fakes/model-server'
import { opinionText } from '../fakes/view-subject'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-assess-'))
  mkdirSync(join(base, 'home/.pi'), { recursive: true })
  mkdirSync(join(base, 'work'))
  for (let at = 0; at < 12; at += 1) writeFileSync(join(base, `home/.pi/f${String(at)}`), 'x'.repeat(1000))
  writeFileSync(join(base, 'work/clean.sh'), '#!/bin/sh\necho hello\nrm -rf ~/.pi\n')
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

interface Report {
  readonly risk_level: string
  readonly description: string
  readonly floor: { readonly level?: string; readonly reasons: readonly { readonly rule: string }[] }
  readonly facts: {
    readonly targets: readonly { readonly path: string; readonly files?: number; readonly bytes?: number }[]
    readonly lookThrough: readonly {
      readonly title: string
      readonly lines: readonly { readonly number: number; readonly marked: boolean }[]
    }[]
  }
  readonly model: { readonly status: string; readonly risk_level?: string }
  readonly differs: readonly string[]
  readonly error?: string
}

function assess(args: readonly string[], input?: string): Promise<Ran> {
  return runCli(['assess', ...args], {
    env: { PATH: process.env.PATH, HOME: join(base, 'home'), COUNTERSIGN_HOME: join(base, 'state') },
    cwd: join(base, 'work'),
    ...(input === undefined
      ? {}
      : {
          keepInput: true,
          onChild: (child) => {
            child.stdin?.end(input)
          },
        }),
  })
}

test('a script is looked through, its deciding line marked, and what it deletes is counted; nothing runs', async () => {
  const ran = await assess(['--json', '--', 'sh', 'clean.sh'])
  const [report] = jsonLines<Report>(ran)
  expect(report).toMatchObject({
    risk_level: 'high',
    description: 'Deletes 12 files (12 KB) in ~/.pi, outside the workspace, from clean.sh.',
    floor: { level: 'high' },
    facts: {
      targets: [{ path: join(base, 'home/.pi'), files: 12, bytes: 12_000 }],
      lookThrough: [{ title: 'clean.sh' }],
    },
    model: { status: 'disabled', reason: 'no model is set' },
  })
  expect(
    report?.facts.lookThrough[0]?.lines.filter((line) => line.marked).map((line) => line.number),
  ).toEqual([3])
  expect(ran.code).toBe(0)
})

test('the text form says the same for a person', async () => {
  const ran = await assess(['--no-model', '--', 'sh', 'clean.sh'])
  expect(ran.out).toContain('Deletes 12 files (12 KB) in ~/.pi, outside the workspace, from clean.sh.')
  expect(ran.out).toMatch(/Risk: high \(data deletion\)/)
  expect(ran.out).toMatch(/> 3 {2}rm -rf ~\/\.pi/)
})

test('escape sequences of a file name do not reach the terminal', async () => {
  const ran = await assess(['--no-model', '--', 'rm', '-rf', 'a\u001b]0;owned\u0007b'])
  expect(ran.out).not.toContain('\u001b')
})

test('many commands on standard input are answered line by line, bad ones with what was expected', async () => {
  const lines = [
    '{"argv":["ls"]}',
    'no json',
    '{"argv":[]}',
    '{"argv":["sh","clean.sh"]}',
    '{"argv":["ls"],"cwd":"nowhere"}',
    '',
    JSON.stringify({ argv: ['bash', '-c', `echo ${'a'.repeat(1_000_000)}`] }),
  ]
  const ran = await assess(['--stdin', '--no-model'], `${lines.join('\n')}\n`)
  const reports = jsonLines<Report>(ran)
  expect(reports.map((each) => each.error ?? each.risk_level)).toEqual([
    'low',
    expect.stringContaining('expected {"argv"'),
    expect.stringContaining('expected {"argv"'),
    'high',
    expect.stringContaining('expected a readable folder'),
    expect.stringMatching(/^(low|medium)$/),
  ])
  expect(ran.code).toBe(1)
})

test.each([
  [[], 'there is no command'],
  [['--cwd', '/no/such/folder', '--', 'ls'], 'expected a readable folder'],
  [['--policy', 'anything', '--', 'ls'], 'Allowed choices are'],
])('%j ends with 2 and says what was expected', async (args, said) => {
  const ran = await assess(args)
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(said)])
})

test.each<[name: string, answer: Answer, status: string, level: string]>([
  ['says low', { text: opinionText({ risk_level: 'low' }) }, 'success', 'high'],
  ['fails', { status: 500, body: {} }, 'model_error', 'high'],
  ['does not answer', { hang: true }, 'timeout', 'high'],
  ['talks nonsense', { text: 'it is fine' }, 'parse_error', 'high'],
])('a model that %s never lowers the floor, and its status is said', async (_, answer, status, level) => {
  const server = await startModelServer(() => answer)
  writeFileSync(
    join(base, 'state/config.toml'),
    `model = "m"
model_provider = "local"
assessment_timeout_ms = ${String('hang' in answer ? 600 : 60_000)}
[model_providers.local]
name = "Local"
base_url = "${server.baseUrl}"
wire_api = "chat"
request_max_retries = 0
`,
  )
  try {
    const [report] = jsonLines<Report>(await assess(['--json', '--', 'rm', '-rf', '../home/.pi']))
    expect([report?.model.status, report?.risk_level]).toEqual([status, level])
    if (status === 'success')
      expect(report?.differs[0]).toContain('The model says low, but the floor of high stands')
  } finally {
    await server.close()
    rmSync(join(base, 'state/config.toml'))
  }
})
