import { ShownRehearsal, type RehearsalApplies } from '@shared/domain/request-rehearsal'
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
    { rehearse: () => begun.shift() === true, now: () => offered },
  )
  expect(answered.decision).toEqual({ kind: 'deny' })
  expect(said).toEqual([
    expect.stringContaining('r = rehearse it first'),
    expect.stringContaining('It is being rehearsed'),
    expect.stringContaining('It cannot be rehearsed now.'),
  ])
})

/** Types these lines, before each of which the request may become another one. */
async function types(
  becomes: readonly (readonly [typeof sampleRequest, string])[],
  count = 1,
): Promise<{ readonly answered: unknown; readonly said: readonly string[] }> {
  let now = sampleRequest
  const [first, ...lines] = becomes
  if (first) now = first[0]
  let typed = first?.[1]
  const said: string[] = []
  const ask = (question: string): Promise<string | undefined> => {
    said.push(question)
    const line = typed
    const [next] = lines.splice(0, 1)
    if (next) now = next[0]
    typed = next?.[1]
    return Promise.resolve(line)
  }
  const answered = await answerOnTerminal(first?.[0] ?? sampleRequest, ask, count, {
    rehearse: () => false,
    now: () => now,
  })
  return { answered, said }
}
const running: typeof sampleRequest = { ...sampleRequest, rehearsal: { state: 'running' } }
const sampleRehearsal = {
  ...{ status: 'done', exitCode: 0, changes: [], attempts: [], limits: [], moreLimits: 0, output: '' },
  ...{ counts: { created: 0, changed: 1, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }, durationMs: 5 },
} as const
const showed = (applies: RehearsalApplies): typeof sampleRequest => ({
  ...sampleRequest,
  rehearsal: { state: 'found', found: ShownRehearsal.parse({ ...sampleRehearsal, applies }) },
})

test('p puts in place what the rehearsal showed, once it showed something, for this request alone', async () => {
  const found = showed({ kind: 'possible', id: 'r-1' })
  const { answered, said } = await types(
    [
      [running, 'p'],
      [running, 'p'],
      [found, 'p'],
    ],
    3,
  )
  expect(answered).toEqual({
    decision: { kind: 'apply', rehearsal: 'r-1' },
    ...{ by: 'terminal', unasked: false, alone: true },
  })
  expect(said[0]).toContain('p = put in place what the rehearsal shows')
  expect(said[1]).toMatch(/^No rehearsal has shown anything yet\. /)
})

test('p says why nothing can be put in place, and answers nothing', async () => {
  const found = showed({ kind: 'run', because: 'hard-links', path: '/w/\u001b[2Jx' })
  const { answered, said } = await types([
    [found, 'p'],
    [found, 'd'],
  ])
  expect(answered).toMatchObject({ decision: { kind: 'deny' } })
  expect(said[0]).not.toContain('p = ')
  expect(said[1]).toMatch(/^Needs a run: .*x has several names\. /)
  expect(said[1]).not.toContain('\u001b')
})

test('a yes that a rehearsal made another one is told before it is taken', async () => {
  const [only, ...others] = sampleRequest.offers
  if (!only) throw new Error('no offer')
  const now = { ...sampleRequest, offers: [{ ...only, id: 'only-this-2' }, ...others] }
  const { answered, said } = await types(
    [
      [sampleRequest, 'a'],
      [now, 'a'],
    ],
    2,
  )
  expect(answered).toEqual({
    decision: { kind: 'allow', offerId: 'only-this-2' },
    ...{ by: 'terminal', unasked: false, alone: true },
  })
  expect(said).toEqual([
    expect.stringContaining('identical ones'),
    expect.stringMatching(/^A yes gives now .* Your decision on “.*”, not assessed \((?!.*identical)/),
  ])
})
