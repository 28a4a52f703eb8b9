import type { ModelChoice } from '@shared/domain/settings'
import type { Clock } from '../../core/ports/system'
import type { ModelStream } from '../../core/ports/models'
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
