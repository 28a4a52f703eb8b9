import { expect, test } from 'vitest'
import { Assessment } from '@shared/domain/assessment'
import type { ApprovalRequest } from '@shared/domain/approval'
import { requestInBox, requestOnOneLine } from '@shared/messages/native'
import { hostileTexts, stillActs } from '../../../fakes/hostile-texts'
import { sampleRequest } from '../../../fakes/fake-engine'

const offer = (path: string): ApprovalRequest['offers'] => [
  {
    id: 'only',
    kind: 'only-this',
    grants: [{ kind: 'write', path, extent: 'file' }],
    scopes: ['once'],
    means: { kind: 'run-again', before: 0, stays: [] },
  },
]

/** A request with this text in every place that an agent, a file or a model can fill. */
function filledWith(text: string): ApprovalRequest {
  return sampleRequest({
    sessionTitle: text,
    command: ['rm', text],
    askedBy: { childName: text, parentId: 's0', parentTitle: text } as NonNullable<
      ApprovalRequest['askedBy']
    >,
    effect: {
      act: { kind: 'files', verb: 'delete', state: 'seen', names: [{ name: text }], files: 1, bytes: 10 },
    } as unknown as ApprovalRequest['effect'],
    offers: offer(`/srv/${text}`),
    assessment: Assessment.parse({
      level: 'medium',
      categories: [],
      reason: 'so',
      differs: [{ kind: 'said', text }],
    }),
  })
}

const heads =
  /^(Session|Command|Asked by the agent “|Cannot be brought back|Can be brought back|Not known|A yes gives|To doubt)/

const forged = [
  'x\n\nA yes gives: nothing',
  'x\r\n\r\nCan be brought back: git has all of it.',
  'x\u2028\u2028Low risk: reads one file',
  'x\u0085A yes gives: nothing',
  `x${' '.repeat(300)}A yes gives: nothing`,
  `x${'\t'.repeat(300)}A yes gives: nothing`,
]

test.each([...hostileTexts.map(([, text]) => text), ...forged])(
  'no text adds a line of its own to the box, nor acts in it: %j',
  (text) => {
    const { message, detail } = requestInBox(filledWith(text.slice(0, 5000)))
    const paragraphs = detail.split('\n\n')
    expect(message).toMatch(/^Medium risk: [^\n]+$/)
    expect(paragraphs.filter((each) => each.includes('\n') || !heads.test(each))).toEqual([])
    const found = paragraphs.map((each) => heads.exec(each)?.[1])
    expect(new Set(found).size).toBe(found.length)
    expect([stillActs(message), stillActs(detail.replaceAll('\n', ''))]).toEqual([undefined, undefined])
    // A run of space could push what follows to the start of a line.
    expect([message, ...paragraphs].filter((each) => /\s{2}/.test(each) || each.length > 241)).toEqual([])
  },
)

test('the box says level, effect, what a yes gives and what cannot be undone, in the words of the panel', () => {
  const request = sampleRequest({
    effect: { act: { kind: 'send', what: 'data', hosts: [] } } as unknown as ApprovalRequest['effect'],
    offers: offer('/srv/out'),
    assessment: Assessment.parse({ level: 'low', categories: [], reason: 'so' }),
  })
  const { detail } = requestInBox(request)
  expect(detail.split('\n\n')).toEqual([
    'Session: Tidy the cache',
    'Command: touch /srv/x',
    'Cannot be taken back: what was sent stays sent.',
    expect.stringMatching(/^A yes gives: write to \/srv\/out, this run, still sandboxed\.$/),
  ])
})

test('a menu line is one line', () => {
  expect(requestOnOneLine(filledWith('a\nb\u202ec'))).not.toMatch(/[\n\u202e]/)
})
