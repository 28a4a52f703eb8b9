import type { ApprovalRequest } from '@shared/domain/approval'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { requestInBox, requestOnOneLine } from '@shared/messages/native'
import { leadingInWords } from '@shared/messages/rehearsal'
import { describe, expect, test } from 'vitest'
import { approvalMessage } from '../../../../src/main/hosts/protocol/approval-message'
import { approvalLines, decisionLine } from '../../../../src/main/hosts/terminal/request-lines'
import { sampleRequest } from '../../../fakes/sample-request'

const none = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
const found: ShownRehearsal = {
  ...{ status: 'done', exitCode: 0, attempts: [], limits: [], moreLimits: 0, output: '', durationMs: 1 },
  counts: { ...none, created: 1 },
  changes: [{ path: '/work/a', kind: 'created', type: 'file', bytes: 1, content: 'none' }],
}
const nothing = { counts: none, changes: [] }
const checked = 'Sends data to a host that is not known.'

/** What sends, or writes a file that it names, rehearsed so. */
function asked(rest: Partial<ShownRehearsal>, act?: ApprovalRequest['effect']['act']): ApprovalRequest {
  const naming = { roots: ['/work'], home: '/home/me' }
  const effect = { act: act ?? { kind: 'send' as const, what: 'data' as const, hosts: [] } }
  return { ...sampleRequest, naming, effect, rehearsal: { state: 'found', found: { ...found, ...rest } } }
}

/** The first words of the message box, the tray and the terminal, without their level. */
const ledOn = (request: ApprovalRequest): readonly string[] =>
  [
    requestInBox(request).message,
    requestOnOneLine(request),
    approvalLines(request).trimStart().split('\n')[0] ?? '',
  ].map((line) => line.replace(/^[^:]*: /, ''))

describe('the window, the message box, the tray and the terminal lead with the same words:', () => {
  const said = { kind: 'said', text: 'Does it.' } as const
  test.each<[string, ApprovalRequest, string]>([
    ['what went through', asked({}, said), 'Would create a.'],
    ['what failed', asked({ exitCode: 1 }, said), 'Does it.'],
    ['what was limited', asked({ limits: [{ kind: 'socket' }] }, said), 'Does it.'],
    ['what was limited more often than is told', asked({ moreLimits: 1 }, said), 'Does it.'],
    ['what was ended', asked({ status: 'timed-out', exitCode: null }, said), 'Does it.'],
    ['what the checks know more of', asked({}), checked],
  ])('%s', (_, request, leads) => {
    expect([leadingInWords(request), ...ledOn(request)]).toEqual([leads, leads, leads, leads])
  })

  test('so do the question to other clients, and the line that says how it ended', () => {
    const request = asked({}, said)
    expect(approvalMessage(request)).toMatch(/^Allow this\? Would create a\.\nChecked before: Does it\.\n/)
    const ended: ApprovalRequest = {
      ...request,
      state: 'answered',
      decision: { kind: 'deny' },
      decidedBy: 'terminal',
    }
    expect(decisionLine(ended)).toBe('Denied, by terminal: Would create a.')
    expect(decisionLine({ ...ended, rehearsal: undefined })).toBe('Denied, by terminal: Does it.')
  })

  test('what the checks said stands beside what a rehearsal says', () => {
    const [box, terminal] = [requestInBox(asked({}, said)).detail, approvalLines(asked({}, said))]
    for (const text of [box, terminal]) expect(text).toContain('Checked before: Does it.')
  })

  test('nothing is said to be lost where a rehearsal went through and changed nothing', () => {
    const texts = (request: ApprovalRequest) => [requestInBox(request).detail, approvalLines(request)]
    for (const text of texts(asked(nothing))) expect(text).not.toContain('Cannot be taken back')
    for (const text of texts(asked({ ...nothing, exitCode: 1 })))
      expect(text).toContain('Cannot be taken back')
  })
})

test('where no yes inside the sandbox is offered the terminal says why, as the window does', () => {
  const target = 'registry.example:443'
  const none = { kind: 'target', target, because: 'connection', more: 0 } as const
  const { stop, offers } = sampleRequest
  const without = offers.filter(({ kind }) => kind !== 'only-this')
  const lines = (request: ApprovalRequest) => approvalLines(request).split('\n')
  const said = `  No yes inside the sandbox: ${target} cannot be added on its own: it is no connection that could be let through.`
  expect(lines({ ...sampleRequest, stop: { ...stop, noOnlyThis: none }, offers: without })).toContain(said)
  expect(lines(sampleRequest).some((line) => line.includes('No yes'))).toBe(false)
})
