import type { approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { SettingsView } from '@shared/domain/settings-view'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'

const words = strings.settingsParts.policies

type Policy = ReturnType<typeof approvalPolicyName>

/** What the settings in force come to: what runs without a question, what asks, and what becomes of what is stopped. */
export function PoliciesSummary({ view }: { view: SettingsView }): ReactNode {
  const valueOf = (key: string): unknown => view.rows.find((row) => row.key === key)?.value
  const mode = SandboxMode.catch('workspace-write').parse(valueOf('sandbox_mode'))
  const policy = policyOf(valueOf('approval_policy'))
  const open = mode === 'workspace-write' && valueOf('sandbox_workspace_write.network_access') === true
  return (
    <dl className="panel set-words" aria-label={words.title}>
      <div>
        <dt>{words.runs}</dt>
        <dd>{policy === 'untrusted' ? words.safeAlone : words.modes[mode]}</dd>
      </div>
      <div>
        <dt>{words.asks}</dt>
        <dd>
          {words.questions[policy]} {mode !== 'danger-full-access' && networkWords(policy, open)}
        </dd>
      </div>
      <div>
        <dt>{words.stopped}</dt>
        <dd>{mode === 'danger-full-access' ? words.after.nothing : afterWords(policy)}</dd>
      </div>
      <div>
        <dt>{words.always}</dt>
        <dd>{words.alwaysText}</dd>
      </div>
    </dl>
  )
}

/** A policy that is no name is one that switches by kind. */
function policyOf(value: unknown): Policy {
  if (typeof value === 'object') return 'granular'
  return value === 'untrusted' || value === 'on-failure' || value === 'never' ? value : 'on-request'
}

function networkWords(policy: Policy, open: boolean): string {
  if (open) return words.networkOpen
  return policy === 'never' ? words.networkNever : words.networkClosed
}

function afterWords(policy: Policy): string {
  if (policy === 'never') return words.after.told
  return policy === 'untrusted' || policy === 'on-failure' ? words.after.asks : words.after.agent
}
