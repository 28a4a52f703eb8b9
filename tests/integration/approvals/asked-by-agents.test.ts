import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KnownCalls } from '../../../src/main/adapters/acp-client/read-update'
import { answerAcpAgent } from '../../../src/main/core/execution/acp-agent-request'
import { perform } from '../../../src/main/core/execution/perform'
import { hookAction } from '../../../src/main/core/hook-gateway/hook-action'
import { readHook } from '../../../src/main/core/hook-gateway/hook-body'
import { removeWorlds } from '../patch/patch-world'
import { onlyThis, openWorld } from './given-on-world'

afterAll(removeWorlds)

/** An agent of another maker that asks, as it comes over the wire, and who answers each time with a yes for the session. */
function asking() {
  const world = openWorld()
  const calls = new KnownCalls()
  const widening = {
    ...{ given: [], conversation: undefined, open: false, carried: new Set<string>() },
    begin: () => undefined,
  }
  return {
    ...world,
    ask: (reported: Parameters<KnownCalls['takeAsked']>[0]) =>
      answerAcpAgent(
        {
          call: calls.takeAsked(reported),
          options: [
            { id: 'yes', kind: 'allow_once', name: 'Yes' },
            { id: 'no', kind: 'reject_once', name: 'No' },
          ],
        },
        { id: 'goose', name: 'Goose', callId: 'c', widening },
        new AbortController().signal,
        { turn: world.turn, parts: world.parts },
      ),
  }
}

const execute = (rawInput: object, more: object = {}) =>
  ({ toolCallId: '1', title: 'Shell', kind: 'execute', rawInput, ...more }) as const
const diff = (path: string, newText: string) => ({ type: 'diff', path, newText })

test.each<[name: string, rawInput: object, shown: string]>([
  ['another folder', { command: 'ls', dir_path: '/etc' }, '"dir_path":"/etc"'],
  ['words behind it', { command: 'ls', args: ['-la', '/'] }, '"args":["-la","/"]'],
  ['an environment', { command: 'ls', env: { LD_PRELOAD: './x.so' } }, 'LD_PRELOAD'],
  ['another name of a command', { command: 'ls', cmd: 'rm -rf x' }, '"cmd":"rm -rf x"'],
  ['no sandbox of its own', { command: 'ls', sandbox: 'off' }, '"sandbox":"off"'],
])(
  'a yes to a command of such an agent is none for the same with %s, which is shown',
  async (_, given, shown) => {
    const { ask, asked, answerWith, reasons } = asking()
    answerWith(onlyThis('session'))
    expect(await ask(execute({ command: 'ls' }))).toBe('yes')
    expect(await ask(execute({ command: 'ls', call_id: 'x', timeout_ms: 5, description: 'lists' }))).toBe(
      'yes',
    )
    expect(asked.length).toBe(1)
    expect(await ask(execute(given))).toBe('no')
    expect(reasons()[1]).toContain(shown)
  },
)

test('the folder of the session is nothing beside a command', async () => {
  const { ask, asked, answerWith, workspace } = asking()
  answerWith(onlyThis('session'))
  expect(await ask(execute({ command: 'ls', cwd: workspace }))).toBe('yes')
  expect(await ask(execute({ command: 'ls' }))).toBe('yes')
  expect(asked.length).toBe(1)
})

test.each<[command: readonly string[], shown: string]>([
  [['bash', '-lc', 'ls | wc'], 'ls | wc'],
  [['./own', '-c', 'ls'], './own -c ls'],
  [['python3', '-c', 'import os'], "python3 -c 'import os'"],
  [['bash', '-c', 'ls', '-c', 'true'], 'bash -c ls -c true'],
  [['tee', '# x', '/etc/passwd'], "tee '# x' /etc/passwd"],
])('words of a command are shown as the command that they are: %j', async (command, shown) => {
  const { ask, asked, answerWith } = asking()
  answerWith()
  await ask(execute({ command }))
  expect(asked[0]?.command).toEqual(['bash', '-lc', shown])
})

test('a command is shown also where a change of files stands beside it, and one that was told before is not', async () => {
  const { ask, asked, answerWith, reasons } = asking()
  answerWith()
  await ask(execute({ command: 'rm -rf x' }, { content: [diff('a', 'b')] }))
  expect(asked[0]?.command.at(-1)).toBe('rm -rf x')
  expect(reasons()[0]).toContain('"path":"a"')
  await ask(execute({ url: 'https://host.invalid' }, { content: [] }))
  expect(asked[1]?.kind).not.toBe('command')
})

test('what is not shown whole is allowed once, and not the next that looks like it', async () => {
  const { ask, asked, answerWith, workspace } = asking()
  const change = (middle: string) => ({
    ...{ toolCallId: '1', title: 'Write', kind: 'edit' },
    content: [diff(join(workspace, 'a'), `${'x'.repeat(150_000)}${middle}${'x'.repeat(150_000)}`)],
  })
  answerWith(onlyThis('session'))
  expect(await ask(change('good'))).toBe('yes')
  expect(asked[0]?.offers[0]?.scopes).toEqual(['once'])
  expect(await ask(change('evil'))).toBe('no')
  expect(asked.length).toBe(2)
})

test('more changes than are shown are told no', async () => {
  const { ask, asked, answerWith } = asking()
  answerWith(onlyThis())
  const content = Array.from({ length: 51 }, (_, at) => diff(`f${String(at)}`, 'x'))
  expect(await ask({ toolCallId: '1', title: 'Write', kind: 'edit', content })).toBe('no')
  expect(asked.length).toBe(0)
})

const patch = (more: object) => ({ toolCallId: '1', title: 'Fix typo', ...more })

test.each(['edit', 'other', 'read', 'delete', undefined])(
  'a command stands behind no change of files, also where the agent calls it %s',
  async (kind) => {
    const { ask, asked, answerWith, reasons } = asking()
    answerWith(onlyThis('session'))
    const rawInput = { command: 'true', env: { LD_PRELOAD: './x.so' } }
    const content = [diff('README.md', 'hello')]
    expect(await ask(patch({ kind, rawInput, content }))).toBe('yes')
    expect(asked[0]?.changes).toBeUndefined()
    expect(reasons()[0]).toMatch(/LD_PRELOAD.*README\.md/)
    expect(await ask(patch({ kind, rawInput: { ...rawInput, command: 'rm -rf x' }, content }))).toBe('no')
    expect(asked.map(({ command }) => command.at(-1))).toEqual(['true', 'rm -rf x'])
  },
)

test.each<[name: string, other: object, shown: string | undefined]>([
  ['more beside it', { rawInput: { path: 'a', script: 'rm -rf x' } }, '"script":"rm -rf x"'],
  ['a command that is no text', { rawInput: { command: { run: 'rm' } } }, '"command":{"run":"rm"}'],
  ['another title', { title: 'rm -rf x' }, undefined],
  ['another kind', { kind: 'delete' }, undefined],
  ['other places', { locations: [{ path: '/etc/passwd' }] }, undefined],
])('a yes to a change of files is none for the same with %s', async (_, other, shown) => {
  const { ask, asked, answerWith, reasons } = asking()
  answerWith(onlyThis('session'))
  const edit = patch({ kind: 'edit', rawInput: { path: 'a', content: 'text' }, content: [diff('a', 'text')] })
  expect(await ask(edit)).toBe('yes')
  expect(reasons()[0]).not.toContain('text')
  expect(await ask({ ...edit, toolCallId: '2' })).toBe('yes')
  expect(asked.length).toBe(1)
  expect(await ask({ ...edit, toolCallId: '3', ...other })).toBe('no')
  if (shown !== undefined) expect(reasons()[1]).toContain(shown)
})

test('what was said to be changed is gone where the agent says that nothing is', async () => {
  const { ask, asked, answerWith } = asking()
  answerWith()
  await ask(patch({ kind: 'edit', content: [diff('a', 'nice')] }))
  await ask(patch({ title: 'Run', kind: 'other', rawInput: { script: 'rm -rf x' }, content: [] }))
  expect(asked.map(({ kind }) => kind)).toEqual(['patch', 'tool'])
})

test('two changes of one file are both shown, also where it is spelt in another way', async () => {
  const { ask, asked, answerWith, workspace } = asking()
  answerWith(onlyThis('session'))
  const edited = { ...diff('sub/../a.sh', 'echo there'), oldText: 'echo here' }
  const content = [diff('a.sh', 'rm -rf x'), diff(join(workspace, 'a.sh'), 'echo hello'), edited]
  expect(await ask(patch({ kind: 'edit', content }))).toBe('yes')
  expect(asked[0]?.changes).toEqual({
    [join(workspace, 'a.sh')]: {
      type: 'update',
      unified_diff: [
        ...['@@ -0,0 +1,1 @@', '+rm -rf x', '\\ No newline at end of file'],
        ...['@@ -0,0 +1,1 @@', '+echo hello', '\\ No newline at end of file'],
        ...['@@ -1,1 +1,1 @@', '-echo here', '\\ No newline at end of file'],
        ...['+echo there', '\\ No newline at end of file', ''],
      ].join('\n'),
    },
  })
})

test.each<[name: string, other: object]>([
  ['kind', { kind: 'delete' }],
  ['places', { locations: [{ path: '/etc/passwd' }] }],
  ['words', { content: [{ type: 'content', content: { type: 'text', text: 'delete everything' } }] }],
])('a yes to a tool is none for the same of another %s', async (_, other) => {
  const { ask, asked, answerWith } = asking()
  answerWith(onlyThis('session'))
  const call = { title: 'Fetch', kind: 'fetch', rawInput: { of: 'x' } }
  expect(await ask({ ...call, toolCallId: '1' })).toBe('yes')
  expect(await ask({ ...call, toolCallId: '2' })).toBe('yes')
  expect(asked.length).toBe(1)
  expect(await ask({ ...call, toolCallId: '3', ...other })).toBe('no')
})

test.each<[name: string, reported: object]>([
  ['a title', { title: `Fetch ${'x'.repeat(2100)}`, kind: 'fetch' }],
  ['a title that is kept', { title: `Fetch ${'x'.repeat(300)}`, kind: 'fetch' }],
  [
    'places',
    { kind: 'fetch', locations: Array.from({ length: 51 }, (_, at) => ({ path: `/p${String(at)}` })) },
  ],
  [
    'what stands beside a command',
    { kind: 'execute', rawInput: { command: 'ls', args: ['x'.repeat(2100)] } },
  ],
  [
    'all changes of a file',
    {
      kind: 'edit',
      content: [diff('a', 'x'.repeat(150_000)), diff('a', 'y'.repeat(150_000))],
    },
  ],
])('a yes is for once where %s is not shown whole', async (_, reported) => {
  const { ask, asked, answerWith } = asking()
  answerWith(onlyThis('session'))
  expect(await ask(patch(reported))).toBe('yes')
  expect(asked[0]?.offers[0]?.scopes).toEqual(['once'])
  expect(await ask(patch(reported))).toBe('no')
})

test('that more changes were told than are shown is forgotten with these alone', async () => {
  const { ask, asked, answerWith } = asking()
  answerWith(onlyThis())
  const content = Array.from({ length: 51 }, (_, at) => diff(`f${String(at)}`, 'x'))
  expect(await ask(patch({ kind: 'edit', content }))).toBe('no')
  expect(await ask(patch({ kind: 'edit', rawInput: { all: true } }))).toBe('no')
  expect(asked.length).toBe(0)
  expect(await ask(patch({ kind: 'edit', content: content.slice(0, 1) }))).toBe('yes')
})

test('a yes that is kept at the desk is none for a link that takes the place of a file', async () => {
  const { put, workspace, turn, parts, asked, answerWith, assessments, reasons } = asking()
  const path = put('notes', 'plain')
  const read = readHook('claude-code', {
    ...{ session_id: 's', cwd: workspace, hook_event_name: 'PermissionRequest', tool_name: 'Bash' },
    tool_input: { command: 'cat notes' },
  })
  if (read.kind !== 'asks') throw new Error(read.kind)
  const real = { ...parts, assessments }
  const openTurn = { ...turn, sandboxPolicy: { mode: 'danger-full-access' } as const }
  const ask = async () => {
    const call = { ask: { ...read.ask, cwd: workspace }, callId: 'c', files: undefined }
    return (await perform(hookAction(call, openTurn, real), openTurn, real)).kind
  }
  answerWith(onlyThis('session'))
  expect([await ask(), asked.length]).toEqual(['ran', 1])
  put('notes', 'other')
  expect([await ask(), asked.length]).toEqual(['ran', 1])
  rmSync(path)
  symlinkSync('../home/key', path)
  expect([await ask(), asked.length]).toEqual(['refused', 2])
  expect(reasons()[1]).toContain('Changed since it was allowed: notes.')
})
