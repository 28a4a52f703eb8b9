import { expect, test } from 'vitest'
import { decisionLine } from '../../../../../src/main/hosts/terminal/request-lines'
import { sampleRequest } from '../../../../fakes/sample-request'

const answered = { ...sampleRequest, state: 'answered' } as const

test.each([
  ['engine', 'Denied: nobody could be asked.'],
  ['terminal', 'Denied, by terminal.'],
  ['flag', 'Denied, by flag.'],
] as const)('a denial by %s says who it was, or that it was nobody', (decidedBy, line) => {
  expect(decisionLine({ ...answered, decision: { kind: 'deny' }, decidedBy })).toBe(line)
})
