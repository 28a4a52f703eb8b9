import { approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { modelChoiceOf, modelKey, modelOptions } from '../../state/model-choices'
import { approvalOptionsWith, pickedPolicy, sandboxOptions } from '../../state/policy-options'
import { useActions, useAppState } from '../../state/context'
import { Picker } from '../../ui/picker'

const noModels: readonly never[] = []

/** The session's model and limits; changed between turns only. */
export function SessionPickers({ session, off }: { session: SessionSummary; off: boolean }): ReactNode {
  const actions = useActions()
  const models = useAppState((state) => state.engine?.models ?? noModels)
  const words = strings.composer
  const title = off ? { title: words.notWhileRunning } : {}
  return (
    <span className="pickers">
      <Picker
        label={words.approval}
        icon="quote"
        value={approvalPolicyName(session.approvalPolicy)}
        options={approvalOptionsWith(session.approvalPolicy)}
        disabled={off}
        {...title}
        onPick={(value) => {
          const approvalPolicy = pickedPolicy(value)
          if (approvalPolicy !== undefined) void actions.configure(session.id, { approvalPolicy })
        }}
      />
      <Picker
        label={words.sandbox}
        icon="shield"
        value={session.sandboxPolicy.mode}
        options={sandboxOptions}
        disabled={off}
        {...title}
        onPick={(value) => {
          void actions.configure(session.id, { sandboxMode: SandboxMode.parse(value) })
        }}
      />
      <Picker
        label={words.model}
        icon="server"
        value={modelKey(session)}
        options={modelOptions(models, session)}
        disabled={off}
        {...title}
        onPick={(value) => {
          const choice = modelChoiceOf(models, value)
          if (choice === undefined) return
          void actions.configure(session.id, { provider: choice.provider, model: choice.model })
        }}
      />
    </span>
  )
}
