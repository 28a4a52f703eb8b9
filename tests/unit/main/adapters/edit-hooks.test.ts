import '../../../fakes/fixed-seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hooksIn,
  readSettings,
  waysIn,
  withHooks,
  withoutHooks,
} from '../../../../src/main/adapters/hook-settings/edit-hooks'
import type { WantedHooks } from '../../../../src/main/core/ports/hook-settings'
import { runsBySeed } from '../../../fakes/by-seed'

const http = { kind: 'http', port: 4711, token: 'a'.repeat(43) } as const
const program = { kind: 'program', command: "node '/a b/cli.js' desk hook codex --home /h" } as const
const once: WantedHooks = { way: http, events: ['PermissionRequest'] }

const person = `{
  // mine
  "model": "opus",
  "hooks": {
    "PermissionRequest": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "say hi" }] }], /* keep */
    "Stop": [ { "hooks": [ { "type": "command", "command": "bell" } ] } ]
  },
  "unknown": [1,2,   3]
}
`

test('what stands in a file stays as it is written, comments and all', () => {
  const now = withHooks(person, 'claude-code', once)
  const kept = person.split('\n').filter((line) => !line.includes('PermissionRequest'))
  for (const line of kept) expect(now.split('\n')).toContain(line)
  expect(now).toContain('/* keep */')
  expect(readSettings(now).hooks?.['PermissionRequest']).toEqual([
    { matcher: 'Bash', hooks: [{ type: 'command', command: 'say hi' }] },
    {
      matcher: '*',
      hooks: [
        {
          ...{ type: 'http', url: 'http://127.0.0.1:4711/claude', timeout: 86_400 },
          headers: { Authorization: `Bearer ${http.token}` },
        },
      ],
    },
  ])
  expect(waysIn(now, 'claude-code')).toEqual([http])
})

test.each(['', '  \n', '{}', '{ "a": 1 }\n', person])(
  'installing over one of ours leaves one: %j',
  (text) => {
    const twice = withHooks(withHooks(text, 'claude-code', once), 'claude-code', {
      way: { ...http, port: 4712 },
      events: ['PermissionRequest', 'PreToolUse'],
    })
    expect(waysIn(twice, 'claude-code').map((way) => way.kind === 'http' && way.port)).toEqual([4712, 4712])
  },
)

test('what asks nobody is put under its own name, found, replaced and taken out', () => {
  const retries: WantedHooks = { way: http, events: ['PermissionDenied', 'PreToolUse'], retries: true }
  const now = withHooks(person, 'claude-code', retries)
  expect(hooksIn(now, 'claude-code')).toEqual([
    { event: 'PermissionDenied', way: http },
    { event: 'PreToolUse', way: { ...http, retriesOnly: true } },
  ])
  expect(now).toContain('http://127.0.0.1:4711/claude/retries"')
  const started = { kind: 'program', command: 'cs desk hook claude-code --home /h' } as const
  const program = withHooks(now, 'claude-code', { ...retries, way: started })
  expect(hooksIn(program, 'claude-code').map(({ way }) => way)).toEqual([
    started,
    { kind: 'program', command: `${started.command} --retries` },
  ])
  expect(readSettings(withoutHooks(program, 'claude-code'))).toEqual(readSettings(person))
})

test('what is taken out is ours and what only that was in', () => {
  expect(readSettings(withoutHooks(withHooks(person, 'claude-code', once), 'claude-code'))).toEqual(
    readSettings(person),
  )
  expect(
    readSettings(withoutHooks(withHooks('{"a":1}', 'codex', { ...once, way: program }), 'codex')),
  ).toEqual({
    a: 1,
  })
  // Another agent's, and a handler of the person's in our group, stay.
  const shared = `{"hooks":{"PermissionRequest":[{"matcher":"*","hooks":[{"type":"command","command":"x"},{"type":"command","command":"c desk hook codex --home /h"}]}]}}`
  expect(readSettings(withoutHooks(shared, 'codex'))).toEqual({
    hooks: { PermissionRequest: [{ matcher: '*', hooks: [{ type: 'command', command: 'x' }] }] },
  })
  expect(withoutHooks(shared, 'claude-code')).toBe(shared)
})

test.each([
  ['{', /line 1/],
  ['{"a":}', /valid JSON/],
  ['[]', /not what hooks are kept in/],
  ['"x"', /not what hooks are kept in/],
  ['{"hooks":[]}', /hooks/],
  ['{"hooks":{"PermissionRequest":{}}}', /hooks\.PermissionRequest/],
  ['{"hooks":{"PermissionRequest":["x"]}}', /hooks\.PermissionRequest/],
] as const)('%s is refused', (text, why) => {
  expect(() => withHooks(text, 'claude-code', once)).toThrow(why)
  expect(() => withoutHooks(text, 'claude-code')).toThrow(why)
})

test('whatever else a file holds, putting in and taking out leaves its content', () => {
  const groups = fc.array(
    fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  const events = fc.dictionary(fc.constantFrom('PermissionRequest', 'PreToolUse', 'Stop'), groups, {
    minKeys: 1,
  })
  const settings = fc.record({ other: fc.jsonValue(), hooks: events }, { requiredKeys: ['other'] })
  fc.assert(
    fc.property(settings, fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const put = withHooks(text, 'codex', { way: program, events: ['PermissionRequest', 'PreToolUse'] })
      expect(waysIn(put, 'codex')).toEqual([program, program])
      expect(readSettings(withoutHooks(put, 'codex'))).toEqual(readSettings(text))
    }),
    { numRuns: runsBySeed(300) },
  )
})
