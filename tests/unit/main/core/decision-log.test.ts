import type { DecisionLine } from '@shared/domain/decision-counts'
import { expect, test } from 'vitest'
import { countDecisions, lineOf, followDecisions } from '../../../../src/main/core/engine/decision-counts'
import { approval } from '../../renderer/samples'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const day = 86_400_000

const line = (given: Partial<DecisionLine> = {}): DecisionLine => ({
  at: new Date(now - 1000).toISOString(),
  ...{ agent: 'Countersign', outcome: 'allowed', by: 'window', level: 'low', waitedMs: 1000, ...given },
})

test('each agent is told with what was decided, and how long people took; grants and ends are nobody’s time', () => {
  const lines = [
    line({ waitedMs: 9000 }),
    line({ waitedMs: 3000, outcome: 'denied', by: 'terminal' }),
    line({ waitedMs: 1, by: 'grant' }),
    line({ waitedMs: 90_000, outcome: 'withdrawn', by: 'engine' }),
    line({ waitedMs: 4000, outcome: 'changed', by: 'browser' }),
    line({ agent: 'Claude Code', by: 'flag' }),
  ]
  expect(countDecisions(lines, now)).toEqual({
    days: 30,
    agents: [
      {
        ...{ agent: 'Countersign', asked: 5, allowed: 2, changed: 1, denied: 1, withdrawn: 1, byPeople: 3 },
        ...{ medianMs: 4000, longestMs: 9000 },
      },
      { agent: 'Claude Code', asked: 1, allowed: 1, changed: 0, denied: 0, withdrawn: 0, byPeople: 0 },
    ],
  })
})

test('what ended longer ago than thirty days does not count', () => {
  const at = (days: number) => new Date(now - days * day).toISOString()
  const lines = [line({ at: at(30.1) }), line({ at: at(29.9) })]
  expect(countDecisions(lines, now).agents).toMatchObject([{ asked: 1 }])
})

test('a line holds nothing of what was asked, and one that waits has none', () => {
  const asked = approval('r1', { createdAt: '2026-11-22T11:59:00.000Z' })
  expect(lineOf(asked, undefined)).toBeUndefined()
  const denied = {
    ...asked,
    ...({ state: 'answered', decision: { kind: 'deny', message: 'not this' }, decidedBy: 'window' } as const),
    decidedAt: '2026-11-22T11:59:07.000Z',
  }
  expect(lineOf(denied, 'gemini')).toEqual({
    at: '2026-11-22T11:59:07.000Z',
    agent: 'gemini',
    outcome: 'denied',
    by: 'window',
    level: asked.assessment.level,
    waitedMs: 7000,
  })
  const desk = { agent: 'codex', session: 's', stops: false } as const
  expect(lineOf({ ...denied, desk }, undefined)?.agent).toBe('Codex')
})

test('what cannot be written is logged, and nobody waits for it', async () => {
  const told: string[] = []
  const log = { error: (text: string) => void told.push(text) }
  const decisions = { add: () => Promise.reject(new Error('full')), read: () => Promise.resolve([]) }
  const request = {
    ...approval('r1', {}),
    ...({ state: 'cancelled', decidedBy: 'engine' } as const),
    decidedAt: '2026-11-22T11:59:07.000Z',
  }
  followDecisions(
    decisions,
    log,
  )({
    kind: 'event',
    event: {
      ...{ sessionId: 's1', seq: 1, at: request.decidedAt },
      event: { type: 'approval.resolved', request },
    },
  })
  await expect.poll(() => told).toEqual(['a decision cannot be kept for counting'])
})
