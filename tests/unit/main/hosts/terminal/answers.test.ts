import { expect, test } from 'vitest'
import { answerByFlag, answerOnTerminal } from '../../../../../src/main/hosts/terminal/answers'
import { sampleRequest } from '../../../../fakes/sample-request'

const onlyOutside = {
  ...sampleRequest,
  offers: sampleRequest.offers.filter((offer) => offer.kind === 'outside'),
}

test.each([
  ['allow', sampleRequest, { kind: 'allow', offerId: 'only-this' }],
  ['widen', sampleRequest, { kind: 'allow', offerId: 'outside' }],
  ['deny', sampleRequest, { kind: 'deny' }],
  ['allow', onlyOutside, { kind: 'deny', message: 'What the flag allows is not offered for this command.' }],
] as const)('--answer %s', (mode, request, decision) => {
  expect(answerByFlag(mode, request)).toEqual({ decision, by: 'flag', unasked: false })
})

test.each([
  [['a'], { kind: 'allow', offerId: 'only-this' }],
  [['o'], { kind: 'allow', offerId: 'outside' }],
  [['d'], { kind: 'deny' }],
  [['d write to ./out'], { kind: 'deny', message: 'write to ./out' }],
  [['s'], { kind: 'abort' }],
  [['', ' ', '1', 'yes', 'y', 'd'], { kind: 'deny' }],
] as const)('typed %j', async (lines, decision) => {
  const typed: (string | undefined)[] = [...lines]
  const answered = await answerOnTerminal(sampleRequest, () => Promise.resolve(typed.shift()))
  expect(answered).toEqual({ decision, by: 'terminal', unasked: false })
})

test('a letter whose offer is missing asks again', async () => {
  const typed = ['a', 'd']
  expect((await answerOnTerminal(onlyOutside, () => Promise.resolve(typed.shift()))).decision).toEqual({
    kind: 'deny',
  })
})

test('a closed terminal denies', async () => {
  expect(await answerOnTerminal(sampleRequest, () => Promise.resolve(undefined))).toMatchObject({
    decision: { kind: 'deny' },
    unasked: true,
  })
})

test('r rehearses it where that is offered, and answers nothing', async () => {
  const offered: typeof sampleRequest = { ...sampleRequest, rehearsal: { state: 'offered', because: 'asks' } }
  const typed = ['r', 'r', 'd']
  const said: string[] = []
  const begun = [true, false]
  const answered = await answerOnTerminal(
    offered,
    (question) => {
      said.push(question)
      return Promise.resolve(typed.shift())
    },
    1,
    () => begun.shift() === true,
  )
  expect(answered.decision).toEqual({ kind: 'deny' })
  expect(said).toEqual([
    expect.stringContaining('r = rehearse it first'),
    expect.stringContaining('It is being rehearsed'),
    expect.stringContaining('It cannot be rehearsed now.'),
  ])
})
