import { type ApprovalPolicy, approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { useState, useEffect } from 'react'
import type { ReactNode } from 'react'
import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { FolderLook } from '@shared/domain/folder-look'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import { absoluteFolder } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import type { EngineInfo } from '../../state/app-state'
import { modelChoiceOf, modelKey } from '../../state/model-choices'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { approvalOptionsWith, pickedPolicy, sandboxOptions } from '../../state/policy-options'
import { FolderField } from './folder-field'
import { KeyForm } from './key-form'
import { ModelRows } from './model-rows'
import { ProviderForm } from './provider-form'
import { Numbered } from './numbered'
import { PlaceRow, type PlaceChoice } from './place-row'
import { ProjectRow } from './project-row'

const words = strings.start

interface NewSessionFormProps {
  engine: EngineInfo
  firstNumber: number
}

/** Folder, model and limits of a new session, filled with the configured defaults. */
export function NewSessionForm({ engine, firstNumber }: NewSessionFormProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const models = engine.models.filter((choice) => !choice.demo)
  const folder = useAppState((state) => state.startFolder)
  const setFolder = (path: string): void => {
    actions.setStartFolder(path)
  }
  const [picked, setPicked] = useState(() => modelKey(engine.defaults))
  const [pickedApproval, setApprovalPolicy] = useState<ApprovalPolicy>()
  const [sandboxMode, setSandboxMode] = useState<SandboxMode>(engine.defaults.sandboxMode)
  const [busy, setBusy] = useState(false)

  const agents = useAgents(connected)
  const [agent, setAgent] = useState('')
  const acpAgent = agents.find(({ id }) => id === agent)
  const choice = modelChoiceOf(models, picked) ?? models[0]
  const cwd = absoluteFolder(folder, engine.home)
  const { look, looking, set: setLook } = useFolderLook(cwd)
  const problem = look?.kind === 'missing' ? look.problem : undefined
  const [place, setPlace] = useState<PlaceChoice>({ kind: 'here' })
  const there = look?.kind === 'there' ? look : undefined
  // Where nobody chose one, what can be tried on copies is; what runs as a whole in the sandbox asks in its own way.
  const proposes = !acpAgent && sandboxMode === 'workspace-write' ? there?.proposes : undefined
  const approvalPolicy = pickedApproval ?? proposes ?? engine.defaults.approvalPolicy
  // A policy with switches has no name to send: left out, the engine takes the configured one.
  const namedPolicy = typeof approvalPolicy === 'string' ? { approvalPolicy } : {}
  const worktree = place.kind === 'worktree' && there?.repository ? { base: place.base } : undefined
  const reason =
    offReason({ connected, hasModel: (acpAgent ?? choice) !== undefined, folder, cwd }) ?? problem
  const start = (): void => {
    if (reason !== undefined || cwd === undefined) return
    setBusy(true)
    const worker = acpAgent ? { agent: acpAgent.id } : { provider: choice?.provider, model: choice?.model }
    void actions.create({ cwd, ...worker, sandboxMode, ...namedPolicy, worktree }).finally(() => {
      setBusy(false)
    })
  }
  return (
    <form
      className="wel-form"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <Numbered number={firstNumber} title={agents.length > 0 ? words.agent : words.model}>
        {agents.length > 0 && <AgentRow agents={agents} value={agent} onPick={setAgent} />}
        {!acpAgent && (
          <>
            <ModelRows models={models} value={choice} onPick={setPicked} />
            <KeyForm />
            <ProviderForm
              onAdded={(provider, model) => {
                setPicked(modelKey({ provider, model }))
              }}
            />
          </>
        )}
      </Numbered>
      <Numbered number={firstNumber + 1} title={words.workspace}>
        <div className="panel">
          <FolderField
            value={folder}
            desktop={engine.host === 'desktop'}
            invalid={folder.trim() !== '' && cwd === undefined}
            problem={problem}
            onChange={setFolder}
          />
          {looking && <p className="prow s">{strings.folder.looking}</p>}
          {there?.repository && <PlaceRow repository={there.repository} value={place} onChange={setPlace} />}
          {there && cwd !== undefined && (
            <ProjectRow
              path={cwd}
              project={there.project}
              onLook={setLook}
              onTrust={(trust) => {
                if (trust === 'untrusted') setSandboxMode('read-only')
                else setSandboxMode(engine.defaults.sandboxMode)
              }}
            />
          )}
          <LimitRows
            approvalPolicy={approvalPolicy}
            isProposed={pickedApproval === undefined && proposes !== undefined}
            configuredPolicy={engine.defaults.approvalPolicy}
            sandboxMode={sandboxMode}
            onApproval={setApprovalPolicy}
            onSandbox={setSandboxMode}
          />
        </div>
      </Numbered>
      <footer>
        <span className="hint">{reason}</span>
        <span className="spacer" />
        <Button look="primary" type="submit" disabled={reason !== undefined || busy}>
          {busy ? words.starting : words.start}
        </Button>
      </footer>
    </form>
  )
}

interface LimitRowsProps {
  approvalPolicy: ApprovalPolicy
  /** Nobody chose it. */
  isProposed: boolean
  sandboxMode: SandboxMode
  /** The configured policy: one with switches stays among the choices. */
  configuredPolicy: ApprovalPolicy
  onApproval: (policy: ApprovalPolicy) => void
  onSandbox: (mode: SandboxMode) => void
}

/** When a person is asked, and what a command may touch without asking. */
function LimitRows(props: LimitRowsProps): ReactNode {
  const { approvalPolicy, isProposed, configuredPolicy, sandboxMode, onApproval, onSandbox } = props
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
          {isProposed && <div className="s">{strings.start.proposed}</div>}
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

interface AgentRowProps {
  agents: readonly AcpAgentListing[]
  /** The id of one of them; '': our own. */
  value: string
  onPick: (id: string) => void
}

/** The choice between our own agent and those of other makers that this machine has. */
function AgentRow({ agents, value, onPick }: AgentRowProps): ReactNode {
  const acpAgent = agents.find(({ id }) => id === value)
  return (
    <div className="panel">
      <div className="prow">
        <div className="grow">
          <div className="t">{words.whichAgent}</div>
        </div>
        <Select
          label={words.whichAgent}
          value={acpAgent?.id ?? ''}
          options={[
            { value: '', label: words.ownAgent },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={onPick}
        />
      </div>
      {acpAgent && (
        <p className="prow s">
          {words.acpAgentText(acpAgent.command)} {words.acpAgentReaches(acpAgent.hosts)}
        </p>
      )}
    </div>
  )
}

const waitMs = 350

/** What the engine knows of a folder, a moment after it was typed; undefined: it is not known (yet). `set` puts a newer look in its place. */
function useFolderLook(path: string | undefined): {
  readonly look: FolderLook | undefined
  readonly looking: boolean
  readonly set: (look: FolderLook) => void
} {
  const actions = useActions()
  const [known, setKnown] = useState<{ readonly path: string; readonly look: FolderLook | undefined }>()
  useEffect(() => {
    if (path === undefined) return undefined
    let current = true
    const timer = setTimeout(() => {
      void actions.lookAtFolder(path).then((look) => {
        if (current) setKnown({ path, look })
      })
    }, waitMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [actions, path])
  const fits = path !== undefined && known?.path === path
  return {
    look: fits ? known.look : undefined,
    looking: path !== undefined && !fits,
    set: (look) => {
      if (path !== undefined) setKnown({ path, look })
    },
  }
}

/** The agents of other makers that a session can be begun with; none while the engine is not there. */
function useAgents(connected: boolean): readonly AcpAgentListing[] {
  const actions = useActions()
  const [agents, setAgents] = useState<readonly AcpAgentListing[]>([])
  useEffect(() => {
    if (!connected) return undefined
    let current = true
    void actions.listAgents().then((found) => {
      if (current) setAgents(found)
    })
    return () => {
      current = false
    }
  }, [actions, connected])
  return agents
}

interface Filled {
  connected: boolean
  hasModel: boolean
  folder: string
  cwd: string | undefined
}

function offReason({ connected, hasModel, folder, cwd }: Filled): string | undefined {
  if (!connected) return strings.connection.notConnected
  if (!hasModel) return words.noModelReason
  if (folder.trim() === '') return words.noFolderReason
  return cwd === undefined ? words.folderInvalid : undefined
}
