import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { absoluteFolder } from '../../lib/paths'
import { strings } from '../../lib/strings'
import type { EngineInfo } from '../../state/app-state'
import { modelChoiceOf, modelKey } from '../../state/model-choices'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { AgentRow } from './agent-row'
import { FolderField } from './folder-field'
import { LimitRows } from './limit-rows'
import { KeyForm } from './key-form'
import { ModelRows } from './model-rows'
import { ProviderForm } from './provider-form'
import { Numbered } from './numbered'
import { PlaceRow, type PlaceChoice } from './place-row'
import { ProjectRow } from './project-row'
import { useAgents } from './use-agents'
import { useFolderLook } from './use-folder-look'

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
  const [approvalPolicy, setApprovalPolicy] = useState<ApprovalPolicy>(engine.defaults.approvalPolicy)
  // A policy with switches has no name to send: left out, the engine takes the configured one.
  const namedPolicy = typeof approvalPolicy === 'string' ? { approvalPolicy } : {}
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
