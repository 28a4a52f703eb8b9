import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import { approvalPolicyName, NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import { ReasoningEffort, type ModelChoice } from '@shared/domain/settings'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import type { SessionInput } from '../../core/engine/engine-service'

type Change = Omit<SessionInput, 'demo'>

interface Mode {
  readonly name: string
  readonly description: string
  readonly approvalPolicy: NamedApprovalPolicy
  readonly sandboxMode: SandboxMode
}

/** When a person is asked, and what a command may touch, as one choice. Neither of them leaves the sandbox. */
const modes: Readonly<Record<string, Mode>> = {
  ask: {
    name: 'Ask at the boundary',
    description: 'Works in the folder by itself; asks before anything that the sandbox would stop.',
    approvalPolicy: 'on-request',
    sandboxMode: 'workspace-write',
  },
  'ask-first': {
    name: 'Ask first',
    description: 'Asks before every command that is not known to be harmless.',
    approvalPolicy: 'untrusted',
    sandboxMode: 'workspace-write',
  },
  'read-only': {
    name: 'Read only',
    description: 'Reads; asks before anything is written.',
    approvalPolicy: 'on-request',
    sandboxMode: 'read-only',
  },
  'never-ask': {
    name: 'Never ask',
    description: 'Works in the folder; what the sandbox stops stays stopped, and nobody is asked.',
    approvalPolicy: 'never',
    sandboxMode: 'workspace-write',
  },
}

const custom = 'custom'

const modeOf = ({ approvalPolicy, sandboxPolicy }: SessionSummary): string =>
  Object.entries(modes).find(
    ([, mode]) => mode.approvalPolicy === approvalPolicy && mode.sandboxMode === sandboxPolicy.mode,
  )?.[0] ?? custom

/** The modes there are, and the one that a session is in; another pair of policies is a mode of its own for as long as it holds. */
export function modesOf(session: SessionSummary): SessionModeState {
  const currentModeId = modeOf(session)
  const availableModes = Object.entries(modes).map(([id, { name, description }]) => ({
    id,
    name,
    description,
  }))
  const own = {
    id: custom,
    name: 'As configured',
    description: `${describeApprovalPolicy(session.approvalPolicy)} ${describeSandboxPolicy(session.sandboxPolicy)}`,
  }
  return {
    currentModeId,
    availableModes: currentModeId === custom ? [...availableModes, own] : availableModes,
  }
}

/** What a mode changes; undefined: there is none of that name, or it is no choice. */
export function modeChange(modeId: string): Change | undefined {
  if (!Object.hasOwn(modes, modeId)) return undefined
  const mode = modes[modeId]
  return mode && { approvalPolicy: mode.approvalPolicy, sandboxMode: mode.sandboxMode }
}

const modelId = ({ provider, model }: Pick<ModelChoice, 'provider' | 'model'>): string =>
  `${provider}/${model}`
/** Stands for "as the model's server decides". */
const serversOwn = 'default'

/** The session's settings one by one. */
export function configOptions(
  session: SessionSummary,
  models: readonly ModelChoice[],
): SessionConfigOption[] {
  const known = models.filter(({ demo }) => !demo)
  const listed = known.some((each) => modelId(each) === modelId(session))
    ? known
    : [{ provider: session.provider, providerName: session.provider, model: session.model }, ...known]
  const approval = approvalPolicyName(session.approvalPolicy)
  return [
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      category: 'model',
      currentValue: modelId(session),
      options: listed.map((each) => ({
        value: modelId(each),
        name: each.model,
        description: each.providerName,
      })),
    },
    {
      type: 'select',
      id: 'reasoning_effort',
      name: 'Reasoning effort',
      category: 'thought_level',
      currentValue: session.reasoningEffort ?? serversOwn,
      options: [serversOwn, ...ReasoningEffort.options].map((value) => ({ value, name: value })),
    },
    {
      type: 'select',
      id: 'approval_policy',
      name: 'Approval policy',
      category: '_approval_policy',
      currentValue: approval,
      options: [
        ...NamedApprovalPolicy.options.map((value) => ({
          value,
          name: value,
          description: describeApprovalPolicy(value),
        })),
        ...(approval === 'granular' ? [{ value: approval, name: approval }] : []),
      ],
    },
    {
      type: 'select',
      id: 'sandbox_mode',
      name: 'Sandbox',
      category: '_sandbox_mode',
      currentValue: session.sandboxPolicy.mode,
      options: SandboxMode.options.map((value) => ({
        value,
        name: value,
        description: describeSandboxPolicy(sandboxPolicyForMode(value)),
      })),
    },
  ]
}

/** What a value of a setting changes; undefined: no such setting, or no such value of it. */
export function optionChange(
  configId: string,
  value: unknown,
  models: readonly ModelChoice[],
): Change | undefined {
  switch (configId) {
    case 'model': {
      const chosen = models.find((each) => modelId(each) === value)
      return chosen && { provider: chosen.provider, model: chosen.model }
    }
    case 'reasoning_effort': {
      const effort = value === serversOwn ? null : ReasoningEffort.safeParse(value).data
      return effort === undefined ? undefined : { effort }
    }
    case 'approval_policy': {
      const approvalPolicy = NamedApprovalPolicy.safeParse(value).data
      return approvalPolicy && { approvalPolicy }
    }
    case 'sandbox_mode': {
      const sandboxMode = SandboxMode.safeParse(value).data
      return sandboxMode && { sandboxMode }
    }
    default:
      return undefined
  }
}
