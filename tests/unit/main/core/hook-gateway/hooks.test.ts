import '../../../../fakes/fixed-seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hookAnswer, type Verdict } from '../../../../../src/main/core/hook-gateway/hook-answer'
import { readHook, type HookAsk } from '../../../../../src/main/core/hook-gateway/hook-body'
import { hookBody, recordedHooks } from '../../../../fakes/agent-hooks'
import { runsBySeed } from '../../../../fakes/by-seed'

const command = 'touch /home/dev/project/x && echo done'

function asked(agent: 'claude-code' | 'codex', body: unknown): HookAsk {
  const read = readHook(agent, body)
  if (read.kind !== 'asks') throw new Error(JSON.stringify(read))
  return read.ask
}

test.each([
  [
    ...(['claude-code', 'claude', 'PermissionRequest', 'Bash'] as const),
    { kind: 'command', script: command, claim: 'Create a file' },
  ],
  [
    ...(['claude-code', 'claude', 'PermissionRequest', 'Write'] as const),
    { kind: 'write', path: '/home/dev/project/w.txt', content: 'hi\n' },
  ],
  [
    ...(['codex', 'codex', 'PermissionRequest', 'Bash'] as const),
    { kind: 'command', script: 'touch /home/dev/zz && echo ok', claim: 'need it' },
  ],
  [
    ...(['codex', 'codex', 'PermissionRequest', 'apply_patch'] as const),
    { kind: 'patch', body: '*** Begin Patch\n*** Add File: /home/dev/b.txt\n+one\n*** End Patch' },
  ],
] as const)('a recorded request of %s is read: %s, %s of %s', (...[agent, recorded, event, tool, wanted]) => {
  const ask = asked(agent, hookBody(recorded, event, tool))
  expect(ask.wanted).toEqual(wanted)
  expect([ask.agent, ask.event, ask.cwd]).toEqual([agent, event, '/home/dev/project'])
})

test.each([
  ['Edit', { file_path: '/w/a', old_string: 'x', new_string: 'y' }, 'edits'],
  [
    'MultiEdit',
    { file_path: '/w/a', edits: [{ old_string: 'x', new_string: 'y', replace_all: true }] },
    'edits',
  ],
  // A member that nobody knows is shown with the others.
  ['Write', { file_path: '/w/a', content: 'x', mode: 'append' }, 'tool'],
  ['Edit', { file_path: '/w/a', old_string: 'x', new_string: 'y', also: '/etc/passwd' }, 'tool'],
  ['MultiEdit', { file_path: '/w/a', edits: [{ old_string: 'x', new_string: 'y', line: 3 }] }, 'tool'],
  ['mcp__notes__add', { text: 'x' }, 'tool'],
  ['WebFetch', { url: 'http://127.0.0.1/' }, 'tool'],
  ['Bash', { command: 7 }, 'tool'],
  ['Bash', { command: '' }, 'tool'],
] as const)('%s %j is a %s', (tool, input, kind) => {
  const body = hookBody('claude', 'PermissionRequest', 'Bash', { tool_name: tool, tool_input: input })
  expect(asked('claude-code', body).wanted.kind).toBe(kind)
})

test.each([
  ['a long text', 'x'.repeat(20_001)],
  ['a number', 7],
  ['nothing', null],
  ['a list', ['x']],
])('a command stays one where what is said of it is %s', (_, description) => {
  const body = hookBody('claude', 'PermissionRequest', 'Bash', { tool_input: { command, description } })
  expect(asked('claude-code', body).wanted).toMatchObject({ kind: 'command', script: command })
})

// The agent takes these for other places than their text says: a home, no white space, composed letters.
test.each(['~/.bashrc', '~root/x', ' /etc/hosts', '/etc/hosts\n', '/w/e\u0301'])(
  'a file that is named %j is shown as a call with arguments, not as a file somewhere else',
  (path) => {
    for (const [tool, rest] of [
      ['Write', { content: 'x' }],
      ['Edit', { old_string: '', new_string: 'x' }],
    ] as const) {
      const change = { tool_name: tool, tool_input: { file_path: path, ...rest } }
      expect(asked('claude-code', hookBody('claude', 'PermissionRequest', 'Bash', change)).wanted).toEqual({
        kind: 'tool',
      })
    }
  },
)

test('what only reads, and events that ask nothing, are left to the agent', () => {
  const read = { tool_name: 'Read', tool_input: { file_path: '/etc/passwd' } }
  expect(readHook('claude-code', hookBody('claude', 'PreToolUse', 'Bash', read))).toEqual({ kind: 'passes' })
  // Where the agent itself would ask, a person is asked.
  expect(readHook('claude-code', hookBody('claude', 'PermissionRequest', 'Bash', read)).kind).toBe('asks')
  const after = recordedHooks('claude').find(({ event }) => event === 'PostToolUse')
  expect(readHook('claude-code', after?.body)).toEqual({ kind: 'passes' })
})

test.each([
  undefined,
  null,
  7,
  'text',
  [],
  {},
  hookBody('claude', 'PreToolUse', 'Bash', { cwd: 'relative' }),
  hookBody('claude', 'PreToolUse', 'Bash', { cwd: '/a\0b' }),
  hookBody('claude', 'PreToolUse', 'Bash', { session_id: '' }),
  hookBody('claude', 'PreToolUse', 'Bash', { session_id: 'x'.repeat(201) }),
  hookBody('claude', 'PreToolUse', 'Bash', { tool_input: 'x' }),
])('a body that is none names what was expected: %j', (body) => {
  const read = readHook('claude-code', body)
  expect(read.kind === 'malformed' && read.problem.length > 5).toBe(true)
})

test.each([
  ['Bash', '{"command":"ls","__proto__":{"dangerouslyDisableSandbox":true}}', 'command'],
  ['Bash', '{"command":"ls","x":[{"__proto__":1}]}', 'command'],
  ['Write', '{"file_path":"/w/a","content":"x","__proto__":{"mode":"append"}}', 'tool'],
  ['mcp__notes__add', '{"__proto__":{"text":"x"}}', 'tool'],
])('a member that is called __proto__ is part of what is asked: %s %s', (tool, input, kind) => {
  const body = hookBody('claude', 'PreToolUse', 'Bash', { tool_name: tool, tool_input: JSON.parse(input) })
  const { wanted, input: read } = asked('claude-code', body)
  expect([wanted.kind, JSON.stringify(read)]).toEqual([kind, input.replace('__proto__', '[__proto__]')])
  if (wanted.kind === 'command') expect(wanted.besides).toContain('"[__proto__]":')
})

test('JSON that is nested as deep as a body can be is no crash', () => {
  let deep: unknown = 'x'
  for (let at = 0; at < 100_000; at += 1) deep = [deep]
  const read = readHook('claude-code', hookBody('claude', 'PreToolUse', 'Bash', { tool_input: { deep } }))
  expect(read.kind).not.toBe('passes')
})

test('the answers are those of the recordings, byte for byte', () => {
  const recorded = recordedHooks('claude').filter(({ way }) => way === 'out')
  const bash = asked('claude-code', hookBody('claude', 'PermissionRequest', 'Bash'))
  const write = asked('claude-code', hookBody('claude', 'PermissionRequest', 'Write'))
  const refused = asked('claude-code', hookBody('claude', 'PermissionDenied', 'Bash'))
  expect([
    hookAnswer(bash, { kind: 'allow' }),
    hookAnswer(write, { kind: 'deny', message: 'no writes, says the desk', stops: false }),
    hookAnswer(refused, { kind: 'allow' }),
    hookAnswer(before, { kind: 'allow' }),
  ]).toEqual(recorded.map(({ body }) => body))
})

const claude = asked('claude-code', hookBody('claude', 'PermissionRequest', 'Bash'))
const before = asked('claude-code', hookBody('claude', 'PreToolUse', 'Bash'))
const codex = asked('codex', hookBody('codex', 'PermissionRequest', 'Bash'))
const no = { kind: 'deny', message: 'not today', stops: true } as const

test.each<readonly [string, HookAsk, Verdict, unknown]>([
  [
    'an edited command stands in the input, beside what was in it',
    claude,
    { kind: 'allow', script: 'true' },
    { behavior: 'allow', updatedInput: { command: 'true', description: 'Create a file' } },
  ],
  ['a no that ends the work', claude, no, { behavior: 'deny', message: 'not today', interrupt: true }],
  ['the same where it would be taken as a fault', codex, no, { behavior: 'deny', message: 'not today' }],
  [
    'an edited command that cannot be handed back is a no',
    codex,
    { kind: 'allow', script: 'true' },
    { behavior: 'deny', message: 'This cannot be run as it was edited.' },
  ],
])('%s', (_, ask, verdict, decision) => {
  expect(hookAnswer(ask, verdict)).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
  })
})

test('before a call the answer has the other form, and no answer is none', () => {
  expect(hookAnswer(before, { kind: 'allow', script: 'true' })).toMatchObject({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'true', description: 'Create a file' },
    },
  })
  expect(hookAnswer(before, no)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'not today',
    },
  })
  for (const ask of [claude, before, codex]) expect(hookAnswer(ask, { kind: 'none' })).toBeUndefined()
})

const anyJson = fc.jsonValue({ maxDepth: 4 })

/** A recorded body with some of its fields, at any depth, taken away, put elsewhere or made something else. */
const mutated = fc
  .tuple(
    fc.constantFrom(...recordedHooks('claude'), ...recordedHooks('codex')),
    fc.array(fc.tuple(fc.nat(40), fc.oneof(anyJson, fc.constant(undefined), fc.string())), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([{ body }, changes]) => {
    const copy = structuredClone(body)
    for (const [at, value] of changes) {
      const places: [Record<string, unknown>, string][] = []
      const walk = (each: unknown): void => {
        if (typeof each !== 'object' || each === null) return
        for (const key of Object.keys(each)) {
          places.push([each as Record<string, unknown>, key])
          walk((each as Record<string, unknown>)[key])
        }
      }
      walk(copy)
      const place = places[at % Math.max(places.length, 1)]
      if (place) place[0][place[1]] = value
    }
    return copy
  })

test('20,000 mutations: none is a crash, and none is an allow that was not decided', () => {
  const verdicts = fc.constantFrom<Verdict>({ kind: 'none' }, no, { ...no, stops: false })
  fc.assert(
    fc.property(fc.constantFrom('claude-code', 'codex'), mutated, verdicts, (agent, body, verdict) => {
      const read = readHook(agent, body)
      if (read.kind !== 'asks') return
      const answer = JSON.stringify(hookAnswer(read.ask, verdict) ?? {})
      expect(answer).not.toMatch(/"(behavior|permissionDecision)":"allow"|"retry":true/)
      // What it was read as is what it says: nothing stands in a command that was not in the body.
      const { wanted } = read.ask
      if (wanted.kind === 'command') expect(wanted.script).toBe(read.ask.input['command'])
    }),
    { numRuns: runsBySeed(20_000) },
  )
})
