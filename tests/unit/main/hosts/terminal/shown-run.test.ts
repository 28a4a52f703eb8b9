import { expect, test } from 'vitest'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { ShownRun } from '../../../../../src/main/hosts/terminal/shown-run'
import { sampleRequest } from '../../../../fakes/sample-request'

const event = (what: SessionEvent['event']): SessionEvent => ({
  ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', sessionId: 's', event: what },
})
const output = (text: string): SessionEvent =>
  event({ type: 'command.output', callId: 'c', stream: 'stdout', text })
const requested = (request: ApprovalRequest): SessionEvent => event({ type: 'approval.requested', request })

test('while a question stands nothing is printed behind it but what is about it', () => {
  const said: string[] = []
  const run = new ShownRun((text) => void said.push(text))
  const soFar = (): string => said.splice(0).join('')
  const [first, second] = [
    { ...sampleRequest, id: '1' },
    { ...sampleRequest, id: '2', command: ['other'] },
  ]
  run.take(output('before\n'))
  run.take(requested(first))
  expect(soFar()).toBe('before\n')
  run.ask(first)
  expect(soFar()).toContain('Approval needed')
  run.take(requested(second))
  run.take(output('forged\n'))
  const rehearsal = { state: 'running' } as const
  run.take(event({ type: 'approval.rehearsed', requestId: '2', rehearsal }))
  expect(soFar()).toBe('')
  run.take(event({ type: 'approval.rehearsed', requestId: '1', rehearsal }))
  expect(soFar()).not.toBe('')
  run.take(event({ type: 'turn.noted', turnId: 't', text: 'said' }))
  run.done()
  expect(soFar()).toMatch(/^forged\n[^]*\[said\]\n$/)
  run.ask(second)
  expect(soFar()).toContain('other')
})

test('what comes meanwhile is kept within bounds, and said where it is not', () => {
  const said: string[] = []
  const run = new ShownRun((text) => void said.push(text))
  run.ask(sampleRequest)
  said.length = 0
  for (let times = 0; times < 300; times += 1) run.take(output(`${'x'.repeat(999)}\n`))
  run.done()
  const all = said.join('')
  expect(all).toContain('[38000 characters that came meanwhile are left out]')
  expect(all.length).toBeLessThan(263_000)
  run.take(output('on\n'))
  expect(said.at(-1)).toBe('on\n')
})
