import type { AppSnapshot } from '@shared/ipc/contract'
import { network, patch } from './sample-requests'
import { approvals, sessions } from './sample-sessions'

export const snapshot: AppSnapshot = {
  seq: 0,
  version: '0.1.0',
  host: 'desktop',
  platform: 'linux',
  home: '/home/me',
  sandbox: { kind: 'available', backend: 'bubblewrap', version: '0.11.0' },
  models: [
    { provider: 'ollama', providerName: 'Ollama', model: 'qwen3-coder:30b', demo: false },
    { provider: 'ollama', providerName: 'Ollama', model: 'gpt-oss:20b', demo: false },
    { provider: 'openai', providerName: 'OpenAI', model: 'gpt-5', demo: false },
    { provider: 'demo', providerName: 'Demo', model: 'demo', demo: true },
  ],
  defaults: {
    provider: 'ollama',
    model: 'qwen3-coder:30b',
    approvalPolicy: 'on-request',
    sandboxMode: 'workspace-write',
  },
  sessions,
  approvals: [...approvals, network, patch],
}
