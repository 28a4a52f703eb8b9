import { policyFor } from '../conversation/session-change'
import type { SessionInput } from '../engine-service'
import type { SessionDefaults } from './settings-store'

/** What a new session begins with: what was asked for, over the configuration's defaults. */
export function startingSettings(input: SessionInput, defaults: SessionDefaults): SessionDefaults {
  const { provider, model, approvalPolicy, effort = defaults.effort, summary = defaults.summary } = input
  return {
    provider: provider ?? defaults.provider,
    model: model ?? defaults.model,
    approvalPolicy: approvalPolicy ?? defaults.approvalPolicy,
    sandboxPolicy: policyFor(input, defaults.sandboxPolicy, defaults.sandboxPolicy),
    ...(effort && { effort }),
    ...(summary && { summary }),
  }
}
