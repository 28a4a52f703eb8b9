import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, runCli, type Ran } from '../fakes/run-cli'
import { noSandboxPath } from '../fakes/no-sandbox-path'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-cli-'))
})
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

function countersign(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  options: { cwd?: string; uid?: number; gid?: number } = {},
): Promise<Ran> {
  const own = { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: join(home, 'state') }
  return runCli(args, { env: { ...own, ...env }, ...options })
}

interface Line {
  readonly type: string
  readonly outcome?:
    | {
        readonly kind: string
        readonly applied?: { readonly rule?: string }
        readonly evidence?: readonly { readonly target: string; readonly source: string }[]
      }
    | string
  readonly request?: {
    readonly state: string
    readonly stop: { readonly boundary: string; readonly text: string }
    readonly decision?: { readonly kind: string }
  }
  readonly confinement?: string
}
const linesOf = (ran: Ran): Line[] => jsonLines<Line>(ran)

/** The file that the demo's second scene writes, as the evidence names it. */
function releaseNotes(lines: readonly Line[]): string | undefined {
  const targets = lines
    .flatMap((line) => (typeof line.outcome === 'object' ? (line.outcome.evidence ?? []) : []))
    .filter((each) => each.source === 'kernel')
  return targets.map((each) => each.target).find((target) => target.endsWith('/outbox/release-notes.md'))
}

const begun = ['command.started', 'command.finished']
const asked = ['approval.requested', 'approval.resolved']
const rules = (lines: readonly Line[]): (string | undefined)[] =>
  lines.flatMap(({ outcome }) =>
    typeof outcome === 'object' && outcome.applied ? [outcome.applied.rule] : [],
  )

test('demo --answer deny: denial with evidence, request, decision, end; only what its rule covers was written', async () => {
  const ran = await countersign(['demo', '--json', '--answer', 'deny'])
  const lines = linesOf(ran)
  const file = releaseNotes(lines) ?? ''
  expect(
    lines
      .map((line) => line.type)
      .filter((type) => /^(command\.(started|finished)|approval\.(requested|resolved)|turn\.)/.test(type)),
  ).toEqual([
    'turn.started',
    ...begun,
    ...[...begun, ...asked],
    // Stopped, and then answered by the rule.
    ...[...begun, ...begun],
    // Its connection waits while it runs.
    ...['command.started', ...asked, 'command.finished'],
    ...[...begun, ...asked],
    'turn.finished',
  ])
  expect([ran.code, file.startsWith('/'), existsSync(file)]).toEqual([0, true, false])
  expect([rules(lines), readdirSync(join(file, '../../site'))]).toEqual([['demo site'], ['index.md']])
  expect(existsSync(join(home, 'state/rules.toml'))).toBe(false)
  expect(readdirSync(join(file, '../../shared-cache')).length).toBe(6)
})

test('demo --answer allow: the file was created by a second run inside the sandbox', async () => {
  const lines = linesOf(await countersign(['demo', '--json', '--answer', 'allow']))
  const file = releaseNotes(lines) ?? ''
  expect(readFileSync(file, 'utf8')).toContain('# Changes')
  expect(readdirSync(join(file, '../../shared-cache'))).toEqual([])
  expect(lines.filter((line) => line.type === 'command.started').map((line) => line.confinement)).toEqual(
    Array.from({ length: 8 }, () => 'bubblewrap'),
  )
})

test('demo --answer widen: the second runs are outside the sandbox, and only they', async () => {
  const lines = linesOf(await countersign(['demo', '--json', '--answer', 'widen']))
  expect(existsSync(releaseNotes(lines) ?? '')).toBe(true)
  expect(lines.filter((line) => line.type === 'command.started').map((line) => line.confinement)).toEqual([
    ...['bubblewrap', 'bubblewrap', 'none'],
    ...['bubblewrap', 'bubblewrap', 'bubblewrap'],
    ...['bubblewrap', 'none'],
  ])
})

test('where the file of rules has an error the demo’s own rule answers nothing either', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cs-rules-'))
  writeFileSync(join(state, 'rules.toml'), 'rule = 1\n')
  const lines = linesOf(
    await countersign(['demo', '--json', '--answer', 'deny'], { COUNTERSIGN_HOME: state }),
  )
  const site = join(releaseNotes(lines) ?? '', '../../site')
  expect([rules(lines), readdirSync(site)]).toEqual([[], []])
  expect(lines.filter(({ type }) => type === 'approval.requested').length).toBe(4)
  rmSync(state, { recursive: true })
})

test('without bwrap on the PATH nothing is executed without an approval that names the missing sandbox', async () => {
  const bin = noSandboxPath()
  const lines = linesOf(await countersign(['demo', '--json', '--answer', 'deny'], { PATH: bin }))
  const requests = lines.filter((line) => line.type === 'approval.requested')
  expect(requests.map((line) => line.request?.stop.boundary)).toEqual(
    Array.from({ length: 5 }, () => 'missing-sandbox'),
  )
  expect(requests[0]?.request?.stop.text).toContain('bubblewrap is missing')
  expect(lines.filter((line) => line.type === 'command.started')).toEqual([])
  const allowed = linesOf(await countersign(['demo', '--json', '--answer', 'allow'], { PATH: bin }))
  expect(allowed.filter((line) => line.type === 'command.started')).toEqual([])
  rmSync(bin, { recursive: true })
})

test('exec without a terminal denies and ends with exit code 3', async () => {
  const ran = await countersign(['demo', '--json'])
  expect([
    ran.code,
    linesOf(ran)
      .filter((line) => line.type === 'approval.resolved')
      .map((line) => line.request?.decision?.kind),
  ]).toEqual([3, ['deny', 'deny', 'deny']])
})

test.each([
  [
    ['exec', 'hi', '--cd', '/no/such/folder'],
    2,
    /^countersign: \/no\/such\/folder does not exist; expected a readable folder\.\n$/,
  ],
  [['demo', '--answer', 'maybe'], 2, /Allowed choices are allow, widen, deny, ask/],
  [['serve', '--port', '99999'], 2, /Expected a port number from 0 to 65535/],
  [
    ['serve', '--host', 'build1'],
    2,
    /^countersign: There is no host "build1"; expected one that "countersign hosts add NAME -- ssh DESTINATION" makes, or \[hosts\.NAME\] in config\.toml\.\n$/,
  ],
  [['frobnicate'], 2, /unknown command 'frobnicate'/],
])('%j: one clear line, exit %i', async (args, code, message) => {
  const ran = await countersign(args)
  expect(ran.err).toMatch(message)
  expect([ran.code, ran.err.includes('    at ')]).toEqual([code, false])
})

test('exec without a model refuses: the demo never plays in a folder of yours', async () => {
  const ran = await countersign(['exec', 'hi', '--cd', mkdtempSync(join(home, 'project-')), '--json'])
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toMatch(
    /^countersign: No model is set\. .* Set model and model_provider in config\.toml, or run the demo\.\n$/,
  )
})

test('an unknown key in config.toml: file, line, what was expected, exit 2, nothing started', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cs-bad-'))
  writeFileSync(join(state, 'config.toml'), 'model = "x"\nsandbox_mod = "read-only"\n')
  const ran = await countersign(['demo', '--json', '--answer', 'allow'], { COUNTERSIGN_HOME: state })
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toMatch(/config\.toml:2: .*sandbox_mod.*expected.*\n$/)
  expect(ran.err.trim().split('\n').length).toBe(1)
  rmSync(state, { recursive: true })
})

test('`serve` says no address of an engine that a bad config.toml keeps from being made', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cs-bad-'))
  writeFileSync(join(state, 'config.toml'), 'sandbox_mod = "read-only"\n')
  const ran = await countersign(['serve'], { COUNTERSIGN_HOME: state })
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toMatch(/^countersign: .*config\.toml:1: .*sandbox_mod.*expected.*\n$/)
  rmSync(state, { recursive: true })
})

test('what is found wrong when the address is said ends `serve` with its one line, exit 2', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cs-bad-'))
  writeFileSync(join(state, 'programs.toml'), 'nonsense = 1\n')
  const ran = await countersign(['serve'], { COUNTERSIGN_HOME: state })
  expect(ran.code).toBe(2)
  expect(ran.err).toMatch(/^countersign: .*programs\.toml:1: .*nonsense.*\n$/)
  rmSync(state, { recursive: true })
})

test.each([
  ['relative', '"cache"', 'expected an absolute path'],
  ['the root', '"/"', 'is the home folder or holds it'],
  ['the home folder', `"${homedir()}"`, 'is the home folder'],
])(
  'a writable root that is %s in config.toml: said with what was expected, exit 2',
  async (_, root, problem) => {
    const state = mkdtempSync(join(tmpdir(), 'cs-roots-'))
    writeFileSync(join(state, 'config.toml'), `[sandbox_workspace_write]\nwritable_roots = [${root}]\n`)
    const ran = await countersign(['demo', '--json', '--answer', 'allow'], {
      COUNTERSIGN_HOME: state,
      HOME: homedir(),
    })
    expect([ran.code, ran.out]).toEqual([2, ''])
    expect(ran.err).toContain(problem)
    expect(ran.err).toMatch(/config\.toml:.* expected .*absolute path/)
    rmSync(state, { recursive: true })
  },
)

test('the demo works for an ordinary user too', async () => {
  const own = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
  const state = mkdtempSync(join(tmpdir(), 'cs-user-'))
  if (own !== undefined) chownSync(state, own.uid, own.gid)
  const ran = await countersign(
    ['demo', '--json', '--answer', 'allow'],
    { HOME: state, COUNTERSIGN_HOME: join(state, 'state') },
    { ...own, cwd: '/' },
  )
  const file = releaseNotes(linesOf(ran)) ?? ''
  expect([ran.code, existsSync(file)]).toEqual([0, true])
  rmSync(state, { recursive: true, force: true })
})

test('rules check says what is wrong in rules.toml, with its line, and ends well where nothing is', async () => {
  const state = mkdtempSync('/var/tmp/cs-rules-')
  const own = { COUNTERSIGN_HOME: state }
  const file = join(state, 'rules.toml')
  expect(await countersign(['rules', 'check'], own)).toMatchObject({
    code: 0,
    out: `${file}: 0 rules of effects.\n`,
  })
  writeFileSync(file, '[[rule]]\nname = "builds"\nwrites = ["dist/**"]\n')
  expect(JSON.parse((await countersign(['rules', 'check', '--json'], own)).out)).toEqual({
    ...{ file, rules: ['builds'], problem: null, old: null },
    managed: { file: '/etc/countersign/managed_rules.toml', rules: [], problem: null },
  })
  writeFileSync(file, '[[rule]]\nname = "builds"\nwrites = ["~/**"]\n')
  const wrong = await countersign(['rules', 'check'], own)
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining(`${file}:3: "~/**" cannot be in a rule`),
  ])
  rmSync(state, { recursive: true })
})

test('rules list has every standing yes of the file, moves those of an earlier version there, and says what does not count', async () => {
  const state = mkdtempSync('/var/tmp/cs-rules-list-')
  const own = { COUNTERSIGN_HOME: state }
  const [file, old] = [join(state, 'rules.toml'), join(state, 'rules.json')]
  const saved = {
    ...{ id: 'r1', scope: 'rule', kind: 'only-this', sessionId: 's', turnId: 't', key: 'k' },
    ...{ command: ['npm', 'test'], cwd: '/work', grants: [], createdAt: '2026-11-21T09:00:00.000Z' },
    ends: { runs: 5 },
  }
  writeFileSync(old, JSON.stringify({ version: 1, rules: [saved] }))
  writeFileSync(file, '# mine\n[[rule]]\nname = "builds"\ncommands = ["make"]\nwrites = ["dist/**"]\n')
  const { code, out } = await countersign(['rules', 'list'], own)
  expect([code, out]).toEqual([
    0,
    'r1  npm test in /work (5 runs left), used 0 times, in force\n' +
      'builds  make: writes everything in dist, used 0 times, in force\n',
  ])
  expect([existsSync(old), readFileSync(file, 'utf8').startsWith('# mine\n')]).toEqual([false, true])
  expect(JSON.parse((await countersign(['rules', 'list', '--json'], own)).out)).toMatchObject({
    ...{ rules: [{ id: 'r1', ends: { runs: 5 } }], effects: [{ name: 'builds' }], problems: [] },
  })
  writeFileSync(old, '{}')
  const damaged = await countersign(['rules', 'list'], own)
  expect([damaged.code, damaged.out.length, damaged.err]).toEqual([
    2,
    out.length,
    expect.stringContaining('rules.json is damaged'),
  ])
  expect((await countersign(['rules', 'check'], own)).err).toContain('rules.json is damaged')
  writeFileSync(file, readFileSync(file, 'utf8').replace('writes', 'wirtes'))
  const wrong = await countersign(['rules', 'list'], own)
  expect([wrong.code, wrong.out, wrong.err]).toEqual([
    2,
    'Nothing is allowed without a question by a saved rule.\n',
    expect.stringContaining(`${file}:5: unknown key "wirtes"`),
  ])
  rmSync(state, { recursive: true })
})

test('replay and rules import say that there is nothing to read where there is nothing, and make no home', async () => {
  const state = join(home, 'not-made')
  const own = { COUNTERSIGN_HOME: state, HOME: join(home, 'nobody') }
  expect(await countersign(['replay'], own)).toMatchObject({
    ...{ code: 0, out: 'No history of an agent was found.\n' },
  })
  expect(await countersign(['rules', 'import'], own)).toMatchObject({
    ...{ code: 0, out: 'No permissions of agents were found.\n' },
  })
  expect(existsSync(state)).toBe(false)
})

test('rules test says what each rule would have answered, and names what was denied of it', async () => {
  const state = mkdtempSync('/var/tmp/cs-rules-')
  const own = { COUNTERSIGN_HOME: state }
  const [folder, at] = ['/srv/shop', '2026-11-20T10:00:00.000Z']
  const changes = [{ path: `${folder}/dist/a.js`, kind: 'created', type: 'file' }]
  const line = (id: string, outcome: string, effects: object | undefined): string =>
    `${JSON.stringify({
      ...{ id, session: 's1', at, folder, text: 'make \u001b[2J', commands: [['make']] },
      ...{ level: 'medium', outcome, by: 'window' },
    })}\t${effects ? JSON.stringify(effects) : ''}\n`
  writeFileSync(
    join(state, 'requests-index.jsonl'),
    `{"version":1}\n${line('a', 'allowed', { changes, hosts: [] })}${line('b', 'denied', { changes, hosts: [] })}${line('c', 'denied', undefined)}`,
  )
  writeFileSync(
    join(state, 'rules.toml'),
    '[[rule]]\nname = "builds"\ncommands = ["make"]\nwrites = ["dist/**"]\n[[rule]]\nname = "other"\ncommands = ["ls"]\n',
  )
  const told = await countersign(['rules', 'test', 'builds'], own)
  expect([told.code, told.out.replace(/2026-11-2\d \d\d:\d\d/, 'WHEN')]).toEqual([
    0,
    'builds: Would have answered 2 of the last 3; among them this one that you denied; 1 unknown, since not rehearsed.\n  b  WHEN  make \\u{1b}[2J\n',
  ])
  expect(JSON.parse((await countersign(['rules', 'test', '--json'], own)).out)).toEqual({
    rules: [
      {
        ...{ name: 'builds', asked: 3, answered: 2, unknown: 1 },
        denied: [{ id: 'b', session: 's1', at, command: 'make \u001b[2J' }],
      },
      { name: 'other', asked: 3, answered: 0, unknown: 0, denied: [] },
    ],
  })
  expect((await countersign(['rules', 'test', 'none'], own)).code).toBe(2)
  rmSync(join(state, 'requests-index.jsonl'))
  expect((await countersign(['rules', 'test', 'builds'], own)).out).toBe(
    'builds: Nothing was asked here yet.\n',
  )
  rmSync(state, { recursive: true })
})

test('agents lists those of config.toml and of PATH, and exec --agent works with one', async () => {
  const state = mkdtempSync('/var/tmp/cs-agents-')
  const project = mkdtempSync(join(state, 'project-'))
  const agent = [join(import.meta.dirname, '../fakes/acp-agent.ts')]
  writeFileSync(
    join(state, 'config.toml'),
    `approval_policy = "never"\n[agents.test]\nname = "Tester"\ncommand = "${process.execPath}"\nargs = ${JSON.stringify(agent)}\nhosts = ["api.example.org"]\n`,
  )
  const own = { HOME: state, COUNTERSIGN_HOME: state }
  const listed = await countersign(['agents', '--json'], own)
  expect((JSON.parse(listed.out) as { agents: object[] }).agents).toContainEqual({
    ...{ id: 'test', name: 'Tester', from: 'config', hosts: ['api.example.org:443'] },
    command: `${process.execPath} ${agent.join(' ')}`,
  })
  const ran = await countersign(['exec', 'run touch made', '--agent', 'test', '--cd', project], own)
  expect([ran.code, ran.out, existsSync(join(project, 'made'))]).toEqual([
    0,
    expect.stringContaining('exit 0') as string,
    true,
  ])
  const page = await countersign(['export', '--format', 'html', '--cwd', project], own)
  expect([page.code, page.out.startsWith('<!doctype html>'), page.out.includes('touch made')]).toEqual([
    ...[0, true, true],
  ])
  expect(page.out).toContain('<div class="prose"><p>')
  const gone = await countersign(['export', 'nobody'], own)
  expect([gone.code, gone.out, gone.err]).toEqual([
    ...[2, '', expect.stringContaining('There is no session nobody.') as string],
  ])
  const none = await countersign(['exec', 'hi', '--agent', 'nobody', '--cd', project], own)
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('no agent "nobody"')])
  rmSync(state, { recursive: true, force: true })
})

test.each(['in a folder', 'where no session can be'])(
  'doctor reports the sandbox as JSON, %s',
  async (where) => {
    const cwd = where === 'in a folder' ? mkdtempSync(join(home, 'doctor-')) : '/'
    const ran = await countersign(['doctor', '--json'], {}, { cwd })
    expect(JSON.parse(ran.out)).toMatchObject({
      sandbox: { kind: 'available' },
      checks: expect.arrayContaining([
        expect.objectContaining({ id: 'sandbox', status: 'ok' }),
        expect.objectContaining({ id: 'prepared-sandbox', status: 'ok' }),
        expect.objectContaining({ id: 'model' }),
        expect.objectContaining({ id: 'home', status: 'ok' }),
        expect.objectContaining({ id: 'socat', status: 'ok' }),
      ]) as unknown,
    })
  },
)

test.each([
  [['sh', '-c', 'printf out; printf err >&2; exit 7'], 7, 'out', 'err'],
  [['sh', '-c', 'kill -TERM $$'], 143, '', ''],
  [['printf', '\\377\\000\\n'], 0, '\ufffd\0\n', ''],
])('sandbox -- %j passes output and exit code through', async (command, code, out, err) => {
  const ran = await countersign(['sandbox', '--', ...command])
  expect([ran.code, ran.out, ran.err]).toEqual([code, out, err])
})

test('sandbox: a program that is not there is exit 127, and standard error names it', async () => {
  const ran = await countersign(['sandbox', '--', 'no-such-program'])
  expect(ran.code).toBe(127)
  expect(ran.err).toContain('no-such-program could not be run')
})

test('sandbox --json names what was denied, and --writable-root lets it through', async () => {
  const outside = mkdtempSync('/var/tmp/cs-sandbox-')
  const run = (...options: string[]) =>
    countersign(['sandbox', '--json', ...options, '--', 'touch', join(outside, 'x')])
  const denied = JSON.parse((await run()).out) as unknown
  expect(denied).toMatchObject({
    exitCode: 1,
    denied: true,
    evidence: [{ kind: 'write', target: join(outside, 'x'), operation: 'openat' }],
  })
  expect(JSON.parse((await run('--writable-root', outside)).out)).toMatchObject({
    exitCode: 0,
    denied: false,
    evidence: [],
  })
  expect(existsSync(join(outside, 'x'))).toBe(true)
  rmSync(outside, { recursive: true })
})

test.each([
  ['relative', /relative is not absolute; expected an absolute folder/],
  ['/', /\/ cannot be a writable root/],
  ['/no/such/root', /\/no\/such\/root cannot be used \(ENOENT\)/],
])('sandbox --writable-root %s is refused with what was expected', async (root, message) => {
  const ran = await countersign(['sandbox', '--writable-root', root, '--', 'true'])
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)])
})

test('sandbox without bubblewrap starts nothing', async () => {
  const ran = await countersign(['sandbox', '--', 'true'], { PATH: noSandboxPath() })
  expect([ran.code, ran.err]).toEqual([125, 'countersign: bubblewrap is missing\n'])
})
