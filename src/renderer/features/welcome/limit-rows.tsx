import { approvalPolicyName, type ApprovalPolicy } from '@shared/domain/approval-policy'
import { sandboxPolicyForMode, SandboxMode } from '@shared/domain/sandbox-policy'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { approvalOptionsWith, pickedPolicy, sandboxOptions } from '../../state/policy-options'
import { Select } from '../../ui/select'

interface LimitRowsProps {
  approvalPolicy: ApprovalPolicy
  sandboxMode: SandboxMode
  /** The configured policy: one with switches stays among the choices. */
  configuredPolicy: ApprovalPolicy
  onApproval: (policy: ApprovalPolicy) => void
  onSandbox: (mode: SandboxMode) => void
}

/** When a person is asked, and what a command may touch without asking. */
export function LimitRows(props: LimitRowsProps): ReactNode {
  const { approvalPolicy, configuredPolicy, sandboxMode, onApproval, onSandbox } = props
  const words = strings.composer
  return (
    <>
      <div className="prow">
        <div className="grow">
          <div className="t">{words.sandbox}</div>
          <div className="s">{describeSandboxPolicy(sandboxPolicyForMode(sandboxMode))}</div>
        </div>
        <Select
          label={words.sandbox}
          value={sandboxMode}
          options={sandboxOptions}
          onChange={(value) => {
            onSandbox(SandboxMode.parse(value))
          }}
        />
      </div>
      <div className="prow">
        <div className="grow">
          <div className="t">{words.approval}</div>
          <div className="s">{describeApprovalPolicy(approvalPolicy)}</div>
        </div>
        <Select
          label={words.approval}
          value={approvalPolicyName(approvalPolicy)}
          options={approvalOptionsWith(configuredPolicy)}
          onChange={(value) => {
            onApproval(pickedPolicy(value) ?? configuredPolicy)
          }}
        />
      </div>
    </>
  )
}
