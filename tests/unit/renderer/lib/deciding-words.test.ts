import { expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { decidingTokens } from '../../../../src/renderer/lib/deciding-words'
import { sampleRequest } from '../../../fakes/sample-request'

const marked = (script: string, change: Partial<ApprovalRequest>) =>
  decidingTokens(script, { ...sampleRequest, ...change }).flatMap(({ text, decides }) =>
    decides ? [text] : [],
  )

const stop = (target: string): Partial<ApprovalRequest> => ({
  stop: {
    ...sampleRequest.stop,
    evidence: [{ kind: 'write', target, source: 'kernel', backend: 'bubblewrap' }],
  },
})

test.each([
  ['the path that was stopped, as it is written', 'cp a ../b/c.txt', stop('/srv/b/c.txt'), ['../b/c.txt']],
  ['one in quotes', 'rm "../b/c.txt"', stop('/srv/b/c.txt'), ['"../b/c.txt"']],
  ['no option and no operator', 'rm -f x && ls', stop('/srv/f'), []],
  ['nothing of another name', 'cp a bc', stop('/srv/c'), []],
] as const)('underlines %s', (_name, script, change, words) => {
  expect(marked(script, change)).toEqual(words)
})

test('the pieces joined are the command, whatever is underlined', () => {
  const script = 'rm -rf "$HOME/x" ../b; echo \u202Edone'
  const tokens = decidingTokens(script, { ...sampleRequest, ...stop('/srv/b') })
  expect(tokens.map(({ text }) => text).join('')).toBe(script)
})

test('of a line of several commands each has its number, and the stopped one ends where it says so', () => {
  const script = 'cd docs && rm -f "a b"; ls'
  const line = { length: script.length, parts: [{ at: 0 }, { at: 11, stopped: true as const }, { at: 24 }] }
  const facts = {
    effect: sampleRequest.effect,
    line,
    rows: [],
    lookThrough: [],
    targets: [],
    hosts: [],
    complete: true,
  }
  const tokens = decidingTokens(script, {
    ...sampleRequest,
    assessment: { ...sampleRequest.assessment, facts },
  })
  expect(
    tokens.flatMap(({ text, part, stopped }) => (part || stopped ? [[part, text, stopped]] : [])),
  ).toEqual([
    [1, 'cd', undefined],
    [2, 'rm', undefined],
    [undefined, '"a b"', true],
    [3, 'ls', undefined],
  ])
})
