import { expect, test } from 'vitest'
import type { Answered } from '../../../../../src/main/hosts/terminal/answers'
import { askInTurn } from '../../../../../src/main/hosts/terminal/run-once'
import { answerOnTerminal } from '../../../../../src/main/hosts/terminal/answers'
import { sampleRequest } from '../../../../fakes/sample-request'

const request = (id: string, command = 'make') => ({ ...sampleRequest, id, command: [command] })

/** Asks with the lines typed, and tells what was asked about, with how many, and who was given what. */
async function run(lines: readonly string[], requests: readonly ReturnType<typeof request>[]) {
  const typed = [...lines]
  const asked: string[] = []
  const given: string[] = []
  const turn = askInTurn(
    ({ request: each, count }) => {
      asked.push(`${each.id} (${String(count)})`)
      return answerOnTerminal(each, () => Promise.resolve(typed.shift()), count)
    },
    (each, { decision }) => {
      given.push(`${each.id} ${decision.kind}`)
      return Promise.resolve()
    },
  )
  await Promise.all(requests.map((each) => turn.add(each)))
  return { asked, given }
}

const three = [request('1'), request('2'), request('3', 'rm'), request('4')]

test('identical requests are asked about once, and each is given the answer', async () => {
  expect(await run(['d', 'a'], three)).toEqual({
    asked: ['1 (3)', '3 (1)'],
    given: ['1 deny', '2 deny', '4 deny', '3 allow'],
  })
})

test('one of them can be answered alone', async () => {
  expect(await run(['d1', 'a', 'd'], three)).toEqual({
    asked: ['1 (3)', '2 (2)', '3 (1)'],
    given: ['1 deny', '2 allow', '4 allow', '3 deny'],
  })
})

test('the end of a turn is one request’s alone', async () => {
  expect((await run(['s', 'a', 'd'], three)).given).toEqual(['1 abort', '2 allow', '4 allow', '3 deny'])
})

test('a request that came after the question is asked about by itself, and one that is over is not', async () => {
  const given: string[] = []
  const open: ((answered: Answered) => void)[] = []
  const counts: number[] = []
  const turn = askInTurn(
    ({ count }) =>
      new Promise((resolve) => {
        counts.push(count)
        open.push(resolve)
      }),
    ({ id }) => {
      given.push(id)
      return Promise.resolve()
    },
  )
  const allow: Answered = {
    decision: { kind: 'allow', offerId: 'only-this' },
    by: 'terminal',
    unasked: false,
  }
  const first = [turn.add(request('1')), turn.add(request('2')), turn.add(request('3'))]
  await expect.poll(() => open.length).toBe(1)
  const late = turn.add(request('4'))
  turn.drop('3')
  open[0]?.(allow)
  await Promise.all(first)
  expect(given).toEqual(['1', '2'])
  await expect.poll(() => open.length).toBe(2)
  open[1]?.(allow)
  await late
  expect({ given, counts }).toEqual({ given: ['1', '2', '4'], counts: [3, 1] })
})

test('a question that was answered elsewhere is over, and its answer here is none', async () => {
  const given: string[] = []
  let done = 0
  const turn = askInTurn(
    ({ over }) =>
      new Promise((resolve) => {
        over.addEventListener('abort', () => {
          resolve({ decision: { kind: 'deny' }, by: 'engine', unasked: true })
        })
      }),
    ({ id }) => {
      given.push(id)
      return Promise.resolve()
    },
    () => {
      done += 1
    },
  )
  const asked = turn.add(request('1'))
  await new Promise((resolve) => setImmediate(resolve))
  turn.drop('1')
  await asked
  expect([given, done]).toEqual([[], 1])
})
