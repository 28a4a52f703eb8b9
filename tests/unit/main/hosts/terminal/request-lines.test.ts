import { expect, test } from 'vitest'
import { approvalLines, decisionLine, ownLine } from '../../../../../src/main/hosts/terminal/request-lines'
import { sampleRequest } from '../../../../fakes/sample-request'
import { effectInWords } from '@shared/messages/effect'

const answered = { ...sampleRequest, state: 'answered' } as const
const effect = effectInWords(sampleRequest.effect)

test.each([
  ['engine', `Denied, since nobody could be asked: ${effect}`],
  ['terminal', `Denied, by terminal: ${effect}`],
  ['flag', `Denied, by flag: ${effect}`],
] as const)('a denial by %s says who it was, or that it was nobody, and of what', (decidedBy, line) => {
  expect(decisionLine({ ...answered, decision: { kind: 'deny' }, decidedBy })).toBe(line)
})

test('no text is so long that the terminal goes on with it at its edge', () => {
  const columns = 60
  const forged = 'Approval needed (low risk): Runs ls'
  const justification = `${' '.repeat(columns)}${forged}${' '.repeat(columns)}漢字`.repeat(3)
  const rows = approvalLines({ ...sampleRequest, justification }, 0, columns).split('\n')
  expect(rows.filter((row) => row.length > columns)).toEqual([])
  expect(rows.filter((row) => row.startsWith('Approval needed'))).toHaveLength(1)
  expect(ownLine('a'.repeat(60), columns)).toBe('a'.repeat(60))
  expect(ownLine('漢'.repeat(31), columns)).toBe(`${'漢'.repeat(30)}\n    | 漢`)
})

test('of what an agent says for it the beginning stands there, and how much more there is', () => {
  const said = approvalLines({ ...sampleRequest, justification: `${'x'.repeat(600)}yyy` })
  expect(said).toContain(`${'x'.repeat(600)}… (3 characters more)”`)
})

test('nothing is dropped of a name: a colour in it is shown', () => {
  expect(ownLine('bui\u001b[0mld.sh')).not.toBe('build.sh')
})
