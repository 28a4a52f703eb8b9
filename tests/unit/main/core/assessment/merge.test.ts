import type { Effect } from '@shared/domain/effect'
import { viewInWords } from '@shared/messages/assessment'
import type { RiskLevel } from '@shared/domain/assessment'
import type { Floor } from '@shared/domain/facts'
import { Assessment, ModelOpinion, RiskCategory, type ModelView } from '@shared/domain/assessment'
import { AssessedLevel } from '@shared/domain/risk'
import { array, assert, constantFrom, oneof, property, record, string, json, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { mergeAssessment } from '../../../../../src/main/core/assessment/merge'
import { parseAnswer } from '../../../../../src/main/core/assessment/model-view/parse-answer'
import { opinionText, riskFloor } from '../../../../fakes/view-subject'
import { runsBySeed } from '../../../../fakes/by-seed'

const asked = { model: 'm', durationMs: 12 }
const says = (level: AssessedLevel, categories: RiskCategory[] = []): ModelView => ({
  status: 'success',
  view: { description: 'Does it.', level, categories },
  ...asked,
})

interface Merged {
  level: RiskLevel
  reason?: string
  differs: string[]
}

test.each<[name: string, floor: Floor, view: ModelView, merged: Merged]>([
  ['both agree', riskFloor('medium'), says('medium'), { level: 'medium', differs: [] }],
  [
    'the model says less',
    riskFloor('high'),
    says('low'),
    { level: 'high', differs: ['The model says low, but the floor of high stands: A rule says high.'] },
  ],
  [
    'the model says more',
    riskFloor('low'),
    says('high'),
    { level: 'high', differs: ['The model says high; the checks alone say low.'] },
  ],
  ['only the model has an opinion', riskFloor('not-assessed'), says('low'), { level: 'low', differs: [] }],
  [
    'only the checks have one',
    riskFloor('low'),
    { status: 'timeout', limitMs: 5000, ...asked },
    { level: 'low', differs: [] },
  ],
  ...(
    [
      [{ status: 'waiting', model: 'm', text: '' }, 'no rule applies, and the model has not answered yet'],
      [
        { status: 'parse_error', reason: 'the answer is not JSON', ...asked },
        "no rule applies, and the model's answer cannot be read: the answer is not JSON",
      ],
      [{ status: 'no_output', ...asked }, 'no rule applies, and the model gave no answer'],
      [
        { status: 'model_error', reason: 'Local failed (500)', ...asked },
        'no rule applies, and the model failed: Local failed (500)',
      ],
      [{ status: 'timeout', limitMs: 5000, ...asked }, 'no rule applies, and the model timed out after 5 s'],
      [
        { status: 'cancelled', ...asked },
        'no rule applies, and the request was over before the model answered',
      ],
      [
        { status: 'disabled', reason: 'turned off in config.toml' },
        'no rule applies, and no model was asked: turned off in config.toml',
      ],
    ] satisfies [ModelView, string][]
  ).map(([view, reason]): [string, Floor, ModelView, Merged] => [
    `neither: ${view.status}`,
    riskFloor('not-assessed'),
    view,
    { level: 'not-assessed', reason, differs: [] },
  ]),
])('%s', (_, floor, view, { level, reason, differs }) => {
  const merged = mergeAssessment({ floor, view })
  expect(merged).toMatchObject({ level, categories: [], floor, view })
  expect(viewInWords(merged)).toMatchObject({ ...(reason === undefined ? {} : { reason }), differs })
})

test('shows at most two categories, the checks’ first, none twice', () => {
  const floor = riskFloor('high', ['data_deletion'])
  const view = says('high', ['compliance', 'data_deletion', 'network_access'])
  expect(mergeAssessment({ floor, view }).categories).toEqual(['data_deletion', 'compliance'])
})

test.each<[claim: string, known: { floor: Floor; effect?: Effect; changing?: boolean }, line?: string]>([
  [
    'This is a read-only check.',
    { floor: riskFloor('high', ['data_deletion']) },
    'The agent says "read-only", but Countersign found: A rule says high.',
  ],
  [
    'It only lists the folder.',
    {
      floor: riskFloor('medium'),
      changing: true,
      effect: { act: { kind: 'said', text: 'Deletes 312 files (48 MB) in ~/.pi, outside the workspace.' } },
    },
    'The agent says "only reads", but Countersign found: Deletes 312 files (48 MB) in ~/.pi, outside the workspace.',
  ],
  [
    'Makes no changes to the project.',
    { floor: riskFloor('medium', ['system_modification']) },
    'The agent says "no changes", but Countersign found: A rule says medium.',
  ],
  [
    'It does not actually modify anything',
    { floor: riskFloor('high') },
    'The agent says "no changes", but Countersign found: A rule says high.',
  ],
  [
    'Perfectly safe and read-only.',
    { floor: riskFloor('medium', ['data_exfiltration']) },
    'The agent says "safe", but Countersign found: A rule says medium.',
  ],
  [
    'Harmless.',
    { floor: { level: 'high', categories: [], reasons: [] } },
    'The agent says "safe", but the checks say high',
  ],
  ['The file system is read-only, so I need to write outside.', { floor: riskFloor('high') }],
  ['It fails with: Read-only file system', { floor: riskFloor('high') }],
  ['This is not safe, please look closely.', { floor: riskFloor('high') }],
  ['The change is not read-only.', { floor: riskFloor('high') }],
  ['Runs in safe mode; it is thread-safe.', { floor: riskFloor('high') }],
  ['A safe, read-only look.', { floor: riskFloor('low'), changing: false }],
  ['Only lists the remote packages.', { floor: riskFloor('medium', ['network_access']) }],
  ['Clears the cache.', { floor: riskFloor('high', ['data_deletion']), changing: true }],
])('the claim %j', (justification, known, line) => {
  const merged = mergeAssessment({
    ...known,
    view: { status: 'disabled', reason: 'off' },
    justification,
  })
  expect(viewInWords(merged).differs).toEqual(line === undefined ? [] : [line])
})

test('a claim of a million characters costs no more than its beginning', () => {
  const justification = `${"read-only isn't ".repeat(70_000)} safe`
  const merged = mergeAssessment({
    floor: riskFloor('high'),
    view: { status: 'disabled', reason: 'off' },
    justification,
  })
  expect(merged.differs.length).toBeLessThanOrEqual(1)
})

const rank = (level: RiskLevel = 'not-assessed'): number =>
  ['not-assessed', 'low', 'medium', 'high'].indexOf(level)
const anyFloor = record({
  level: constantFrom(undefined, ...AssessedLevel.options),
  categories: subarray([...RiskCategory.options]),
  reasons: array(record({ rule: string(), level: constantFrom(...AssessedLevel.options), said: string() }), {
    maxLength: 3,
  }),
})
const anyAnswer = oneof(
  string({ unit: 'binary' }),
  json(),
  record({
    description: string({ minLength: 1, maxLength: 60 }),
    risk_level: constantFrom('low', 'LOW', 'none', 'not-assessed', 'medium', 'high'),
    risk_categories: array(oneof(constantFrom<string>(...RiskCategory.options), string())),
  }).map((answer) => opinionText(answer)),
)

test('whatever a model answers, the level is never below the floor, and nothing unread counts as low', () => {
  assert(
    property(anyFloor, anyAnswer, string({ unit: 'binary' }), (floor, text, justification) => {
      const parsed = parseAnswer(text)
      const view: ModelView =
        parsed.kind === 'opinion'
          ? { status: 'success', view: parsed.view, ...asked }
          : { status: 'parse_error', reason: parsed.reason, ...asked }
      const merged = mergeAssessment({ floor, view, justification })
      expect(rank(merged.level)).toBeGreaterThanOrEqual(rank(floor.level))
      if (parsed.kind === 'unreadable') expect(merged.level).toBe(floor.level ?? 'not-assessed')
      else expect(ModelOpinion.parse(parsed.view)).toEqual(parsed.view)
      expect(Assessment.parse(merged)).toEqual(merged)
    }),
    { numRuns: runsBySeed(2000) },
  )
})
