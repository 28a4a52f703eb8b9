import { RiskLevel, type Assessment } from '@shared/domain/assessment'
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createAssessor, type Found } from '../../../../../src/main/core/assessment/assessor'
import type { AssessmentSettings } from '../../../../../src/main/core/assessment/assessment-settings'
import { heldParts } from '../../../../fakes/fake-views'
import { opinionText, riskFloor, viewSubject } from '../../../../fakes/view-subject'

const high: Found = { floor: riskFloor('high', ['data_deletion']), justification: 'Safe clean-up.' }

function start(settings: Partial<AssessmentSettings> = {}, found = high) {
  const held = heldParts(settings)
  const assessor = createAssessor(held.parts)
  const updates: Assessment[] = []
  const stop = new AbortController()
  const assess = () =>
    assessor.assess(viewSubject(), found, {
      signal: stop.signal,
      onUpdate: (assessment) => updates.push(assessment),
    })
  return { ...held, assess, updates, stop }
}

const [reason] = riskFloor('high').reasons
const claim = { kind: 'claim', claim: 'safe', reason, level: 'high' }

test('checks and claim are there at once; the model’s words, then its level, come as updates', async () => {
  const { assess, clock, requests, updates } = start()
  const { now, settled } = assess()
  expect(now).toEqual({
    level: 'high',
    categories: ['data_deletion'],
    floor: high.floor,
    view: { status: 'waiting', model: 'scripted', text: '' },
    differs: [claim],
  })
  await requests[0]?.say('{"description": "Deletes')
  await requests[0]?.say(' every')
  clock.advance(100)
  await requests[0]?.say('thing')
  requests[0]?.finish(opinionText())
  const last = await settled
  expect(updates.map(({ view }) => (view.status === 'waiting' ? view.text : view.status))).toEqual([
    'Deletes',
    'Deletes everything',
    'success',
  ])
  expect(updates.at(-1)).toEqual(last)
  expect({ level: last.level, differs: last.differs }).toEqual({
    level: 'high',
    differs: [{ kind: 'model-lower', model: 'low', floor: 'high', because: reason }, claim],
  })
})

test('a timeout is an update like any other, and the level stays', async () => {
  const { assess, clock, updates } = start({}, { floor: riskFloor('not-assessed') })
  const { settled } = assess()
  clock.advance(5000)
  expect(await settled).toMatchObject({
    level: 'not-assessed',
    view: { status: 'timeout', limitMs: 5000 },
  })
  expect(updates).toHaveLength(1)
})

test('a remembered answer is merged at once, without an update', async () => {
  const { assess, requests, updates } = start()
  const first = assess()
  requests[0]?.finish(opinionText())
  await first.settled
  const { now, settled } = assess()
  expect(now.view.status).toBe('success')
  expect(await settled).toEqual(now)
  expect(updates).toHaveLength(1)
})

test('nothing is heard any more of a request that is over', async () => {
  const { assess, stop, updates } = start()
  const { settled } = assess()
  stop.abort()
  expect((await settled).view.status).toBe('cancelled')
  expect(updates).toEqual([])
})

test('turned off, the checks stand alone', async () => {
  const { assess, requests } = start({ enabled: false })
  const { now, settled } = assess()
  expect(now).toMatchObject({ level: 'high', view: { status: 'disabled' } })
  expect(await settled).toEqual(now)
  expect(requests).toEqual([])
})

test('whatever a model says, no assessment on the way is below the floor', async () => {
  const rank = (level: RiskLevel): number => ['not-assessed', 'low', 'medium', 'high'].indexOf(level)
  const answer = oneof(
    string({ unit: 'binary' }),
    constantFrom('low', 'none', 'not-assessed', 'high').map((risk_level) => opinionText({ risk_level })),
  )
  await assert(
    asyncProperty(constantFrom(...RiskLevel.options), answer, async (level, text) => {
      const floor = riskFloor(level)
      const { assess, requests, updates } = start({}, { floor })
      const { now, settled } = assess()
      await requests[0]?.say(text)
      requests[0]?.finish(text)
      const last = await settled
      for (const each of [now, ...updates, last]) expect(rank(each.level)).toBeGreaterThanOrEqual(rank(level))
      expect(updates.at(-1)).toEqual(last)
    }),
  )
})
