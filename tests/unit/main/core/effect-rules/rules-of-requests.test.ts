import { expect, test } from 'vitest'
import type { ApprovalRequest, Decision, DecideReply } from '@shared/domain/approval'
import type { EffectRule } from '@shared/domain/effect-rule'
import { FaultError } from '@shared/domain/fault'
import type { RecordedRequest } from '@shared/domain/recorded-request'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { plainCommands } from '../../../../../src/main/core/effect-rules/command-pattern'
import { rulesOfRequests } from '../../../../../src/main/core/effect-rules/rules-of-requests'
import { bashParser } from '../../../../fakes/bash-parser'
import { sampleRequest } from '../../../../fakes/sample-request'

const parser = bashParser()
const folder = '/home/dev/src/shop'

const found: ShownRehearsal = {
  ...{ status: 'done', exitCode: 0, attempts: [], limits: [], durationMs: 1, moreLimits: 0, output: '' },
  counts: { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
  changes: [{ path: `${folder}/dist/a.js`, kind: 'created', type: 'file', bytes: 7, content: 'none' }],
  applies: { kind: 'possible', id: 'h1' },
}
const floor = (level: 'medium' | 'high') => ({
  ...sampleRequest.assessment,
  floor: { level, categories: [], reasons: [] },
})
const asked = (more: Partial<ApprovalRequest> = {}, of: Partial<ShownRehearsal> = {}): ApprovalRequest => ({
  ...sampleRequest,
  command: ['bash', '-lc', 'npm run build'],
  naming: { roots: [folder], home: '/home/dev' },
  assessment: floor('medium'),
  rehearsal: { state: 'found', found: { ...found, ...of } },
  ...more,
})
const denied: RecordedRequest = {
  ...{ id: 'old', session: 's0', at: '2026-11-20T10:00:00Z', folder, text: 'npm run build' },
  ...{ commands: [['npm', 'run', 'build']], level: 'medium', outcome: 'denied', by: 'window' },
}

function world(
  request: ApprovalRequest | undefined,
  {
    recorded = [],
    reply = { kind: 'accepted' },
  }: { recorded?: readonly RecordedRequest[]; reply?: DecideReply | FaultError } = {},
) {
  const file: EffectRule[] = []
  const decided: (Decision | 'looked at again')[] = []
  let changed = (): void => undefined
  const rules = rulesOfRequests({
    parser,
    watch: (noticed) => {
      changed = noticed
      return () => undefined
    },
    branch: () => Promise.resolve('main'),
    approvals: {
      get: () => request,
      decide: (_id, decision) => {
        if (reply instanceof FaultError) return Promise.reject(reply)
        decided.push(decision)
        return Promise.resolve(reply)
      },
      reconsider: () => {
        decided.push('looked at again')
        return Promise.resolve()
      },
    },
    rules: {
      load: () => Promise.resolve({ rules: [] }),
      ...{ home: '/home/dev', engine: ['/home/dev/.engine'] },
      gone: {
        count: () => Promise.resolve(() => undefined),
        touchedSince: () => Promise.resolve(undefined),
        untouched: () => Promise.resolve([]),
        made: () => Promise.resolve(),
      },
      plain: (command) => plainCommands(command, parser),
      isIn: (of, named) => of === named || of.startsWith(`${named}/`),
      ...{
        standing: (all) => Promise.resolve(all.map(() => 'in-force' as const)),
        use: () => Promise.resolve(true),
      },
    },
    edits: {
      file: '/c/rules.toml',
      add: (rule) => {
        file.push(rule)
        changed()
        return Promise.resolve({ kind: 'written', name: rule.name })
      },
      remove: (name) => {
        file.pop()
        return Promise.resolve({ kind: 'written', name })
      },
    },
    recorded: {
      add: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      read: () =>
        Promise.resolve(
          recorded.map((each) => ({
            request: each,
            effects: () => ({
              changes: [{ path: `${folder}/dist/b.js`, kind: 'created' as const, type: 'file' as const }],
              hosts: [],
            }),
          })),
        ),
    },
  })
  return { rules, file, decided }
}
const wish = { rehearsal: 'h1', width: 'kind' } as const

test('the widths with what each would have answered', async () => {
  const { rules } = world(asked(), { recorded: [denied, { ...denied, outcome: 'allowed' }] })
  const offered = await rules.offered('r1')
  expect(offered.rehearsal).toBe('h1')
  expect(
    offered.rules.map(({ width, files, rule, test: of }) => [
      width,
      files,
      rule.writes,
      of.answered,
      of.denied.length,
    ]),
  ).toEqual([
    ['files', 1, ['dist/a.js'], 0, 0],
    ['kind', 1, ['dist/**/*.js'], 2, 1],
    ['folder', 1, ['dist/**'], 2, 1],
  ])
})

test.each<[string, ApprovalRequest | undefined]>([
  ['no longer waits', undefined],
  ['is being rehearsed', asked({ rehearsal: { state: 'running' } })],
  ['was not listed whole', asked({}, { counts: { ...found.counts, created: 2 } })],
  ['met a limit', asked({}, { limits: [{ kind: 'socket' }] })],
  ['met more limits than are listed', asked({}, { moreLimits: 1 })],
  ['wanted to connect', asked({}, { attempts: [{ kind: 'network', target: 'a.example:443' }] })],
  ['ran out of time', asked({}, { status: 'timed-out' })],
  ['cannot be put in place', asked({}, { applies: { kind: 'run', because: 'owner' } })],
  ['is a patch', asked({ kind: 'patch' })],
  ['is of another agent', asked({ desk: { agent: 'codex' } as never })],
  ['is the person’s own command', asked({ edited: { command: ['x'], level: 'low' } })],
])('nothing is offered or saved for a request that %s', async (_, request) => {
  const { rules, file, decided } = world(request)
  expect(await rules.offered('r1')).toEqual({ rules: [] })
  expect(await rules.save('r1', wish, 'window')).toMatchObject({ kind: 'refused' })
  expect([...file, ...decided]).toEqual([])
})

test('saving writes the rule with its end, and puts in place what was rehearsed; the rule is no answer before that', async () => {
  const { rules, file, decided } = world(asked())
  const done = await rules.save('r1', { ...wish, ends: { runs: 5 } }, 'window')
  expect(done).toEqual({ kind: 'written', name: 'npm run build' })
  expect(file).toMatchObject([{ writes: ['dist/**/*.js'], level: 'medium', ends: { runs: 5 } }])
  expect(decided).toEqual([{ kind: 'apply', rehearsal: 'h1' }, 'looked at again'])
})

test('of a rehearsal that is not shown any more nothing is saved', async () => {
  const { rules, file } = world(asked())
  expect(await rules.save('r1', { ...wish, rehearsal: 'h0' }, 'window')).toMatchObject({ kind: 'refused' })
  expect(file).toEqual([])
})

test.each<[string, ApprovalRequest, readonly RecordedRequest[]]>([
  ['for a high level', asked({ assessment: floor('high') }), []],
  ['that was denied', asked(), [denied]],
])('a rule %s is only saved by a held press', async (_, request, recorded) => {
  const { rules, file } = world(request, { recorded })
  expect(await rules.save('r1', wish, 'window')).toMatchObject({ kind: 'refused' })
  expect(file).toEqual([])
  expect(await rules.save('r1', { ...wish, held: true }, 'window')).toMatchObject({ kind: 'written' })
})

test('where the answer does not count no rule stays', async () => {
  const late = world(asked(), { reply: { kind: 'already', state: 'answered' } })
  expect(await late.rules.save('r1', wish, 'window')).toMatchObject({ kind: 'refused' })
  expect(late.file).toEqual([])
  const full = world(asked(), { reply: new FaultError({ code: 'store-failed', message: 'full' }) })
  await expect(full.rules.save('r1', wish, 'window')).rejects.toThrow('full')
  expect(full.file).toEqual([])
})
