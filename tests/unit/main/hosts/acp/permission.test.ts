import { expect, test } from 'vitest'
import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import { askedCall, choices, decisionOf } from '../../../../../src/main/hosts/acp/permission'
import { sampleRequest } from '../../../../fakes/sample-request'

const offer = (kind: Offer['kind'], more: Partial<Offer> = {}): Offer => ({
  ...{ id: kind, kind, grants: [], scopes: ['once'] },
  means: {
    kind: 'said',
    text: kind === 'outside' ? 'Outside: runs without the sandbox.' : 'Only this: runs in it.',
  },
  ...more,
})

const asking = (offers: Offer[]): ApprovalRequest => ({
  ...sampleRequest,
  stop: { ...sampleRequest.stop, boundary: 'escalation' },
  offers,
})

const names = (request: ApprovalRequest) => choices(request).map(({ option }) => option.name)

test('what a yes means stands beside each option, and none of them passes for another', () => {
  const request = asking([offer('only-this'), offer('outside')])
  const [content] = askedCall(request).content
  const text = JSON.stringify(content)
  expect(text).toContain(String.raw`\"Allow once, only this\" means: Only this: runs in it.`)
  expect(text).toContain(
    String.raw`\"Allow once, outside the sandbox\" means: Outside: runs without the sandbox.`,
  )
  expect(text).not.toContain('A yes means')
})

test('of a yes that holds for longer it is said how long', () => {
  const request = asking([offer('only-this', { scopes: ['once', 'session', 'rule'], rule: 'docker ps' })])
  const lines = JSON.stringify(askedCall(request).content).split(String.raw`\n`)
  const after = (name: string) =>
    lines.find((line) => line.includes(`${name}\\" means: `))?.split(' means: ')[1]
  expect(after('Allow once, only this')).toBe('Only this: runs in it.')
  expect(after('Allow for this session')).toMatch(/for the rest of this session, without a question\.$/)
  expect(after('by a rule: docker ps')).toMatch(
    /from now on, without a question, for all that the rule covers\.$/,
  )
})

test('without an offer it is said that it can only be denied', () => {
  expect(JSON.stringify(askedCall(asking([])).content)).toContain('it can only be denied')
})

test('a rule stands whole in the name of its option, or there is no such option', () => {
  const ruled = (rule: string) => asking([offer('outside', { scopes: ['once', 'rule'], rule })])
  expect(names(ruled('git commit --no-verify'))).toContain(
    'Allow always, by a rule, outside the sandbox: git commit --no-verify',
  )
  const long = ruled(`git commit -m ${'a'.repeat(200)} --no-verify`)
  expect(names(long)).toEqual([
    'Allow once, outside the sandbox',
    'Deny, and let the agent go on',
    'Deny and stop',
  ])
  expect(decisionOf({ outcome: 'selected', optionId: 'allow:rule:outside' }, long)).toEqual({ kind: 'deny' })
})

test('of what else does not fit the end stands in the name as well', () => {
  const path = `/home/me/${'a'.repeat(200)}/.ssh`
  const [first] = names(asking([offer('only-this', { grants: [{ kind: 'write', path, extent: 'file' }] })]))
  expect(first).toMatch(/^Allow once, only this: .*characters left out.*\.ssh/)
})
