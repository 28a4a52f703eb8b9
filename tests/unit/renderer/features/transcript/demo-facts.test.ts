import { expect, test } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { demoFacts } from '../../../../../src/renderer/features/transcript/demo-facts'
import type { CommandItem } from '../../../../../src/renderer/state/transcript-items'
import { approval } from '../../samples'

const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
const exited: CommandOutcome = { kind: 'exited', exitCode: 0, durationMs: 1, output }
const counts = { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }

function call(
  callId: string,
  {
    confinement = 'bubblewrap',
    outcome = exited,
    ...change
  }: {
    confinement?: 'bubblewrap' | 'none'
    outcome?: CommandOutcome
  } & Partial<CommandItem> = {},
): CommandItem {
  const attempt = {
    ...{ number: 1, confinement, grants: [], letThroughBy: [], startedAt: '', output: [] },
    ...{ outcome, settled: true, kept: undefined, inputs: [], ports: [] },
  }
  return {
    ...{
      kind: 'command',
      key: callId,
      callId,
      command: ['ls'],
      cwd: '/w',
      request: undefined,
      ended: undefined,
    },
    attempts: [attempt as unknown as CommandItem['attempts'][number]],
    ...change,
  }
}
const asked = (decision: Decision, decidedBy: 'browser' | 'grant' | 'engine' = 'browser') => ({
  request: approval('a', { state: 'answered', decision, decidedBy }),
})
const wrote = (
  id: string | undefined,
  files: number,
  undone = false,
): Pick<Required<CommandItem>, 'undoable'> => ({
  undoable: {
    event: { type: 'call.undoable', callId: 'c', files, not: [], ...(id !== undefined && { id }) },
    undone,
  },
})

const none = {
  ...{ asked: 0, allowed: 0, denied: 0, unanswered: 0 },
  ...{ rules: [], undoable: 0, undone: 0, lastRun: undefined },
}
test.each([
  { what: 'nothing at all', items: [call('1')], facts: { ...none, untouched: true } },
  {
    what: 'a no, and a yes of each kind',
    items: [
      call('1', asked({ kind: 'deny' })),
      call('2', asked({ kind: 'allow', offerId: 'only-this' })),
      call('3', asked({ kind: 'apply', rehearsal: 'r' })),
      call('4', asked({ kind: 'edit', command: ['ls'] })),
    ],
    facts: { ...none, asked: 4, allowed: 2, denied: 1, untouched: true },
  },
  {
    what: 'what no person answered',
    items: [
      call('1', asked({ kind: 'allow', offerId: 'only-this' }, 'grant')),
      call('2', asked({ kind: 'deny' }, 'engine')),
      call('3', { request: approval('a') }),
    ],
    facts: { ...none, untouched: true },
  },
  {
    what: 'a yes, and a question that was over before its answer',
    items: [
      call('1', asked({ kind: 'allow', offerId: 'only-this' })),
      call('2', { request: approval('a', { state: 'cancelled' }) }),
      call('3', { request: approval('b', { state: 'expired' }) }),
    ],
    facts: { ...none, asked: 3, allowed: 1, unanswered: 2, untouched: true },
  },
  {
    what: 'a rule that answered twice',
    items: ['1', '2'].map((id) =>
      call(id, { outcome: { ...exited, applied: { counts, leftOut: [], rule: 'site' } } }),
    ),
    facts: { ...none, rules: ['site'], untouched: true },
  },
  {
    what: 'runs that can be undone, one that was, and one of which nothing is kept',
    items: [call('1', wrote('u1', 1)), call('2', wrote('u2', 6, true)), call('3', wrote(undefined, 2))],
    facts: { ...none, undoable: 1, undone: 6, lastRun: { id: 'u1', files: 1 }, untouched: false },
  },
  {
    what: 'a run outside the sandbox, whose files nobody counts',
    items: [call('1', { confinement: 'none' })],
    facts: { ...none, untouched: false },
  },
])('the end of the demo tells $what', ({ items, facts }) => {
  expect(demoFacts(items)).toEqual(facts)
})
