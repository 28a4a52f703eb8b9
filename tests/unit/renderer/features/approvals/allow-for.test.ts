import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import type { GrantScope } from '@shared/domain/stored-grant'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import {
  containmentInWords,
  lastingKinds,
  scopeOff,
  settleChoice,
} from '../../../../../src/renderer/features/approvals/allow-for'
import { approval } from '../../samples'

function offering(onlyThis: GrantScope[] | undefined, outside: GrantScope[] | undefined): ApprovalRequest {
  const offers: ApprovalRequest['offers'] = []
  const more = { grants: [], means: { kind: 'run' } } satisfies Partial<Offer>
  if (onlyThis) offers.push({ id: 'only-this', kind: 'only-this', scopes: onlyThis, ...more })
  if (outside) offers.push({ id: 'outside', kind: 'outside', scopes: outside, ...more })
  return approval('a', { offers })
}
const all: GrantScope[] = ['once', 'turn', 'session', 'rule']
const command = offering(all, ['once', 'turn', 'session'])

test.each([
  ['a command', command, ['only-this', 'outside']],
  ['what is offered for one run', offering(['once'], undefined), []],
  ['a command without a sandbox', offering(undefined, ['once', 'turn', 'session']), ['outside']],
])('%s can be allowed for longer by these kinds', (_title, request, kinds) => {
  expect(lastingKinds(request)).toEqual(kinds)
})

test.each([
  ['nothing picked: the narrowest', command, {}, { kind: 'only-this', scope: 'turn' }],
  ['what was picked', command, { scope: 'rule' }, { kind: 'only-this', scope: 'rule' }],
  [
    'a rule outside falls back to the narrowest',
    command,
    { kind: 'outside', scope: 'rule' },
    { kind: 'outside', scope: 'turn' },
  ],
  ['nothing to choose', offering(['once'], undefined), {}, undefined],
] as const)('%s', (_title, request, picked, choice) => {
  expect(settleChoice(request, { kind: undefined, scope: undefined, ...picked })).toEqual(choice)
})

test.each([
  ['offered', command, 'only-this', ['rule', undefined]],
  ['outside', command, 'outside', ['rule', 'Off: a rule never runs outside the sandbox.']],
  [
    'a patch',
    { ...offering(['once', 'turn', 'session'], undefined), kind: 'patch' },
    'only-this',
    ['rule', 'Off: a patch is allowed for a session at most.'],
  ],
  [
    'not offered',
    offering(['once', 'turn'], undefined),
    'only-this',
    ['session', 'Off: not offered for this request.'],
  ],
] as const)('%s: why a scope is off', (_title, request, kind, [scope, reason]) => {
  expect(scopeOff(request, kind, scope)).toBe(reason)
})

const desk = { agent: 'claude-code', session: 's', folder: '/w' } as unknown as NonNullable<
  ApprovalRequest['desk']
>

test.each([
  ['a command in the sandbox', command, 'only-this', 'The sandbox stays on.'],
  ['one outside of it', command, 'outside', 'No sandbox contains it.'],
  [
    'what an agent at the desk runs',
    { ...command, desk },
    'only-this',
    'It runs outside this sandbox, with everything you may do.',
  ],
  [
    'full access',
    { ...command, sandboxPolicy: sandboxPolicyForMode('danger-full-access') },
    'only-this',
    'No sandbox contains it.',
  ],
] as const)('what holds %s in is true of it', (_title, request, kind, said) => {
  expect(containmentInWords(request, kind)).toBe(said)
})
