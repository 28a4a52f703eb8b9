import type { AppSnapshot } from '@shared/ipc/contract'
import { network, patch } from './sample-requests'
import { inSandbox as inBroughtSandbox, sandboxState } from './sample-fleet'
import {
  askedInContainer,
  askedOnTwoHosts,
  containerHost,
  inContainer,
  inSandbox,
  onTwoHosts,
  sampleAsks,
  sampleFleets,
  sampleHostStates,
  twoHosts,
} from './sample-hosts'
import { deskRequests, deskSessions } from './sample-desk'
import { approvals, sessions } from './sample-sessions'
import { sampleQuestions } from './sample-questions'
import { askedRightToLeft, namedRightToLeft } from './sample-right-to-left'
import { sceneHash } from './scene-hash'

export const snapshot: AppSnapshot = {
  seq: 0,
  version: '0.1.0',
  host: 'desktop',
  platform: 'linux',
  home: '/home/me',
  appearance: {},
  // What a test has chosen: the engine's answer is what the window speaks after it.
  ...(localStorage.getItem('preview.language') === 'de' && { language: 'de' }),
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
  sessions: sceneHash.startsWith('#desk')
    ? [...deskSessions, ...sessions.filter(({ status }) => status === 'done')]
    : sceneHash === '#container'
      ? sessions.map(inContainer)
      : sceneHash === '#two-hosts'
        ? sessions.map(onTwoHosts)
        : sceneHash === '#sandbox'
          ? sessions.map((each) => (each.status === 'done' ? inBroughtSandbox(each) : each))
          : sceneHash === '#fleet'
            ? sessions.map((each) => (each.id === 's7' ? inSandbox(each) : each))
            : sceneHash === '#right-to-left'
              ? sessions.map(namedRightToLeft)
              : sessions,
  approvals: sceneHash.startsWith('#desk')
    ? deskRequests
    : sceneHash === '#container'
      ? approvals.map(askedInContainer)
      : sceneHash === '#two-hosts'
        ? [...approvals, network, patch].map(askedOnTwoHosts)
        : sceneHash === '#right-to-left'
          ? [...approvals, network, patch].map(askedRightToLeft)
          : [...approvals, network, patch],
  prices: { 'ollama/qwen3-coder:30b': { input: 0.2, output: 0.9, currency: 'EUR' } },
  ...(sceneHash === '#two-hosts' && { hosts: twoHosts }),
  ...(sceneHash === '#hosts' && { hosts: sampleHostStates }),
  ...(sceneHash === '#started-on' && { hosts: sampleHostStates, startedOn: 'build1' }),
  ...(sceneHash === '#sandbox' && { hosts: [sandboxState] }),
  ...(sceneHash === '#fleet' && { hosts: sampleFleets }),
  ...(sceneHash === '#container' && { hosts: [containerHost] }),
  ...(sceneHash === '#asks' && { hosts: [], hostAsk: sampleAsks[0] }),
  questions: sceneHash === '#question' ? sampleQuestions : [],
}
