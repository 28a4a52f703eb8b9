import type { SessionSummary } from '@shared/domain/session'
import { sampleRequest } from './sample-request'

/** A session that nothing has happened in, as a record begins with it; `sampleRequest` is one of its requests. */
export const sampleSummary: SessionSummary = {
  id: sampleRequest.sessionId,
  title: 'New session',
  cwd: sampleRequest.cwd,
  provider: 'fake',
  model: 'fake-1',
  approvalPolicy: 'on-failure',
  sandboxPolicy: sampleRequest.sandboxPolicy,
  status: 'idle',
  activity: '',
  pendingApprovals: 0,
  createdAt: sampleRequest.createdAt,
  updatedAt: sampleRequest.createdAt,
}
