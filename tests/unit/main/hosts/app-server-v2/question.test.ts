import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import {
  questionOf,
  isSamePermissions,
  permissionsOf,
} from '../../../../../src/main/hosts/app-server-v2/question-of'
import { fixedSeed } from '../../../../fakes/fixed-seed'
import { mutatedLine } from '../../../../fakes/mutated-line'
import { sampleRequest } from '../../../../fakes/sample-request'
import { runsBySeed } from '../../../../fakes/by-seed'

const [onlyThis, outside] = sampleRequest.offers as [Offer, Offer]
const request = (more: Partial<ApprovalRequest>): ApprovalRequest => ({ ...sampleRequest, ...more })
const decided = (asked: ApprovalRequest, result: unknown): Decision =>
  questionOf(asked, 't1').decide({ kind: 'result', result })
const session: Offer = { ...onlyThis, scopes: ['once', 'session', 'rule'] }
const denied = { kind: 'deny' }
const once = { kind: 'allow', offerId: 'only-this', scope: 'once' }
const given = { fileSystem: { write: ['/b'] } }

describe('permissions', () => {
  test('are exactly what the narrowest offer adds', () => {
    expect(questionOf(request({}), 't1')).toMatchObject({
      method: 'item/permissions/requestApproval',
      params: { permissions: { network: null, fileSystem: { read: null, write: ['/b'] } } },
    })
    expect(
      permissionsOf({
        ...onlyThis,
        grants: [
          { kind: 'read', path: '/r' },
          { kind: 'host', host: 'example.org', port: 443 },
        ],
      }),
    ).toEqual({ network: { enabled: true }, fileSystem: { read: ['/r'], write: null } })
    expect(permissionsOf(outside)).toBeUndefined()
    expect(permissionsOf({ ...onlyThis, grants: [] })).toBeUndefined()
  })

  test('for the session only where that is offered; else for one run', () => {
    const wish = { permissions: given, scope: 'session' }
    expect(decided(request({}), wish)).toEqual(once)
    expect(decided(request({ offers: [session] }), wish)).toEqual({ ...once, scope: 'session' })
  })

  test('the same in another order or said twice is the same; a prefix, a link or a blank is not', () => {
    const same = (write: readonly string[], back: readonly string[]) =>
      isSamePermissions({ fileSystem: { write: [...write] } }, { fileSystem: { write: [...back] } })
    expect(same(['/a', '/b'], ['/b', '/a', '/b'])).toBe(true)
    for (const path of ['/', '/b/', '/b/c', '/B', '/b ', '/./b', ''])
      expect([path, same(['/b'], [path])]).toEqual([path, false])
  })
})

describe('a question that is answered by name', () => {
  const command = request({ stage: 'first', kind: 'command', offers: [{ ...onlyThis, grants: [] }] })
  test('lists what there is, and takes nothing else', () => {
    const { params } = questionOf(command, 't1')
    expect(params).toMatchObject({ availableDecisions: ['accept', 'decline', 'cancel'] })
    expect(decided(command, { decision: 'accept' })).toEqual(once)
    expect(decided(command, { decision: 'acceptForSession' })).toEqual(denied)
    expect(decided(command, { decision: 'decline' })).toEqual(denied)
    expect(decided(command, { decision: 'cancel' })).toEqual({ kind: 'abort' })
  })

  test('nothing can be offered: no word is a yes', () => {
    const none = request({ stage: 'first', kind: 'command', offers: [] })
    expect(questionOf(none, 't1').params).toMatchObject({ availableDecisions: ['decline', 'cancel'] })
    for (const decision of ['accept', 'acceptForSession']) expect(decided(none, { decision })).toEqual(denied)
    expect(decided(request({ kind: 'patch', offers: [] }), { decision: 'accept' })).toEqual(denied)
  })

  test('a patch for the session is one run where no session is offered', () => {
    const patch = request({ kind: 'patch', changes: {} })
    expect(decided(patch, { decision: 'acceptForSession' })).toEqual(once)
  })

  test('the agent asked to leave the sandbox: the yes is that offer, and the question says so', () => {
    const escalated = request({
      stage: 'first',
      kind: 'command',
      stop: { ...sampleRequest.stop, boundary: 'escalation' },
    })
    expect(decided(escalated, { decision: 'accept' })).toEqual({ ...once, offerId: 'outside' })
    expect(questionOf(escalated, 't1').params).toMatchObject({
      countersign: { assessment: { approved: { runs: 'outside' } } },
    })
  })

  test('a host that a command waits for is named without its port', () => {
    const host = (target: string) =>
      questionOf(
        request({
          stage: 'network',
          stop: {
            ...sampleRequest.stop,
            boundary: 'network',
            why: { kind: 'asks-host', target, protocol: 'connect' },
          },
          offers: [{ ...onlyThis, grants: [{ kind: 'host', host: 'example.org', port: 443 }] }],
        }),
        't1',
      ).params
    expect(host('example.org:443')).toMatchObject({
      networkApprovalContext: { host: 'example.org', protocol: 'https' },
    })
    expect(host('[::1]:443')).toMatchObject({ networkApprovalContext: { host: '[::1]' } })
  })
})

const answers = [
  { result: { decision: 'accept' } },
  { result: { decision: 'acceptForSession' } },
  { result: { permissions: given, scope: 'session', strictAutoReview: false } },
  { result: { permissions: { network: { enabled: true }, fileSystem: null } } },
  {
    result: {
      permissions: { fileSystem: { entries: [{ path: { type: 'path', path: '/b' }, access: 'write' }] } },
    },
  },
]

test('20,000 mutated answers, each by itself: a yes only to what was asked, and never more than it', () => {
  const asked = [
    request({ offers: [session] }),
    request({ stage: 'first', kind: 'command', offers: [{ ...onlyThis, grants: [] }] }),
    request({ kind: 'patch', offers: [onlyThis, outside] }),
  ]
  const texts = fc.sample(mutatedLine(answers), { numRuns: runsBySeed(20_000), seed: fixedSeed })
  let yes = 0
  for (const text of texts) {
    let result: unknown
    try {
      ;({ result } = JSON.parse(text) as { result?: unknown })
    } catch {
      continue
    }
    for (const each of asked) {
      const decision = decided(each, result)
      if (decision.kind !== 'allow') continue
      yes += 1
      // Whatever else it holds, it says this very thing, and gets the narrowest offer alone.
      expect(decision.offerId).toBe('only-this')
      expect(each.offers[0]?.scopes).toContain(decision.scope)
      const said = JSON.stringify(result)
      expect(said).toMatch(each.stage === 'retry' && each.kind === undefined ? /"\/b"/ : /"accept/)
    }
  }
  expect(yes).toBeGreaterThan(0)
})
