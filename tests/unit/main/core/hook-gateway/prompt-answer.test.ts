import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promptAnswer, type Verdict } from '../../../../../src/main/core/hook-gateway/hook-answer'
import { readHook } from '../../../../../src/main/core/hook-gateway/hook-body'
import { runsBySeed } from '../../../../fakes/by-seed'

const verdicts: readonly Verdict[] = [
  { kind: 'none' },
  { kind: 'deny', message: 'no', stops: false },
  { kind: 'deny', message: 'no', stops: true },
  { kind: 'allow' },
  { kind: 'allow', script: 'echo instead' },
]

test('whatever is asked, only a yes is one, and it hands back what was asked or the person’s command', () => {
  fc.assert(
    fc.property(
      fc.record({
        tool: fc.oneof(
          fc.constantFrom('Bash', 'Write', 'mcp__a__b'),
          fc.string({ minLength: 1, maxLength: 40 }),
        ),
        input: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
      fc.constantFrom(...verdicts),
      ({ tool, input }, verdict) => {
        const read = readHook('claude-code', {
          ...{ session_id: 's', cwd: '/f', hook_event_name: 'PermissionRequest' },
          ...{ tool_name: tool, tool_input: input },
        })
        if (read.kind !== 'asks') return
        const answer = promptAnswer(read.ask, verdict)
        const edits = verdict.kind === 'allow' && verdict.script !== undefined
        const allowed = verdict.kind === 'allow' && (!edits || read.ask.wanted.kind === 'command')
        expect(answer['behavior']).toBe(allowed ? 'allow' : 'deny')
        if (!allowed) return
        expect(answer['updatedInput']).toEqual(
          edits ? { ...read.ask.input, command: 'echo instead' } : read.ask.input,
        )
      },
    ),
    { numRuns: runsBySeed(5000) },
  )
})
