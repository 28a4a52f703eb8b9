import type { AgentEvent } from '@shared/domain/agent-event'
import type { Fault } from '@shared/domain/fault'

const record = '/home/me/.config/countersign/sessions/2026/11/23/rollout-2026-11-23T09-12-44-0199.jsonl'

/** What can be wrong with a model or with the disk, as the engine words it. */
const faults: readonly Fault[] = [
  {
    code: 'store-failed',
    message: `The session record ${record} was not written: the disk is full.`,
    remedy:
      'Make room or set COUNTERSIGN_HOME to a writable folder; what is on screen is kept and written then.',
  },
  {
    code: 'missing-key',
    message: 'There is no key for OpenAI: OPENAI_API_KEY is not set, and none is stored',
    remedy: 'Give it in Settings, under Providers, or set OPENAI_API_KEY and start Countersign again',
  },
  {
    code: 'connection-failed',
    message: 'Cannot reach Ollama at 127.0.0.1:11434: connection refused',
    remedy: 'Start Ollama on this machine, or choose another model',
  },
  {
    code: 'unauthorized',
    message: 'OpenAI refused the key (401)',
    remedy: 'Change the key in Settings, under Providers',
  },
]

/** A turn that failed, again and again. */
export const faultyTurn = (): AgentEvent[] => [
  ...faults.map((fault) => ({ type: 'error.reported', fault }) as const),
  { type: 'turn.finished', turnId: 't1', outcome: 'failed' },
]
