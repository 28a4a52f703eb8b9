import type { ModelChoice } from '@shared/domain/settings'
import type { Clock, ModelStream } from '../../core/ports'
import { createDemoModel } from './demo-model'

/** The demo as one of the providers that need no server: its stream, and its row in the list of models. */
export function builtInDemo(clock: Clock): {
  readonly stream: ModelStream
  readonly choices: readonly ModelChoice[]
} {
  return {
    stream: createDemoModel(clock),
    choices: [{ provider: 'demo', providerName: 'Demo', model: 'demo', demo: true }],
  }
}
