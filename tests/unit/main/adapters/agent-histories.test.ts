import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHistories } from '../../../../src/main/adapters/agent-histories/find-histories'
import type {
  HistoryEntry,
  HistoryQuestion,
  PastAction,
} from '../../../../src/main/core/ports/agent-histories'

const recorded = join(import.meta.dirname, '../../../fakes/histories')
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-histories-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

async function read(question: Partial<HistoryQuestion>, env = {}): Promise<HistoryEntry[]> {
  const find = createHistories({ home, env, own: join(home, '.countersign') })
  const found = await find({ paths: [], ...question })
  const all: HistoryEntry[] = []
  for await (const entries of found.read(new AbortController().signal)) all.push(...entries)
  return all
}
const actionsOf = (entries: readonly HistoryEntry[]): PastAction[] =>
  entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []))
const shown = ({ wanted, asked, answer }: PastAction): string => {
  const what =
    wanted.kind === 'command'
      ? wanted.argv.at(-1)
      : wanted.kind === 'edit'
        ? wanted.writes.join(' ')
        : 'patch'
  return `${asked} ${answer}: ${what?.split('\n')[0] ?? ''}`
}
const ofRecorded = async (name: string): Promise<PastAction[]> =>
  actionsOf(await read({ paths: [join(recorded, name)] }))

const write = (text: string | Buffer, name = 'a.jsonl'): string => {
  const file = join(home, name)
  writeFileSync(file, text)
  return file
}
const claude = (content: object, more: object = {}): string =>
  `${JSON.stringify({
    ...{ type: 'assistant', sessionId: 's', cwd: '/home/dev/shop', timestamp: '2026-11-20T10:00:00.000Z' },
    message: { role: 'assistant', content: [content] },
    ...more,
  })}\n`
const bash = (command: string, id = `toolu_${command}`): string =>
  claude({ type: 'tool_use', id, name: 'Bash', input: { command } })

test('a history written by the real Claude Code, where it asked: each call, who was asked, and what was said', async () => {
  const actions = await ofRecorded('claude-code-2.1.330-asked.jsonl')
  expect(actions.map(shown)).toEqual([
    'yes allowed: npm run build',
    'no unknown: git status --short',
    'yes allowed: /home/dev/project/src/total.js',
    'yes allowed: /home/dev/project/src/total.js',
    'yes denied: rm -rf ~/old-photos',
    'yes denied: curl -fsSL http://127.0.0.1:9/install.sh | sh',
    'yes allowed: /home/dev/.bashrc',
    'yes allowed: cd src && node --check total.js',
  ])
  expect(actions[0]).toMatchObject({
    agent: 'claude-code',
    cwd: '/home/dev/project',
    workspace: '/home/dev/project',
  })
})

test('a history written by the real Claude Code, where nobody could be asked', async () => {
  expect((await ofRecorded('claude-code-2.1.330-print.jsonl')).map(({ asked }) => asked)).toEqual(
    Array.from({ length: 8 }, () => 'no'),
  )
})

test('a history written by the real Codex of today, where it asked', async () => {
  const actions = await ofRecorded('codex-0.169.0-asked.jsonl')
  expect(actions.map(shown)).toEqual([
    'unknown unknown: npm run build',
    'unknown unknown: git status --short',
    'unknown unknown: patch',
    "unknown unknown: cat > notes.md <<'E'",
    "unknown unknown: apply_patch <<'P'",
    'yes denied: rm -rf ~/old-photos',
    'yes denied: curl -fsSL http://127.0.0.1:9/install.sh | sh',
    'unknown unknown: ls',
  ])
  expect(actions[5]?.wanted).toMatchObject({ escalated: true })
})

test.each([
  ['User rejected tool use', 'yes denied'],
  ["Error: The user doesn't want to proceed with this tool use. The tool use was rejected.", 'yes denied'],
  ["Error: Exit code 1\nThe user doesn't want to proceed with this tool use", 'unknown unknown'],
  [{ stdout: 'User rejected tool use' }, 'unknown unknown'],
])('of a Claude Code that keeps no decisions, %j is taken for: %s', async (toolUseResult, said) => {
  const result = claude(
    { type: 'tool_result', tool_use_id: 'x', content: 'y' },
    { type: 'user', toolUseResult },
  )
  const [action] = actionsOf(await read({ paths: [write(bash('make', 'x') + result)] }))
  expect(action && shown(action)).toBe(`${said}: make`)
})

test('histories of the real Codex in its older forms: with an envelope, and without one', async () => {
  const newer = await ofRecorded('codex-0.50.0-exec.jsonl')
  expect(newer.map(shown)).toContain('no unknown: rm -rf ~/old-photos')
  expect(newer.map(({ wanted }) => wanted.kind)).toContain('patch')
  expect(newer[0]).toMatchObject({ agent: 'codex', cwd: '/home/dev/project' })
  const oldest = await ofRecorded('codex-0.20.0-exec.jsonl')
  expect(oldest.map(shown)).toContain('unknown unknown: rm -rf ~/old-photos')
  expect(oldest[0]).toMatchObject({ at: undefined, cwd: '/folder-not-said' })
})

test('our own records say of each call whether it was asked about, and of the desk’s what it asked', async () => {
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: '2026-11-20T10:00:00.000Z', type, payload })}\n`
  const call = (id: string, script: string): string =>
    line('response_item', {
      ...{ type: 'function_call', name: 'shell', call_id: id },
      arguments: JSON.stringify({ command: ['bash', '-lc', script] }),
    })
  const asked = (id: string, kind: string, more: object = {}): string =>
    ['requested', 'resolved']
      .map((event) =>
        line('countersign_event', {
          type: `approval.${event}`,
          request: {
            ...{ callId: id, command: ['bash', '-lc', 'git push'], cwd: '/srv/shop' },
            ...(event === 'resolved' && { decision: { kind } }),
            ...more,
          },
        }),
      )
      .join('')
  const file = write(
    [
      line('session_meta', { id: 'x', timestamp: 't', cwd: '/srv/shop', originator: 'countersign' }),
      call('a', 'ls'),
      call('b', 'rm -rf src'),
      asked('b', 'deny'),
      call('c', 'make'),
      asked('c', 'allow'),
      asked('d', 'allow', { desk: { agent: 'codex', session: 's', stops: false } }),
    ].join(''),
  )
  expect(actionsOf(await read({ paths: [file] })).map((each) => `${each.agent} ${shown(each)}`)).toEqual([
    'codex yes allowed: git push',
    'countersign no unknown: ls',
    'countersign yes denied: rm -rf src',
    'countersign yes allowed: make',
  ])
})

test('the agents’ own folders are read where no path is named, by agent, and by date', async () => {
  for (const folder of [
    '.claude/projects/-home-dev-shop',
    '.codex/sessions/2026/11/20',
    '.countersign/sessions',
  ])
    mkdirSync(join(home, folder), { recursive: true })
  write(bash('one'), '.claude/projects/-home-dev-shop/s.jsonl')
  write(
    '{"type":"local_shell_call","id":"x","action":{"command":["two"]}}\n',
    '.codex/sessions/2026/11/20/r.jsonl',
  )
  write('{"record_type":"state"}\n', '.claude/projects/notes.txt')
  const argv = async (question: Partial<HistoryQuestion>, env = {}): Promise<unknown[]> =>
    actionsOf(await read(question, env)).map(({ wanted }) => wanted.kind === 'command' && wanted.argv.at(-1))
  expect(await argv({})).toEqual(['one', 'two'])
  expect(await argv({ from: 'codex' })).toEqual(['two'])
  expect(await argv({}, { CLAUDE_CONFIG_DIR: join(home, 'none') })).toEqual(['two'])
  // What no time is said of is not known to be later.
  expect(await argv({ since: Date.parse('2026-11-01') })).toEqual(['one'])
  expect(await argv({ since: Date.parse('2026-11-21') })).toEqual([])
  utimesSync(join(home, '.claude/projects/-home-dev-shop/s.jsonl'), 0, 0)
  expect(await argv({ since: Date.parse('2026-11-01') })).toEqual([])
})

const unreadable = (entries: readonly HistoryEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'unreadable' ? [entry.why] : []))

test.each([
  ['a torn line', '{"type":"assistant","message":{"con', ['torn']],
  ['no JSON', 'rm -rf ~\n', ['torn']],
  ['a list', '[1]\n', ['torn']],
  ['too deep', `{"sessionId":"s","x":${'['.repeat(200_000)}\n`, ['torn']],
  ['a line turned round', bash('echo \u202etxt.exe'), ['hidden']],
  ['a line with an escape sequence', bash('echo \u001b[2K\u001b[1A ls'), ['hidden']],
  [
    'a folder with one',
    claude({ type: 'tool_use', id: 'x', name: 'Bash', input: { command: 'ls' } }, { cwd: '/\u202e' }),
    ['hidden'],
  ],
  ['NUL', bash('ls \u0000'), ['hidden']],
  ['an unknown object', '{"a":1}\n', []],
  [
    'wrong kinds',
    '{"sessionId":"s","message":{"content":[{"type":"tool_use","id":1,"name":2,"input":3},null,7]}}\n',
    [],
  ],
  [
    'a prototype',
    '{"sessionId":"s","__proto__":{"x":1},"message":{"content":[{"type":"tool_use","name":"__proto__","input":{}}]}}\n',
    [],
  ],
  ['no lines at all', '', []],
  ['empty ones', '\n\r\n\n', []],
])('%s ends nothing, and is counted where it says nothing that can be read', async (_, text, why) => {
  const entries = await read({ paths: [write(text + bash('make'))] })
  // A torn line takes nothing with it but what stands in it.
  const joined = text !== '' && !text.endsWith('\n')
  expect([unreadable(entries), actionsOf(entries).map(shown)]).toEqual([
    why,
    joined ? [] : ['unknown unknown: make'],
  ])
})

test('a line of 20 MB is counted and not held; one that only has a picture in it is passed over', async () => {
  const picture = claude({ type: 'tool_result', tool_use_id: 'toolu_make', content: 'A'.repeat(100_000) })
  const file = write(
    Buffer.concat([Buffer.alloc(20_000_000, 'x'), Buffer.from(`\n${bash('make')}${picture}`)]),
  )
  const entries = await read({ paths: [file] })
  expect([unreadable(entries), actionsOf(entries)]).toEqual([['too-long'], [expect.anything()]])
})

test('a command of megabytes is kept no longer than its reader takes', async () => {
  const [action] = actionsOf(await read({ paths: [write(bash(`echo ${'a'.repeat(3_000_000)}`, 'x'))] }))
  expect(JSON.stringify(action).length).toBeLessThan(100_000)
})

test('a call that is written down again in another session counts once', async () => {
  write(bash('make'), 'one.jsonl')
  write(bash('make'), 'two.jsonl')
  expect(actionsOf(await read({ paths: [home] }))).toHaveLength(1)
})

test('pipes, links and what may not be read hold nothing up', async () => {
  execFileSync('mkfifo', [join(home, 'pipe.jsonl')])
  symlinkSync('/dev/zero', join(home, 'zero.jsonl'))
  write(bash('make'))
  expect(actionsOf(await read({ paths: [home] }))).toHaveLength(1)
  await expect(read({ paths: [join(home, 'pipe.jsonl')] })).rejects.toThrow(/no file and no folder/)
  await expect(read({ paths: [join(home, 'gone')] })).rejects.toThrow(/gone cannot be read \(ENOENT\)/)
})
