import { expect, test } from 'vitest'
import { exportRecord } from '../../../../../src/main/core/conversation/export-session'

test.each([
  ['rollout-2026-11-21T09-00-00-s1.jsonl', 'rollout-2026-11-21T09-00-00-s1.jsonl'],
  ['gpj.\u202Etxt.jsonl', 'session.jsonl'],
  ['..\\..\\run.jsonl', 'session.jsonl'],
  ['.bashrc', 'session.jsonl'],
  ['.jsonl', 'session.jsonl'],
  [`${'a'.repeat(400)}.jsonl`, 'session.jsonl'],
])('a record called %j is exported as %s', (given, fileName) => {
  expect(exportRecord({ fileName: given, base64: 'e30K' })).toEqual({
    fileName,
    mediaType: 'application/x-ndjson',
    text: 'e30K',
    encoding: 'base64',
  })
})
