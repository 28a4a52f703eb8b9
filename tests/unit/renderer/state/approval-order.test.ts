import { Assessment, type RiskLevel } from '@shared/domain/assessment'
import { expect, test } from 'vitest'
import { highestLevel, inboxGroups, requestsOfSession } from '../../../../src/renderer/state/approval-order'
import { modelKey, modelLabel, modelOptions } from '../../../../src/renderer/state/model-choices'
import { approval } from '../samples'

const request = (id: string, level: RiskLevel, sessionId: string, minute: number) =>
  approval(id, {
    sessionId,
    command: [id],
    assessment: Assessment.parse({ level, categories: [] }),
    createdAt: `2026-11-21T10:0${String(minute)}:00.000Z`,
  })
const ours = (): undefined => undefined
const all = [
  request('low', 'low', 's1', 0),
  request('medium', 'medium', 's2', 1),
  request('none', 'not-assessed', 's3', 3),
  request('none-older', 'not-assessed', 's1', 2),
  request('high', 'high', 's2', 4),
]

test('the inbox goes by level, then age, and a group stands where its first request stands', () => {
  expect(inboxGroups(all, ours).map((group) => group.requests.map(({ request: { id } }) => id))).toEqual([
    ['high', 'medium'],
    ['none-older', 'low'],
    ['none'],
  ])
})

test('sessions stand below their agents, agents where their most urgent request stands', () => {
  const desk = { agent: 'claude-code', session: 'theirs', stops: true } as const
  const remoteRun = { program: 'exec', folder: '/f', pid: 1 }
  const asked = [
    { ...request('theirs', 'medium', 's4', 0), desk },
    request('own-high', 'high', 's1', 1),
    { ...request('run', 'not-assessed', 's5', 2), remoteRun },
    { ...request('theirs-too', 'low', 's6', 3), desk },
    request('guest', 'low', 's7', 4),
    request('own-low', 'low', 's2', 5),
  ]
  const groups = inboxGroups(asked, (sessionId) => (sessionId === 's7' ? 'gemini' : undefined))
  expect(groups.map(({ agent, sessionId }) => [agent, sessionId])).toEqual([
    [undefined, 's1'],
    [undefined, 's2'],
    ['exec', 's5'],
    ['Claude Code', 's4'],
    ['Claude Code', 's6'],
    ['gemini', 's7'],
  ])
})

test('identical requests of any session stand with the first of them', () => {
  const twin = { ...request('twin', 'medium', 's9', 5), command: ['medium'] }
  expect(
    inboxGroups([...all, twin], ours).map((group) =>
      group.requests.map(({ request: { id }, others }) => [id, ...others.map((other) => other.id)]),
    ),
  ).toEqual([[['high'], ['medium', 'twin']], [['none-older'], ['low']], [['none']]])
})

test('what a part is left out of stands by itself, and what is identical to it with the others', () => {
  const twins = ['t1', 't2', 't3'].map((id, at) => ({
    ...request(id, 'low', `s${String(at)}`, at),
    command: ['a'],
  }))
  const rows = (alone: string) =>
    inboxGroups(twins, ours, ({ id }) => id === alone).flatMap((group) =>
      group.requests.map(({ request: { id }, others }) => [id, ...others.map((other) => other.id)].join(' ')),
    )
  expect([rows('t1'), rows('t2'), rows('')]).toEqual([['t1', 't2 t3'], ['t1 t3', 't2'], ['t1 t2 t3']])
})

test('a session shows its oldest request first, and what was put off last', () => {
  expect(requestsOfSession(all, 's1', {}).map(({ id }) => id)).toEqual(['low', 'none-older'])
  expect(requestsOfSession(all, 's1', { low: 1 }).map(({ id }) => id)).toEqual(['none-older', 'low'])
})

test('not assessed ranks above medium', () => {
  expect([highestLevel(all.slice(0, 3)), highestLevel([])]).toEqual(['not-assessed', undefined])
})

test('the built-in model always carries the word demo, and a model that is gone stays selectable', () => {
  const demo = { provider: 'demo', providerName: 'Built in', model: 'scripted', demo: true }
  const gone = { provider: 'x', model: 'y' }
  expect(modelLabel(demo)).toBe('scripted (demo)')
  expect(modelLabel({ ...demo, model: 'Démo' })).toBe('Démo')
  expect(modelOptions([demo], gone).map(({ value }) => value)).toEqual([modelKey(demo), modelKey(gone)])
})
