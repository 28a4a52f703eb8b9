import type { Assessment, ModelView } from '@shared/domain/assessment'
import { expect, test } from 'vitest'
import {
  firstSentences,
  missingView,
  viewHead,
} from '../../../../../src/renderer/features/approvals/view-messages'

const asked = { model: 'qwen3-coder:30b', durationMs: 2400 }
const opinion = (level: 'low' | 'medium' | 'high'): ModelView => ({
  status: 'success',
  view: { description: 'It reads.', level, categories: [] },
  ...asked,
})
const assessment = (view: ModelView, change: Partial<Assessment> = {}): Assessment => ({
  level: 'not-assessed',
  categories: [],
  view,
  differs: [],
  ...change,
})

test.each<[ModelView, string]>([
  [{ status: 'waiting', model: 'm', text: '' }, 'm'],
  [opinion('low'), 'qwen3-coder:30b, 2.4 s'],
  [{ status: 'timeout', limitMs: 5000, ...asked }, 'qwen3-coder:30b, 2.4 s'],
  [{ status: 'disabled', reason: 'no model is set' }, ''],
])('the head of %o is "%s"', (view, head) => {
  expect(viewHead(view)).toBe(head)
})

test.each<[ModelView, string, string, boolean]>([
  [{ status: 'timeout', limitMs: 5000, ...asked }, 'timed out after 5 s', '', true],
  [{ status: 'no_output', ...asked }, 'the model gave no answer', '', true],
  [
    { status: 'parse_error', reason: 'no JSON\u202e', ...asked },
    'the answer could not be read',
    'no JSON\u202e',
    true,
  ],
  [{ status: 'model_error', reason: 'HTTP 500', ...asked }, 'the model could not be asked', 'HTTP 500', true],
  [{ status: 'cancelled', ...asked }, 'the request was over before the answer came', '', false],
  [{ status: 'disabled', reason: 'no model is set.' }, 'no model is set', '', false],
])('%o says why there is no view, and whether asking again can help', (view, reason, detail, retry) => {
  expect(missingView(assessment(view))).toMatchObject({ text: `Not assessed: ${reason}.`, detail, retry })
  expect(missingView(assessment(view, { level: 'high' }))).toEqual({
    text: `Missing: ${reason}.`,
    detail,
    retry,
    hint: 'The level is the floor, which the checks give.',
  })
})

test('only when neither checks nor model gave a level is that said', () => {
  const timedOut: ModelView = { status: 'timeout', limitMs: 5000, ...asked }
  const hints = (['not-assessed', 'low', 'medium', 'high'] as const).map(
    (level) => missingView(assessment(timedOut, { level }))?.hint.startsWith('Neither') === true,
  )
  expect(hints).toEqual([true, false, false, false])
  expect(missingView(assessment(opinion('low')))).toBeUndefined()
  expect(missingView(assessment({ status: 'waiting', model: 'm', text: 'It' }))).toBeUndefined()
})

test.each([
  ['One.', 'One.', ''],
  ['One. Two. Three. Four.', 'One. Two. ', 'Three. Four.'],
  ['Removes ~/.pi and all below. Nothing else', 'Removes ~/.pi and all below. Nothing else', ''],
  ['', '', ''],
])('of "%s" at most two sentences are shown at once', (text, shown, rest) => {
  expect(firstSentences(text)).toEqual({ shown, rest })
})
