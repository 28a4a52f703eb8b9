import type { Question } from '@shared/domain/question'

/** A server's question for a name, or another one. */
export function sampleQuestion(change: Partial<Question> = {}): Question {
  return {
    id: 'q1',
    sessionId: 's1',
    sessionTitle: 'A session',
    turnId: 't1',
    callId: 'c1',
    server: 'notes',
    tool: 'look',
    message: 'Who are you?',
    matter: { mode: 'form', fields: [{ key: 'name', kind: 'text', required: true, secret: false }] },
    createdAt: '2026-11-21T10:00:00.000Z',
    state: 'pending',
    ...change,
  }
}
