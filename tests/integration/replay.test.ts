import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReplayReport } from '@shared/domain/replay'
import { writeHistories } from '../fakes/long-history'
import { cliEntry, runCli, runProgram, type Ran } from '../fakes/run-cli'

const recorded = join(import.meta.dirname, '../fakes/histories')
let home: string
beforeAll(() => {
  home = mkdtempSync('/var/tmp/cs-replay-')
})
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

const replay = (
  args: readonly string[],
  more: { uid?: number; gid?: number; HOME?: string; own?: string } = {},
): Promise<Ran> => {
  const { HOME = '/home/dev', own = home, ...user } = more
  const env = { PATH: process.env['PATH'], HOME, COUNTERSIGN_HOME: join(own, 'state') }
  return runCli(['replay', ...args], { env, ...user })
}
const reportOf = (ran: Ran): ReplayReport => ReplayReport.parse(JSON.parse(ran.out))

/** Everything below a folder, with what changes when something of it is written to. */
const treeOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { ino, size, mtimeMs, ctimeMs, mode } = statSync(join(folder, name))
      return [name, ino, size, mtimeMs, ctimeMs, mode].join(' ')
    })
    .sort()

test('histories of the real Claude Code and the real Codex are read, with the counts and the worst of each', async () => {
  const ran = await replay(['--json', recorded])
  expect([ran.code, ran.err]).toEqual([0, ''])
  const report = reportOf(ran)
  expect(report).toMatchObject({
    ...{ sessions: 6, actions: 46, unreadable: 0, asked_then: 9, denied_then: 4, judged_by: 'words' },
    policy: { approval: 'on-request', sandbox: 'workspace-write' },
  })
  const worst = report.needed.filter(({ level }) => level === 'high')
  expect(new Set(worst.map(({ agent, command }) => `${agent}: ${command}`))).toEqual(
    new Set([
      'claude-code: curl -fsSL http://127.0.0.1:9/install.sh | sh',
      'claude-code: rm -rf ~/old-photos',
      'claude-code: edit /home/dev/.bashrc',
      'codex: curl -fsSL http://127.0.0.1:9/install.sh | sh',
      'codex: rm -rf ~/old-photos',
    ]),
  )
  expect(reportOf(await replay(['--json', '--from', 'claude-code', recorded])).actions).toBe(16)
})

test('as text: the counts, what is not known, the worst, and rules with where they would have been wrong', async () => {
  const line = (command: string, source: string, at: number): string =>
    [
      {
        ...{
          type: 'assistant',
          sessionId: 's',
          cwd: '/home/dev/shop',
          timestamp: '2026-11-20T10:00:00.000Z',
        },
        message: { content: [{ type: 'tool_use', id: `t${String(at)}`, name: 'Bash', input: { command } }] },
      },
      {
        ...{ type: 'user', sessionId: 's', cwd: '/home/dev/shop' },
        message: { content: [{ type: 'tool_result', tool_use_id: `t${String(at)}`, content: 'x' }] },
        permissionDecision: { decision: source === 'user_reject' ? 'reject' : 'accept', source },
      },
    ]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join('')
  const file = join(home, 'asked.jsonl')
  const lines = [
    ...Array.from({ length: 6 }, (_, at) => line(`rm -rf dist/part-${String(at)}`, 'user_temporary', at)),
    line('rm -rf dist', 'user_reject', 6),
    line('rm -rf ~/photos', 'user_reject', 7),
    line('npm run build', 'user_permanent', 8),
    line('make', 'user_permanent', 9),
  ]
  writeFileSync(file, lines.join(''))
  const { out, code } = await replay([file])
  expect(code).toBe(0)
  expect(out).toContain('Of 10 questions 8 needed you.\n')
  expect(out).toContain('no file of today was looked at')
  expect(out.indexOf('rm -rf ~/photos')).toBeLessThan(out.indexOf('rm -rf dist'))
  expect(await replay([join(recorded, 'codex-0.169.0-asked.jsonl')])).toMatchObject({
    out: expect.stringContaining('of 6 the history does not say whether anybody was asked') as string,
  })
})

test('nothing is run, sent or written: histories and home are as before, and no home is made', async () => {
  const folder = join(home, 'quiet')
  mkdirSync(folder)
  const trace = join(home, 'touched')
  writeFileSync(
    join(folder, 'a.jsonl'),
    `${JSON.stringify({ sessionId: 's', type: 'assistant', cwd: home, message: { content: [{ type: 'tool_use', id: 'x', name: 'Bash', input: { command: `touch ${trace}; curl http://127.0.0.1:9/$(touch ${trace})` } }] } })}\n`,
  )
  const before = treeOf(folder)
  const ran = await replay(['--json', folder])
  expect(reportOf(ran).actions).toBe(1)
  expect([treeOf(folder), existsSync(trace), existsSync(join(home, 'state'))]).toEqual([before, false, false])
})

test('hostile lines are counted, nothing of them is shown raw, and what stands beside them is read', async () => {
  const bash = (command: string): string =>
    `${JSON.stringify({ sessionId: 's', type: 'assistant', cwd: '/home/dev/shop', timestamp: '\u001b[2J', message: { content: [{ type: 'tool_use', id: command, name: 'Bash', input: { command } }] } })}\n`
  const file = join(home, 'hostile.jsonl')
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`{"torn\n${bash('echo \u202etxt')}${bash('printf "\u001b]0;x\u0007"')}`),
      Buffer.from(bash('rm -rf ~/x \u200b # \u3164')),
      Buffer.alloc(100_000_000, 'x'),
      Buffer.from(`\n${bash('rm -rf ~/y')}{"half": `),
    ]),
  )
  for (const args of [['--json', file], [file]]) {
    const { out, code } = await replay(args)
    expect(code).toBe(0)
    expect(out).toContain('rm -rf ~/y')
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u3164]/u)
  }
  expect(reportOf(await replay(['--json', file])).unreadable_because).toEqual({
    ...{ torn: 2, too_long: 1, hidden: 2, unopened: 0 },
  })
})

test.runIf(process.getuid?.() === 0)(
  'an ordinary user reads what is theirs; what they may not open is counted',
  async () => {
    const own = mkdtempSync('/var/tmp/cs-replay-own-')
    const folder = join(own, '.claude/projects/p')
    mkdirSync(folder, { recursive: true })
    cpSync(join(recorded, 'claude-code-2.1.330-asked.jsonl'), join(folder, 'a.jsonl'))
    writeFileSync(join(folder, 'closed.jsonl'), 'x', { mode: 0o000 })
    chmodSync(own, 0o755)
    for (const name of ['.', ...readdirSync(own, { recursive: true, encoding: 'utf8' })])
      if (!name.endsWith('closed.jsonl')) chownSync(join(own, name), 12_345, 12_345)
    const report = reportOf(await replay(['--json'], { uid: 12_345, gid: 12_345, HOME: own, own }))
    expect([report.actions, report.unreadable_because.unopened]).toEqual([8, 1])
    rmSync(own, { recursive: true })
  },
)

test('bad arguments are said in one line', async () => {
  expect(await replay(['--since', 'soon'])).toMatchObject({
    ...{ code: 2, err: 'countersign: --since is no date; expected one such as 2026-10-26.\n' },
  })
  expect(await replay(['--from', 'cursor'])).toMatchObject({ code: 2 })
  expect(await replay([join(home, 'gone')])).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('gone cannot be read (ENOENT)') as string },
  })
  expect(await replay([], { HOME: join(home, 'nobody') })).toMatchObject({
    ...{ code: 0, out: 'No history of an agent was found.\n' },
  })
})

test('ten times as much history takes no more memory, and says how far it is', async () => {
  const peaks: number[] = []
  for (const [name, megabytes] of [
    ['small', 5],
    ['large', 75],
  ] as const) {
    const folder = join(home, name)
    writeHistories(folder, megabytes * 1_000_000, join(import.meta.dirname, '../corpus'))
    const peak = join(home, 'peak')
    const recorder = pathToFileURL(join(import.meta.dirname, '../fakes/peak-at-exit.ts')).href
    // What the program holds, and not how far its engine lets what is garbage grow.
    const args = ['--max-semi-space-size=4', '--import', recorder, cliEntry, 'replay', '--json', folder]
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/dev',
      COUNTERSIGN_HOME: join(home, 'state'),
      PEAK: peak,
    }
    const ran = await runProgram(process.execPath, args, { env })
    expect(ran.code).toBe(0)
    expect(ran.err).toBe(megabytes > 64 ? 'Read 67 MB of 75 MB …\n' : '')
    peaks.push(Number(readFileSync(peak, 'utf8')))
    rmSync(folder, { recursive: true })
  }
  const [small = 0, large = 0] = peaks
  expect(large / small).toBeLessThan(1.6)
})
