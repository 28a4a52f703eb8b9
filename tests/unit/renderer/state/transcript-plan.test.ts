import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { numbered } from '../samples'

test('a turn has one plan, where it was last changed; another turn has its own', () => {
  const plan = (status: 'pending' | 'completed'): AgentEvent => ({
    type: 'plan.updated',
    callId: 'p',
    plan: [{ step: 'one', status }],
  })
  const said = (text: string): AgentEvent => ({ type: 'user.message', text })
  const events = [
    said('go'),
    plan('pending'),
    { type: 'message.delta', itemId: 'm', text: 'a' } as const,
    plan('completed'),
    said('on'),
    plan('pending'),
  ]
  expect(buildTranscript(numbered(events)).items).toMatchObject([
    { kind: 'user' },
    { kind: 'assistant' },
    { kind: 'plan', plan: [{ status: 'completed' }] },
    { kind: 'user' },
    { kind: 'plan', plan: [{ status: 'pending' }] },
  ])
})
