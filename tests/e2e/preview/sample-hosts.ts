import type { HostAsk } from '../../../src/shared/domain/host-ask'
import type { HostEdited, HostEngine, HostListing, HostTested } from '../../../src/shared/domain/host-listing'
import type { ApprovalRequest } from '../../../src/shared/domain/approval'
import { idOfHost, type HostState } from '../../../src/shared/domain/host-state'
import type { hostContract } from '../../../src/shared/ipc/host-contract'
import type {
  SandboxDeleted,
  SandboxesCleaned,
  SandboxListed,
  SandboxLook,
} from '../../../src/shared/domain/fleet-work'
import type { SessionSummary } from '../../../src/shared/domain/session'
import { sceneHash } from './scene-hash'

/** One that is connected, one that was given up, and one that windows do not show. */
export const sampleHostStates: HostState[] = [
  { name: 'build1', state: 'connected' },
  {
    name: 'fleet',
    state: 'over',
    why: { kind: 'version', there: '0.0.9', thereProtocol: 1, expected: '0.1.0', expectedProtocol: 1 },
    said: 'Welcome to node 7.',
  },
]

/** What the ssh of two hosts asks, none of which is about a host's key. */
export const sampleAsks: readonly HostAsk[] = ['build1', 'build2', 'build1'].map((host, at) => ({
  ...{ id: `ask-${String(at + 1)}`, host, program: 'ssh', kind: 'confirm' },
  prompt: `Allow use of key ${String(at + 1)}?`,
}))
const sandbox = 'cloud/3701144ef3'

/** A fleet with a sandbox that is worked in and one that is being made, and one whose cluster is away. */
export const sampleFleets: HostState[] = [
  {
    ...{ name: 'cloud', state: 'connected' },
    fleet: {
      others: 1,
      begins: [
        {
          ...{ id: 'one', work: 'https://github.com/example/shop.git', step: 'waiting' },
          said: 'SandboxNotReady: 0/3 nodes are available\u202E',
        },
        {
          ...{ id: 'two', work: '/home/me/projects/api', step: 'sending', bytes: 14_300_000 },
          sandbox: 'cloud/8c1e07aa52',
        },
      ],
    },
  },
  { name: sandbox, state: 'connected' },
  {
    ...{ name: 'eu', state: 'over', fleet: { others: 0, begins: [] } },
    why: { kind: 'fleet', what: { kind: 'refused', doing: 'list', why: { kind: 'unreachable' } } },
    said: 'Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout',
  },
]

/** The same session in the sandbox. */
export const inSandbox = (session: SessionSummary): SessionSummary => ({
  ...session,
  id: idOfHost(sandbox, session.id),
})

/** What the stub answers about sandboxes. */
export function answerSandboxes(channel: string): unknown {
  if (channel === 'sandbox.look')
    return {
      answers: true,
      changes: { kind: 'known', files: 12, elsewhere: true, pulled: false },
    } satisfies SandboxLook
  if (channel === 'sandbox.list')
    return {
      sandboxes: [
        { name: '3701144ef3', use: 'working' },
        { name: '8c1e07aa52', use: 'left' },
        { name: '77aa01bd02', use: 'not-ready' },
        { name: '10aa01bd99', use: 'unknown' },
      ],
    } satisfies { sandboxes: readonly SandboxListed[] }
  if (channel === 'sandbox.clean') return { deleted: ['8c1e07aa52'], stays: [] } satisfies SandboxesCleaned
  if (channel === 'sandbox.delete') return { kind: 'stays', use: 'connected' } satisfies SandboxDeleted
  if (channel === 'sandbox.cancel') return { cancelled: true }
  return {
    ...{ kind: 'failed', kept: 'cloud/77aa01bd02' },
    why: { kind: 'early', end: { kind: 'exit', code: 127 } },
    said: 'sh: countersign: not found',
  }
}

/** Two that are connected. */
export const twoHosts: HostState[] = [
  { name: 'build1', state: 'connected' },
  { name: 'gpu-2', state: 'connected' },
]
const hostOfSession: Readonly<Record<string, string>> = {
  ...{ s1: 'build1', s3: 'gpu-2', s5: 'build1', s6: 'gpu-2', s8: 'build1', s9: 'gpu-2' },
}
const onHost = (sessionId: string, id: string): string => {
  const host = hostOfSession[sessionId]
  return host === undefined ? id : idOfHost(host, id)
}
/** A session as it is where some are of this machine and some of each of two hosts. */
export const onTwoHosts = (session: SessionSummary): SessionSummary => ({
  ...session,
  id: onHost(session.id, session.id),
})
/** The same of a request. */
export const askedOnTwoHosts = (request: ApprovalRequest): ApprovalRequest => ({
  ...request,
  ...{ id: onHost(request.sessionId, request.id), sessionId: onHost(request.sessionId, request.sessionId) },
})

/** One in whose container no sandbox can be made. */
export const containerHost: HostState = { name: 'dev', state: 'connected', boundary: 'container' }

/** The same as a session, or a request, of that host's. */
export const inContainer = <T extends { readonly id: string }>(one: T): T => ({
  ...one,
  id: idOfHost(containerHost.name, one.id),
})

/** A request as it is asked there, where a container does not hold what the policy says of the network. */
export const askedInContainer = (request: ApprovalRequest): ApprovalRequest => ({
  ...inContainer(request),
  sessionId: idOfHost(containerHost.name, request.sessionId),
  stop: {
    boundary: 'missing-sandbox',
    why: {
      ...{ kind: 'no-sandbox', of: 'command', unheld: 'no-network' },
      reason: 'bubblewrap does not work here: bwrap: Creating new namespace failed: Operation not permitted',
    },
    policy: 'on-request',
    evidence: [],
  },
  offers: request.offers.filter(({ kind }) => kind === 'outside'),
})

const hosts: readonly HostListing[] = [
  {
    name: 'build1',
    command: ['ssh', 'me@build1', 'countersign', 'attach'],
    ...{ removable: true, lends: ['openai'], ends: true, window: true },
  },
  {
    name: 'fleet',
    command: ['kubectl', 'exec', '-i', 'agent-7d4f', '--context', 'prod-eu', '--', 'countersign', 'attach'],
    ...{ removable: false, lends: [], ends: false, window: true },
  },
  {
    name: 'night',
    command: ['docker', 'exec', '-i', 'night-runner', 'countersign', 'attach'],
    ...{ removable: true, lends: [], ends: false, window: false },
  },
]

const fleet: HostListing = {
  ...{ name: 'cloud', removable: false, lends: [], ends: false, window: true },
  fleet: {
    ...{ context: 'prod-eu', namespace: 'agents', template: 'node24' },
    ...{ ready_seconds: 300, idle_minutes: 240 },
  },
  command: [
    ...['kubectl', '--context=prod-eu', '--namespace=agents', 'exec', '-i', 'POD of node24', '--'],
    ...['countersign', 'attach'],
  ],
}

const tests: Readonly<Record<string, HostTested>> = {
  build1: {
    ...{ kind: 'answers', version: '0.1.0', platform: 'linux', roundTripMs: 0.8, leftOut: 0, said: '' },
    banner: 'Debian GNU/Linux 13\nNo mail.\u202E\n',
    checks: [
      { id: 'a', title: 'Commands run in a sandbox', status: 'ok', detail: 'bubblewrap 0.11.0' },
      {
        ...{ id: 'b', title: 'Denied paths are partly guessed', status: 'warn' },
        ...{ detail: 'strace gives the exact path instead of a guess.', remedy: 'sudo apt install strace' },
      },
      { id: 'c', title: 'No model', status: 'missing', detail: 'config.toml names none.' },
    ],
  },
  fleet: {
    ...{ kind: 'fails', why: { kind: 'early', end: { kind: 'exit', code: 1 } }, banner: '' },
    said: 'Error from server (NotFound): pods "agent-7d4f" not found\n',
  },
}

const sampleEngine: HostEngine = {
  file: '/home/me/.countersign/config.toml',
  settings: [
    { key: 'model_provider', value: 'vllm' },
    { key: 'model', value: 'qwen3-coder:480b' },
    { key: 'approval_policy', value: 'on-request' },
    { key: 'sandbox_mode', value: 'workspace-write' },
  ],
  models: [
    { provider: 'vllm', model: 'qwen3-coder:480b' },
    { provider: 'vllm', model: 'gpt-oss\u202E-120b' },
  ],
  servers: [
    { id: 'docs', target: 'npx docs-server --stdio', enabled: true, runs: [{ state: 'ready' }] },
    {
      ...{ id: 'jira', target: 'https://jira.example/mcp', enabled: true },
      runs: [{ state: 'failed', reason: 'It answered 503.' }],
    },
    { id: 'old', target: 'old-server', enabled: false, runs: [] },
  ],
  ...{ rules: 4, leftOut: 2 },
}

/** What the stub answers about hosts. */
export function answerHosts(
  channel: keyof typeof hostContract,
  payload: unknown,
  push: (body: Record<string, unknown>) => void,
): unknown {
  switch (channel) {
    case 'host.list':
      return {
        hosts: sceneHash === '#hosts' ? [...hosts, fleet] : sceneHash === '#fleet' ? [fleet] : [],
      }
    case 'host.add':
      return { kind: 'refused', why: { kind: 'alike', host: 'build1' } } satisfies HostEdited
    case 'host.remove':
    case 'host.lend':
    case 'host.on-close':
    case 'host.set-fleet':
      return { kind: 'written' } satisfies HostEdited
    case 'host.test':
      return tests[(payload as { name: string }).name]
    case 'host.look':
      return sampleEngine
    case 'host.retry':
      return {}
    case 'host.answer': {
      const { ask } = payload as { ask: string }
      const next = sampleAsks.findIndex(({ id }) => id === ask) + 1
      push({ kind: 'hosts', hosts: [], ...(sampleAsks[next] && { ask: sampleAsks[next] }) })
      return { counted: true }
    }
  }
}
