import { type ApprovalPolicy, approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { FolderLook } from '@shared/domain/folder-look'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import { focusWhenThere } from '../../lib/focus-when-there'
import { onDemand } from '../../lib/on-demand'
import { absoluteFolder } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import type { EngineInfo } from '../../state/app-state'
import {
  lastModel,
  modelChoiceOf,
  modelKey,
  modelOptions,
  type ModelOfSession,
} from '../../state/model-choices'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { CompletionList, rowId } from '../../ui/completion-list'
import { Keys } from '../../ui/keys'
import { Select } from '../../ui/select'
import { useCompletion } from '../../ui/use-completion'
import { approvalOptionsWith, pickedPolicy, sandboxOptions } from '../../state/policy-options'
import { FolderField } from '../../ui/folder-field'
import { examplesFor } from './examples'
import { ModelSetup } from './model-setup'
import { NoModel } from './no-model'
import { NoSandbox, NoSandboxNote } from './no-sandbox'
import { PlaceChip, PlaceNotes, type PlaceChoice } from './place-row'
import { ProjectRow } from './project-row'
import { useRecentFolders } from '../../ui/use-folder-completion'

const words = strings.start

const promptPreview = onDemand(async () => (await import('../../ui/prompt-preview')).PromptPreview)

/** The first message of the next session is kept under this name, as drafts of sessions are under theirs. */
export const firstDraft = 'start'

/** One field for what is to be done; folder, branch, model and limits of the new session are chips in it, filled with what is configured. */
export function NewSessionForm({ engine }: { engine: EngineInfo }): ReactNode {
  const actions = useActions()
  const field = useRef<HTMLTextAreaElement>(null)
  const [setupOpen, setSetupOpen] = useState(false)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const text = useAppState((state) => state.drafts[firstDraft] ?? '')
  const models = engine.models.filter((choice) => !choice.demo)
  const { folder, isProposed, setFolder } = useStartFolder(engine)
  const [picked, setPicked] = useState<ModelOfSession>(engine.defaults)
  const lastUsed = useAppState(({ sessions }) => lastModel(Object.values(sessions), engine.models))
  const [pickedApproval, setApprovalPolicy] = useState<ApprovalPolicy>()
  const [sandboxMode, setSandboxMode] = useState<SandboxMode>(engine.defaults.sandboxMode)
  const [busy, setBusy] = useState(false)

  const agents = useAgents(connected)
  const [agent, setAgent] = useState('')
  const acpAgent = agents?.find(({ id }) => id === agent)
  // What was found and nobody chose is offered, and used by a press.
  const choice =
    modelChoiceOf(models, modelKey(picked)) ??
    models.find(({ provider }) => provider === picked.provider) ??
    lastUsed
  const lookingForModels = useModelLook(connected)
  const missing = !acpAgent && choice === undefined
  const cwd = absoluteFolder(folder, engine.home)
  const { look, looking, last, set: setLook } = useFolderLook(cwd)
  const held = useHeld(looking || agents === undefined)
  const problem = look?.kind === 'missing' ? look.problem : undefined
  const [place, setPlace] = useState<PlaceChoice>({ kind: 'here' })
  const there = look?.kind === 'there' ? look : undefined
  // Until it is known what the next folder is, the chip of the last one keeps its room, out of sight: nothing beside it moves.
  const repository = (looking && last?.kind === 'there' ? last : there)?.repository
  // Where nobody chose one, what can be tried on copies is; what runs as a whole in the sandbox asks in its own way.
  const couldPropose = pickedApproval === undefined && !acpAgent && sandboxMode === 'workspace-write'
  const proposes = !acpAgent && sandboxMode === 'workspace-write' ? there?.proposes : undefined
  // Of the first folder nothing is said of when it asks before that is known.
  const policyWaits = couldPropose && looking && last === undefined
  const approvalPolicy = pickedApproval ?? proposes ?? engine.defaults.approvalPolicy
  // A policy with switches has no name to send: left out, the engine takes the configured one.
  const namedPolicy = typeof approvalPolicy === 'string' ? { approvalPolicy } : {}
  const worktree = place.kind === 'worktree' && there?.repository ? { base: place.base } : undefined
  const reason =
    offReason({ connected, hasModel: (acpAgent ?? choice) !== undefined, folder, cwd }) ?? problem
  const start = (): void => {
    // Enter leads to what is missing, where a further press takes what was found or sets one up.
    if (connected && missing) document.querySelector<HTMLElement>('.pill.miss button')?.focus()
    if (reason !== undefined || cwd === undefined || busy) return
    setBusy(true)
    const worker = acpAgent ? { agent: acpAgent.id } : { provider: choice?.provider, model: choice?.model }
    const input = { cwd, ...worker, sandboxMode, ...namedPolicy, worktree }
    void actions.create(input, firstDraft).finally(() => {
      setBusy(false)
    })
  }
  const setUp = (): void => {
    setSetupOpen(true)
    focusWhenThere(() => document.querySelector<HTMLElement>('#model-setup input'))
  }
  useFieldInFocus(field)
  const isProposing = pickedApproval === undefined && proposes !== undefined
  const missingSandbox = engine.sandbox.kind === 'unavailable' ? engine.sandbox : undefined
  const says = [
    ...(policyWaits ? [] : [`${describeApprovalPolicy(approvalPolicy)}.`]),
    ...(isProposing ? [words.proposed] : []),
    ...(missingSandbox ? [] : [`${describeSandboxPolicy(sandboxPolicyForMode(sandboxMode))}.`]),
  ].join(' ')
  return (
    <form
      className={held ? 'wel-form held' : 'wel-form'}
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className="wel-box">
        <TaskField text={text} field={field} folder={cwd} isOthers={acpAgent !== undefined} onSend={start} />
        <footer>
          <FolderField
            value={folder}
            isProposed={isProposed}
            desktop={engine.host === 'desktop'}
            invalid={folder.trim() !== '' && cwd === undefined}
            problem={problem}
            onChange={setFolder}
          />
          {looking && last === undefined && <span className="pill wait" aria-hidden="true" />}
          {repository && (
            <span className={looking ? 'wel-place away' : 'wel-place'}>
              <PlaceChip repository={repository} value={place} onChange={setPlace} />
            </span>
          )}
          {agents !== undefined && agents.length > 0 && (
            <Select
              label={words.whichAgent}
              value={acpAgent?.id ?? ''}
              options={[
                { value: '', label: words.ownAgent },
                ...agents.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setAgent}
            />
          )}
          {!acpAgent && choice !== undefined && (
            <Select
              label={words.model}
              value={modelKey(choice)}
              options={modelOptions(models, undefined).map(({ value, label, hint }) => ({
                value,
                label: `${label} · ${hint}`,
              }))}
              onChange={(key) => {
                setPicked(modelChoiceOf(models, key) ?? picked)
              }}
            />
          )}
          {missing && (
            <NoModel
              models={models}
              looking={lookingForModels}
              onUse={(found) => {
                setPicked(found)
                field.current?.focus()
              }}
              onSetUp={setUp}
            />
          )}
          <Select
            label={strings.composer.approval}
            waits={policyWaits}
            value={approvalPolicyName(approvalPolicy)}
            options={approvalOptionsWith(engine.defaults.approvalPolicy)}
            onChange={(value) => {
              setApprovalPolicy(pickedPolicy(value) ?? engine.defaults.approvalPolicy)
            }}
          />
          {missingSandbox ? (
            <NoSandbox sandbox={missingSandbox} />
          ) : (
            <Select
              label={strings.composer.sandbox}
              value={sandboxMode}
              options={sandboxOptions}
              onChange={(value) => {
                setSandboxMode(SandboxMode.parse(value))
              }}
            />
          )}
          <span className="spacer" />
          <Button look="primary" type="submit" disabled={reason !== undefined || busy}>
            {busy ? words.starting : words.start}
            <Keys keys={['↵']} />
          </Button>
        </footer>
      </div>
      <Examples
        of={examplesFor(there)}
        away={looking || text !== ''}
        onPick={(example) => {
          actions.setDraft(firstDraft, example)
          field.current?.focus()
        }}
      />
      <div className="wel-says">
        {reason !== undefined && reason !== problem && <p>{reason}</p>}
        {missingSandbox && <NoSandboxNote sandbox={missingSandbox} />}
        <p>{looking ? `${says} ${strings.folder.looking}` : says}</p>
        {there?.repository && <PlaceNotes repository={there.repository} value={place} />}
        {acpAgent && (
          <p>
            {words.acpAgentText(acpAgent.command)} {words.acpAgentReaches(acpAgent.hosts)}
          </p>
        )}
      </div>
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
      <ModelSetup
        missing={missing}
        open={setupOpen}
        onOpen={setSetupOpen}
        onAdded={(provider, model) => {
          setPicked({ provider, model })
          // Nothing else is missing: what is to be done comes next.
          if (missing) field.current?.focus()
        }}
      />
    </form>
  )
}

interface TaskFieldProps {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  /** The folder whose files can be named; undefined: none is given yet. */
  folder: string | undefined
  /** An agent of another maker is to work, which takes no command of ours. */
  isOthers: boolean
  onSend: () => void
}

const ours = { review: strings.composer.commands.review }
const nothing = {}

/**
 * What the agent is to do, with files and commands completed as in a session. Enter starts, Shift+Enter is a new line; left empty, the session
 * begins without a message.
 */
export function TaskField({ text, field, folder, isOthers, onSend }: TaskFieldProps): ReactNode {
  const actions = useActions()
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const findFiles = useCallback(
    (query: string) => (folder === undefined ? Promise.resolve([]) : actions.findFilesIn(folder, query)),
    [actions, folder],
  )
  const completion = useCompletion(
    { draftId: firstDraft, draft: text, caret, field, onCaret: setCaret },
    // What else a slash does needs a session.
    { offered: isOthers ? nothing : ours, acpAgent: undefined, findFiles },
  )
  const open = completion.rows.length > 0
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key of an input method is its own.
    if (event.nativeEvent.isComposing || event.key === 'Process') return
    if (completion.onKey(event)) {
      event.preventDefault()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.altKey && text.trim() !== '') onSend()
  }
  return (
    <div className="wel-write">
      <textarea
        ref={field}
        rows={2}
        aria-label={words.task}
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? rowId(listId, completion.active) : undefined}
        placeholder={isOthers && folder === undefined ? words.task : words.taskHint}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          actions.setDraft(firstDraft, event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={(event) => {
          setCaret(event.currentTarget.selectionStart)
        }}
        onBlur={completion.close}
      />
      <CompletionList id={listId} completion={completion} />
      {text.startsWith('/') && <promptPreview.Component draftId={firstDraft} />}
    </div>
  )
}

interface ExamplesProps {
  of: readonly string[]
  /** They keep their place, so that nothing moves: until it is known which suit the folder, and while something is written. */
  away: boolean
  onPick: (text: string) => void
}

/** What one could ask for in such a folder; taken, it stands in the field and can be changed. */
function Examples({ of, away, onPick }: ExamplesProps): ReactNode {
  return (
    <ul className={away ? 'wel-try away' : 'wel-try'} aria-label={words.examplesLabel}>
      {of.map((example) => (
        <li key={example}>
          <button
            type="button"
            className="pill"
            onClick={() => {
              onPick(example)
            }}
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Whoever comes here may write at once; one who is writing elsewhere goes on there. */
export function useFieldInFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (document.activeElement?.matches('input, textarea') !== true)
      field.current?.focus({ preventScroll: true })
  }, [field])
}

/** The folder of the next session: what was typed, else where the program was started, else where the last session was. */
export function useStartFolder({ startedIn }: Pick<EngineInfo, 'startedIn'>): {
  readonly folder: string
  readonly isProposed: boolean
  readonly setFolder: (path: string) => void
} {
  const actions = useActions()
  const typed = useAppState((state) => state.startFolder)
  const [changed, setChanged] = useState(false)
  const recent = useRecentFolders()
  const isProposed = typed === '' && !changed
  return {
    folder: isProposed ? (startedIn ?? recent[0] ?? '') : typed,
    isProposed,
    setFolder(path) {
      setChanged(true)
      actions.setStartFolder(path)
    },
  }
}

const waitMs = 350

/** What the engine, or a host's, knows of a folder, a moment after it was typed; undefined: it is not known (yet). `set` puts a newer look in its place. */
export function useFolderLook(
  path: string | undefined,
  host?: string,
): {
  readonly look: FolderLook | undefined
  readonly looking: boolean
  /** The last that was known, of whatever folder. */
  readonly last: FolderLook | undefined
  readonly set: (look: FolderLook) => void
} {
  const actions = useActions()
  const [known, setKnown] = useState<{ readonly path: string; readonly look: FolderLook | undefined }>()
  const isFirst = useRef(true)
  useEffect(() => {
    if (path === undefined) return undefined
    let current = true
    // The first folder is not being typed.
    const timer = setTimeout(
      () => {
        void actions.lookAtFolder(path, host).then((look) => {
          if (current) setKnown({ path, look })
        })
      },
      isFirst.current ? 0 : waitMs,
    )
    isFirst.current = false
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [actions, host, path])
  const fits = path !== undefined && known?.path === path
  return {
    look: fits ? known.look : undefined,
    looking: path !== undefined && !fits,
    last: known?.look,
    set: (look) => {
      if (path !== undefined) setKnown({ path, look })
    },
  }
}

/** A folder that is not known by then is waited for with everything in sight. */
const heldMs = 600

/**
 * Whether what stands beside the folder and below the field is kept from sight: the branch, the agents, the examples, the notes and the question of
 * the first folder push it, a moment after the page came. Later ones are of a folder that somebody typed.
 */
function useHeld(looking: boolean): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (over) return undefined
    const timer = setTimeout(
      () => {
        setOver(true)
      },
      looking ? heldMs : 0,
    )
    return () => {
      clearTimeout(timer)
    }
  }, [looking, over])
  return looking && !over
}

/** Asks what models there are, on this machine and of the providers whose keys are here; true until that is known. */
function useModelLook(connected: boolean): boolean {
  const actions = useActions()
  const [looking, setLooking] = useState(true)
  useEffect(() => {
    if (!connected) return undefined
    let current = true
    void actions.loadModels(false).then(() => {
      if (current) setLooking(false)
    })
    return () => {
      current = false
    }
  }, [actions, connected])
  return looking
}

/** The agents of other makers that a session can be begun with; undefined until the engine has said which. */
function useAgents(connected: boolean): readonly AcpAgentListing[] | undefined {
  const actions = useActions()
  const [agents, setAgents] = useState<readonly AcpAgentListing[]>()
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
