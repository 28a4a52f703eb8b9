import { stopInWords } from '@shared/messages/stop'
import { expect, test, vi } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { emptyOutput } from '@shared/domain/command-outcome'
import { GrantBook } from '../../../../../src/main/core/approvals/grant-book'
import { ApprovalQueue } from '../../../../../src/main/core/approvals/approval-queue'
import type { Action, FirstDecision, Held, Ran } from '../../../../../src/main/core/execution/action'
import { perform } from '../../../../../src/main/core/execution/perform'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import type { ModelProviders } from '../../../../../src/main/core/ports/models'
import { allow } from '../../../../../src/main/core/policy/permit'
import type { TurnContext } from '../../../../../src/main/core/turn/turn-context'
import { fakeClock, fakeIds, fakeRules, kernelWrite } from '../../../../fakes/fake-world'
import { fakeRequestAssessor } from '../../../../fakes/request-assessor'

const once = { id: 'only-this', kind: 'only-this', grants: [], scopes: ['once', 'session'] } as const
const offers: Offer[] = [
  { ...once, grants: [...once.grants], scopes: [...once.scopes], means: { kind: 'run' } },
]
const said = (text: string) => ({ kind: 'said', text, policyLine: 'p' }) as const
const stop = { boundary: 'approval-policy', why: said('It asks.'), evidence: [] } as const
const asks: FirstDecision = { kind: 'ask', stop: { ...stop, evidence: [] }, offers }
const runs: FirstDecision = { kind: 'run', permit: allow('policy-sandboxed') }
const refuses: FirstDecision = { kind: 'refuse', reason: 'Not now.', message: 'refused: not now' }
const denied: CommandOutcome = {
  ...{ kind: 'denied', exitCode: 1, durationMs: 1, output: emptyOutput },
  evidence: [kernelWrite('/srv/x')],
}
const yes: Decision = { kind: 'allow', offerId: 'only-this' }
const held: Held = { kind: 'held', yes: { kind: 'only-this', grants: [], whatWasRead: [] }, records: [] }

interface Played {
  readonly first: FirstDecision
  readonly answers?: readonly Decision[]
  readonly held?: Held
  readonly grantsBefore?: Action<Ran>['grantsBefore']
  readonly outcomes?: readonly (CommandOutcome | undefined)[]
  /** What `changed` says each time it is asked. */
  readonly changed?: readonly (readonly string[])[]
  /** There is a model that can be asked for its view. */
  readonly model?: boolean
  /** The turn was stopped meanwhile. */
  readonly stopped?: boolean
}

/** A made-up action, taken through the loop; what was asked, run and kept. */
async function played({ first, answers = [], outcomes = [], changed = [], ...over }: Played) {
  const log: string[] = []
  const events: AgentEvent[] = []
  const [clock, ids] = [fakeClock(), fakeIds()]
  const approvals = new ApprovalQueue(() => '2026-11-21T09:00:00.000Z')
  const [left, changes, ends] = [[...answers], [...changed], [...outcomes]]
  const recordApproval = (request: ApprovalRequest): Promise<void> => {
    if (request.state !== 'pending') return Promise.resolve()
    log.push(`ask ${request.stage}: ${stopInWords(request.stop, request.naming)}`)
    const decision = left.shift() ?? { kind: 'abort' }
    setImmediate(() => void approvals.decide(request.id, decision, 'window'))
    return Promise.resolve()
  }
  const turn: TurnContext = {
    ...{ sessionId: 's', sessionTitle: 'S', turnId: 't', turnNumber: 1, provider: 'fake', model: 'fake-1' },
    ...{
      cwd: '/work',
      approvalPolicy: 'untrusted',
      sandboxPolicy: { mode: 'read-only', network_access: false },
    },
    ...{
      stop: () => undefined,
      signal: over.stopped === true ? AbortSignal.abort() : new AbortController().signal,
      recordApproval,
      recordQuestion: () => Promise.resolve(),
    },
    emit: (event) => {
      events.push(event)
    },
  }
  const action: Action<Ran> = {
    call: { callId: 'c1', command: ['made-up'], cwd: '/work', justification: undefined },
    stage: 'first',
    requested: { kind: 'command' },
    first,
    grants: {
      held: () => Promise.resolve(over.held),
      use: () => Promise.resolve(true),
      offered: (given) => [...given],
      answers: () => Promise.resolve(undefined),
      checkRule: () => Promise.resolve(),
      changed: () => Promise.resolve(changes.shift() ?? []),
      keep: (offer, { scope }) => Promise.resolve(void log.push(`keep ${offer.id} ${scope}`)),
    },
    grantsBefore: over.grantsBefore ?? ['run', 'ask'],
    run: ({ permit }, attempt) => {
      log.push(`run ${String(attempt)}: ${permit.because}`)
      return Promise.resolve({ outcome: ends.shift() })
    },
    retry: {
      most: 2,
      question: () =>
        Promise.resolve({
          stop: { ...stop, boundary: 'sandbox', why: said('Stopped.'), evidence: [] },
          offers,
        }),
    },
  }
  const models: ModelProviders = {
    open() {
      log.push('the model is asked')
      throw new Error('it says nothing')
    },
    choices: () => [],
  }
  const assessments = fakeRequestAssessor({ clock, ids, models: over.model === true ? models : undefined })
  const parts = { approvals, assessments, clock, ids, textDiff }
  const grants = new GrantBook(fakeRules(), vi.fn())
  const end = await perform(action, turn, {
    ...parts,
    grants,
    workspace: { home: () => '/home/me', environment: () => ({}) },
  })
  return [
    ...log,
    end.kind === 'ran' ? 'ran' : `${end.how} before ${end.before}${end.stopped === true ? ', stopped' : ''}`,
  ]
}

const rows: [title: string, Played, expected: string[]][] = [
  ['runs what the policies let run', { first: runs }, ['run 1: policy-sandboxed', 'ran']],
  ['runs nothing that they refuse, whatever is held', { first: refuses, held }, ['policy before any-run']],
  [
    'asks, and runs on a yes',
    { first: asks, answers: [yes] },
    ['ask first: It asks.', 'run 1: person-first', 'ran'],
  ],
  [
    'asks a person before it asks the model',
    { first: asks, answers: [yes], model: true },
    ['ask first: It asks.', 'the model is asked', 'run 1: person-first', 'ran'],
  ],
  [
    'keeps a yes before it runs',
    { first: asks, answers: [{ ...yes, scope: 'session' }] },
    ['ask first: It asks.', 'keep only-this session', 'run 1: person-first', 'ran'],
  ],
  [
    'counts a scope that was not offered as once',
    { first: asks, answers: [{ ...yes, scope: 'turn' }] },
    ['ask first: It asks.', 'run 1: person-first', 'ran'],
  ],
  [
    'runs nothing on a no',
    { first: asks, answers: [{ kind: 'deny' }] },
    ['ask first: It asks.', 'denied before any-run'],
  ],
  [
    'goes by a grant that is held, without a question',
    { first: asks, held },
    ['run 1: grant-sandboxed', 'ran'],
  ],
  [
    'looks for none where none may go before',
    { first: runs, held, grantsBefore: ['ask'] },
    ['run 1: policy-sandboxed', 'ran'],
  ],
  [
    'says what changed since a grant was given',
    {
      first: asks,
      held: { kind: 'changed', changes: { paths: ['/work/a'], then: [] } },
      answers: [{ kind: 'deny' }],
    },
    ['ask first: It asks. Changed since it was allowed: a.', 'denied before any-run'],
  ],
  [
    'asks again when something changed while it was asked',
    { first: asks, answers: [yes, yes], changed: [['/work/a'], []] },
    [
      'ask first: It asks.',
      'ask first: It asks. Changed since it was allowed: a.',
      'run 1: person-first',
      'ran',
    ],
  ],
  [
    'runs nothing when it changed between the yes and the run',
    { first: asks, answers: [yes], changed: [[], ['/work/a']] },
    ['ask first: It asks.', 'changed before any-run'],
  ],
  [
    'gives up when it changes every time',
    { first: asks, answers: [yes, yes, yes, yes], changed: [['/a'], ['/a'], ['/a'], ['/a']] },
    [
      'ask first: It asks.',
      ...Array<string>(3).fill('ask first: It asks. Changed since it was allowed: /a.'),
      'changed before any-run',
    ],
  ],
  [
    'asks after a denial, and runs again on a yes',
    { first: runs, outcomes: [denied, undefined], answers: [yes] },
    ['run 1: policy-sandboxed', 'ask retry: Stopped.', 'run 2: person-widened', 'ran'],
  ],
  [
    'stays stopped on a no after a denial',
    { first: runs, outcomes: [denied], answers: [{ kind: 'deny' }] },
    ['run 1: policy-sandboxed', 'ask retry: Stopped.', 'denied before next-run'],
  ],
  [
    'asks no more often than the action says',
    { first: runs, outcomes: [denied, denied, denied], answers: [yes, yes, yes] },
    [
      ...['run 1: policy-sandboxed', 'ask retry: Stopped.', 'run 2: person-widened', 'ask retry: Stopped.'],
      ...['run 3: person-widened', 'ran'],
    ],
  ],
  [
    'asks nobody once its turn was stopped',
    { first: asks, answers: [yes], model: true, stopped: true },
    ['withdrawn before any-run, stopped'],
  ],
  [
    'ends the turn where a person says so',
    { first: asks },
    ['ask first: It asks.', 'aborted before any-run'],
  ],
]

test.each(rows)('an action of any kind %s', async (_title, given, expected) => {
  expect(await played(given)).toEqual(expected)
})
