import type { SessionOverview } from '@shared/domain/session-overview'
import { grants } from './sample-grants'
import { ago } from './sample-sessions'

const own = (seq: number, minutes: number) => ({ seq, callId: `c${String(seq)}`, at: ago(minutes * 60) })
const said = (text: string) => ({ act: { kind: 'said', text } }) as const
const tokens = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens: Math.round(inputTokens / 2),
  outputTokens,
  totalTokens: inputTokens + outputTokens,
})
const [rule] = grants

/** A session at a glance, with every kind of row. */
export const sampleOverview: SessionOverview = {
  moreDecisions: 12,
  decisions: [
    {
      ...{ kind: 'request', ...own(3, 190), effect: said('Writes to ~/.npmrc outside the workspace.') },
      ...{ level: 'medium', outcome: 'denied', by: 'window', answeredAt: ago(11340) },
      message: 'Take the registry from .env.example',
    },
    ...(rule ? [{ kind: 'grant', ...own(8, 130), grant: rule } as const] : []),
    { kind: 'rule', ...own(11, 92), name: 'builds', command: ['bash', '-lc', 'npm run build -- --mode=ci'] },
    { kind: 'rule', ...own(12, 91), command: ['rm', '-rf', 'dist'] },
    {
      ...{ kind: 'request', ...own(14, 60), effect: said('Connects to registry.npmjs.org.') },
      ...{ level: 'low', outcome: 'allowed', by: 'window', scope: 'session', answeredAt: ago(3594) },
    },
    {
      ...{
        kind: 'request',
        ...own(17, 30),
        effect: said('Deletes 41 files (6.2 MB) in packages/agent/dist.'),
      },
      ...{ level: 'high', outcome: 'withdrawn', by: 'engine', answeredAt: ago(1200) },
    },
    {
      ...{ kind: 'request', ...own(20, 1), effect: said('Runs ./gen\u202Ecod.sh, which nothing describes.') },
      ...{ level: 'not-assessed', outcome: 'waiting' },
    },
  ],
  moreTurns: 0,
  turns: [3000, 9000, 22_000, 14_000, 31_000, 28_000, 9000].map((count, at) => ({
    turn: at + 1,
    at: ago(12_000 - at * 1200),
    tokens: { 'local/qwen3-coder:30b': tokens(count, 900) },
    context: { used: 4000 + at * 7000 + (at > 4 ? -20_000 : 0), window: 64_000 },
  })),
  plan: {
    seq: 9,
    explanation: 'The tests are flaky since the clock is real.',
    plan: [
      { step: 'Find where the clock is read', status: 'completed' },
      { step: 'Pass it in', status: 'in_progress' },
      { step: 'Run the tests a hundred times', status: 'pending' },
    ],
  },
}
