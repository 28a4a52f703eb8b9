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
