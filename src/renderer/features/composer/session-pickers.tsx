import { approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { modelChoiceOf, modelKey, modelOptions, modelsOf } from '../../state/model-choices'
import { approvalOptionsWith, pickedPolicy, sandboxOptions } from '../../state/policy-options'
import { useActions, useAppState } from '../../state/context'
import { useInContainerAlone } from '../../ui/container-line'
import { Picker } from '../../ui/picker'
import { effortOptions, effortValue, pickedEffort } from './effort-options'

/** The pickers that a command opens. */
export type PickerName = 'model' | 'policy' | 'sandbox' | 'effort'

interface SessionPickersProps {
  session: SessionSummary
  off: boolean
  open: PickerName | undefined
  onOpen: (name: PickerName | undefined) => void
  /** See Picker. */
  onClosed: () => boolean
}

/** The session's model and limits; changed between turns only. An agent of another maker has a model of its own. */
export function SessionPickers({ session, off, open, onOpen, onClosed }: SessionPickersProps): ReactNode {
  const actions = useActions()
  const models = useAppState((state) => modelsOf(session.id, state))
  const contained = useInContainerAlone(session.id)
  const words = strings.composer
  const title = off ? { title: words.notWhileRunning } : {}
  const opened = (name: PickerName) => ({
    open: open === name,
    onClosed,
    onOpenChange: (now: boolean) => {
      onOpen(now ? name : undefined)
    },
  })
  return (
    <span className="pickers">
      <Picker
        label={words.approval}
        icon="quote"
        value={approvalPolicyName(session.approvalPolicy)}
        options={approvalOptionsWith(session.approvalPolicy)}
        disabled={off}
        {...opened('policy')}
        {...title}
        onPick={(value) => {
          const approvalPolicy = pickedPolicy(value)
          if (approvalPolicy !== undefined) void actions.configure(session.id, { approvalPolicy })
        }}
      />
      <Picker
        label={words.sandbox}
        icon={contained ? 'shield-x' : 'shield'}
        value={session.sandboxPolicy.mode}
        options={sandboxOptions}
        disabled={off}
        {...opened('sandbox')}
        {...title}
        onPick={(value) => {
          void actions.configure(session.id, { sandboxMode: SandboxMode.parse(value) })
        }}
      />
      {!session.agent && (
        <>
          <Picker
            label={words.model}
            icon="server"
            value={modelKey(session)}
            options={modelOptions(models, session)}
            disabled={off}
            {...opened('model')}
            {...title}
            onPick={(value) => {
              const choice = modelChoiceOf(models, value)
              if (choice === undefined) return
              void actions.configure(session.id, { provider: choice.provider, model: choice.model })
            }}
          />
          <Picker
            label={words.effort}
            icon="clock"
            value={effortValue(session.reasoningEffort)}
            options={effortOptions}
            disabled={off}
            {...opened('effort')}
            {...title}
            onPick={(value) => {
              void actions.configure(session.id, { effort: pickedEffort(value) })
            }}
          />
        </>
      )}
    </span>
  )
}
