import { resolve } from 'node:path'
import { approvalPolicyName, type ApprovalPolicy } from '@shared/domain/approval-policy'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import { ApprovalQueue } from '../../../../../src/main/core/approvals/approval-queue'
import { GrantBook } from '../../../../../src/main/core/approvals/grant-book'
import { QuestionQueue } from '../../../../../src/main/core/approvals/question-queue'
import { createAssessor } from '../../../../../src/main/core/assessment/assessor'
import {
  createRequestAssessor,
  type RequestAssessor,
} from '../../../../../src/main/core/assessment/request-assessor'
import { plainCommands } from '../../../../../src/main/core/effect-rules/command-pattern'
import { compileRule } from '../../../../../src/main/core/effect-rules/compile-rule'
import { performCommand } from '../../../../../src/main/core/execution/command-action'
import { explainCommand } from '../../../../../src/main/core/execution/explain-command'
import { managedReader } from '../../../../../src/main/core/policy/managed-rules'
import type { EffectRuleParts } from '../../../../../src/main/core/ports/effect-rule-store'
import { notContained } from '../../../../../src/main/core/rehearsal/create-request-rehearsals'
import type { RequestRehearsals } from '../../../../../src/main/core/turn/request-rehearsals'
import type { CommandCall, CommandParts, TurnContext } from '../../../../../src/main/core/turn/turn-context'
import { EffectRule } from '@shared/domain/effect-rule'
import { hashNumber } from '../../../../../scripts/steps/seed.mjs'
import { bashParser } from '../../../../fakes/bash-parser'
import { bashTrees } from '../../../../fakes/bash-trees'
import { someBySeed, turnBySeed } from '../../../../fakes/by-seed'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
import { exited, fakeClock, fakeIds, fakeProgram, fakeRules, fakeSandbox } from '../../../../fakes/fake-world'
import { policyScenarios, triedPolicies, type PolicyPlaces } from '../../../../fakes/policy-scenarios'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { noModels } from '../../../../fakes/request-assessor'
import { readCorpus, type CorpusLine } from '../../../../fakes/risk-corpus'
import { createWorlds, type World } from '../../../../fakes/risk-world'

type Line = Pick<CorpusLine, 'argv' | 'setup'> & { readonly escalated?: true }
interface Cell {
  readonly policy: ApprovalPolicy
  readonly mode: SandboxMode
  readonly ruled: boolean
}

/** Every policy in every mode, with rules of the machine and of effects and without. */
const cells: readonly Cell[] = [...triedPolicies, 'effects' as const].flatMap((policy) =>
  SandboxMode.options.flatMap((mode) => [true, false].map((ruled) => ({ policy, mode, ruled }))),
)
const nameOf = ({ policy, mode, ruled }: Cell): string =>
  `${approvalPolicyName(policy)}, ${mode}${ruled ? ', ruled' : ''}`

const corpus = resolve(import.meta.dirname, '../../../../corpus')
const labelled: readonly Line[] = [
  ...readCorpus('risk.jsonl', corpus),
  ...readCorpus('spellings.jsonl', corpus),
]

const worlds = createWorlds()
afterAll(() => {
  worlds.remove()
})
const parser = bashParser()
const clock = fakeClock()
const ids = fakeIds()
const fullAssessor = (home: string): RequestAssessor =>
  createRequestAssessor({
    assessor: createAssessor({ models: noModels, clock, ids, settings: { enabled: false, timeoutMs: 1000 } }),
    look: {
      reader: createFactsReader(fakeReadLimits()),
      trees: bashTrees,
      home,
      user: 'dev',
      // What a line is judged as must not hang on how busy the machine is.
      budget: { ms: 20_000, entries: 1000 },
    },
    clock,
    platform: 'linux',
  })

/** What a command does on copies: made up of its words, each time the same. */
function doneBy(command: readonly string[], cwd: string): ShownRehearsal {
  const at = hashNumber(JSON.stringify(command))
  const change = (path: string, kind: RehearsalChange['kind']) =>
    ({ path: `${cwd}/${path}`, kind, type: 'file', bytes: 1, content: 'none' }) as const
  const sorts = [
    [change('dist/made', 'created')],
    [change('src/app.ts', 'changed')],
    [change('notes.txt', 'deleted')],
    [change('../beside', 'created')],
    [],
  ]
  const changes = sorts[at % sorts.length] ?? []
  const isWhole = at % 7 !== 0
  const attempts = at % 11 === 0 ? [{ kind: 'network' as const, target: 'a.example:443' }] : []
  return {
    ...{ status: isWhole ? 'done' : 'timed-out', exitCode: isWhole ? 0 : null, attempts, limits: [] },
    ...{ durationMs: 1, moreLimits: 0, output: '', changes },
    counts: { created: changes.length, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
    applies: { kind: 'possible', id: 'h1' },
  }
}

const rehearsals: RequestRehearsals = {
  whyNot: () => Promise.resolve(undefined),
  open({ command, cwd, checked, onUpdate }) {
    const found = doneBy(command, cwd)
    const because = notContained(checked.floor) === undefined ? undefined : 'not-contained'
    const begin = (): void => {
      onUpdate({ state: 'found', found }, { evidence: [], changes: found.changes, whole: true, began: 0 })
    }
    const take = () => ({
      result: exited(0),
      changes: found.changes,
      apply: () => Promise.resolve({ kind: 'applied' } as const),
      free: () => Promise.resolve(),
    })
    return {
      atFirst: because ? { state: 'offered', because } : { state: 'running' },
      ...{ begin: () => (because ? undefined : begin()), take, takeAny: take, hold: () => vi.fn() },
      ask: () => {
        begin()
        return true
      },
    }
  },
}

let effects: Pick<EffectRuleParts, 'load'>
beforeAll(async () => {
  const rule = EffectRule.parse({ name: 'builds', writes: ['dist/**'], hosts: [], level: 'medium' })
  const read = await compileRule(rule, { parser, home: '/home/me', engine: [] })
  if (!('compiled' in read)) throw new Error(JSON.stringify(read.problems))
  effects = { load: () => Promise.resolve({ rules: [read.compiled] }) }
})

const managed = managedReader(
  () =>
    Promise.resolve({
      file: '/etc/managed',
      rules: [
        { name: 'no curl', says: 'deny', named: [{ words: ['curl'], open: true }] },
        { name: 'pushes', says: 'ask', named: [{ words: ['git', 'push'], open: true }] },
      ],
    }),
  parser,
  (path) => path,
)

/** What it works with. */
function partsOf({ home, cwd }: World, assessments: RequestAssessor, { ruled }: Cell) {
  const approvals = new ApprovalQueue(() => '2026-11-21T09:00:00.000Z')
  const sandbox = fakeSandbox()
  const parts: CommandParts = {
    ...{ approvals, assessments, clock, ids, parser, sandbox, textDiff, rehearsals },
    questions: new QuestionQueue(),
    unconfined: fakeSandbox(),
    grants: new GrantBook(fakeRules(), vi.fn()),
    patches: fakePatchFiles(
      { [`${cwd}/src/index.ts`]: 'export const foo = 1\n' },
      { writable: [cwd], protected: [] },
    ),
    workspace: {
      environment: () => ({ PATH: '/usr/bin' }),
      branch: () => Promise.resolve('main'),
      git: () => Promise.resolve(undefined),
      resolveFolder: (folder, base) => Promise.resolve(folder === '.' ? (base ?? '/') : folder),
      home: () => home,
      program: (name) => Promise.resolve(fakeProgram(name)),
    },
    effectRules: {
      ...(ruled ? effects : { load: () => Promise.resolve({ rules: [] }) }),
      ...{ home, engine: [], isIn: () => true },
      gone: {
        count: () =>
          Promise.resolve(({ kind }) => (kind === 'created' ? undefined : { files: 1, unsaved: 0 })),
        touchedSince: () => Promise.resolve(undefined),
        untouched: () => Promise.resolve([]),
        made: () => Promise.resolve(),
      },
      plain: (command) => plainCommands(command, parser),
      ...{
        standing: (all) => Promise.resolve(all.map(() => 'in-force' as const)),
        use: () => Promise.resolve(true),
      },
    },
    ...(ruled && { managed }),
  }
  return { approvals, parts, sandbox }
}

/** What explain says, and what then becomes of it where a person says no. */
async function both({ argv, setup, escalated }: Line, cell: Cell, places?: World) {
  const world = places ?? worlds.worldFor(setup)
  const { cwd, home } = world
  const { approvals, parts, sandbox } = partsOf(world, fullAssessor(home), cell)
  const asked: string[] = []
  const events: AgentEvent[] = []
  const call: CommandCall = {
    ...{ callId: 'c1', command: argv, cwd, timeoutMs: 1000 },
    ...{ escalated: escalated ?? false, justification: undefined },
  }
  const turn: TurnContext = {
    ...{ sessionId: 's', sessionTitle: '', turnId: 't', turnNumber: 1, provider: 'fake', model: 'fake', cwd },
    ...{ approvalPolicy: cell.policy, sandboxPolicy: sandboxPolicyForMode(cell.mode) },
    ...{ signal: new AbortController().signal, kept: Promise.resolve(true), stop: () => undefined },
    emit: (event) => {
      events.push(event)
    },
    recordApproval: ({ id, state, stage }) => {
      if (state !== 'pending') return Promise.resolve()
      asked.push(stage)
      setImmediate(() => void approvals.decide(id, { kind: 'deny' }, 'window'))
      return Promise.resolve()
    },
    recordQuestion: () => Promise.resolve(),
  }
  const { decision } = await explainCommand(call, { ...turn, emit: () => undefined }, parts)
  const quiet = asked.length === 0 && sandbox.runs.length === 0
  await performCommand(call, turn, parts)
  const ran = events.some(({ type }) => type === 'command.started' || type === 'patch.started')
  const became = asked.includes('first') ? 'ask' : ran ? 'run' : 'refuse'
  return { explained: quiet ? decision : 'it did something', became }
}

/** A patch as it is written in a shell, and one without its command. */
const patch =
  '*** Begin Patch\n*** Update File: src/index.ts\n@@\n-export const foo = 1\n+export const foo = 2\n*** End Patch'
const patches: readonly Line[] = [
  { argv: ['bash', '-lc', `apply_patch <<'PATCH'\n${patch}\nPATCH`] },
  { argv: ['bash', '-lc', `apply_patch <<'PATCH'\n${patch.replace('foo = 1', 'foo = 9')}\nPATCH`] },
  { argv: [patch] },
]

const disagreeing = async (lines: readonly Line[], of: (at: number) => readonly Cell[], places?: World) => {
  const found: string[] = []
  const seen = new Set<string>()
  for (const [at, line] of lines.entries())
    for (const cell of of(at)) {
      const { explained, became } = await both(line, cell, places)
      seen.add(became)
      if (explained !== became)
        found.push(`${nameOf(cell)}: ${explained}, then ${became}: ${JSON.stringify(line.argv)}`)
    }
  return { found, seen: [...seen].sort() }
}

test.each(cells.map((cell) => [nameOf(cell), cell] as const))(
  'explain says what the engine then does with each row of policies: %s',
  async (_, cell) => {
    const places: PolicyPlaces = {
      ...{ work: '/var/tmp/p/work', beside: '/var/tmp/p/beside', other: '/var/tmp/p/other' },
      ...{ home: '/home/me', server: 'example.org:80' },
    }
    const lines = policyScenarios.map(({ line, escalated }) => ({
      argv: ['bash', '-c', line(places)],
      ...(escalated && { escalated }),
    }))
    const { found } = await disagreeing([...lines, ...patches], () => [cell], {
      cwd: places.work,
      home: places.home,
    })
    expect(found).toEqual([])
  },
)

test('and with each line of the corpora, under another of all policies with each seed', async () => {
  const first = turnBySeed('the policy of the first line', cells.length)
  const lines = someBySeed('the lines that are explained', labelled, Math.ceil(labelled.length / 16))
  const { found, seen } = await disagreeing(lines, (at) =>
    [cells[(at + first) % cells.length]].filter((cell) => cell !== undefined),
  )
  expect(found).toEqual([])
  expect(seen).toEqual(['ask', 'refuse', 'run'])
}, 900_000)
