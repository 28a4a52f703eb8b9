import type { SettingEdit, SettingsReply, SettingsView, WindowSetting } from '@shared/domain/settings-view'
import { FaultError, toFault } from '@shared/domain/fault'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { AddedProvider, NewProvider } from '@shared/domain/provider-listing'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { Bridge } from '../lib/bridge'
import { strings } from '../lib/strings'
import { type ClosedNote, type View, type AppStore, without } from './app-state'
import { withoutWaiting } from './apply-push'
import { askedIn } from './approval-order'
import { createFindActions, type FindActions } from './find-actions'
import { createComposerActions, type ComposerActions } from './composer-actions'
import type { FormValues } from './form-values'
import { createFleetActions, type FleetActions } from './fleet-actions'
import { createFolderActions, type FolderActions } from './folder-actions'
import { createRestoreActions, type RestoreActions } from './restore-actions'
import { createChangeActions, type ChangeActions } from './change-actions'
import { createSessionActions, type SessionActions, type SessionActionParts } from './session-actions'
import { createSandboxActions, type SandboxActions } from './sandbox-actions'
import { createSettingsActions, type SettingsActions } from './settings-actions'
import { createEffectRuleActions, type EffectRuleActions } from './effect-rule-actions'
import { createPictureActions, type PictureActions } from './picture-actions'
import { createReviewActions, type ReviewActions } from './review-actions'
import type { Sync } from './sync'
import type { QuestionAnswer } from '@shared/domain/question'
import type { McpServerListing, McpSignInAddress } from '@shared/domain/mcp-server'

/** What a person can do about a server's question. Neither rejects; a fault is left at its session. */
interface QuestionActions {
  /** Resolves when the engine has answered. */
  answerQuestion(questionId: string, answer: QuestionAnswer): Promise<void>
  /** Keeps what is filled in while the question waits, wherever it stands meanwhile. */
  fillIn(questionId: string, values: FormValues): void
  /** Has the address of a question opened by the host, where the window is not in a browser itself. */
  openQuestion(questionId: string): Promise<void>
}

/** Makes them over one store. */
function createQuestionActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): QuestionActions {
  const about = async (questionId: string, work: () => Promise<unknown>): Promise<void> => {
    const question = store.getState().questions[questionId]
    if (question === undefined) return
    await attempt(question.sessionId, async () => {
      await work()
    })
  }
  return {
    answerQuestion: (questionId, answer) =>
      about(questionId, () => bridge.request('question.answer', { questionId, answer })),
    fillIn(questionId, values) {
      store.setState(({ filledIn }) => ({ filledIn: { ...filledIn, [questionId]: values } }))
    },
    openQuestion: (questionId) => about(questionId, () => bridge.request('question.open', { questionId })),
  }
}

/** What a person can do about the rehearsal of a request. A fault is left at its session. */
interface RehearsalActions {
  /** Has a waiting request rehearsed; what comes of it comes as a push. */
  rehearse(requestId: string): Promise<void>
}

/** Makes them over one store. */
function createRehearsalActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): RehearsalActions {
  return {
    async rehearse(requestId) {
      const sessionId = store.getState().approvals[requestId]?.sessionId
      if (sessionId === undefined) return
      await attempt(sessionId, async () => {
        await bridge.request('approval.rehearse', { requestId })
      })
    },
  }
}

/** What a person can do about the MCP servers. All reject with the engine's fault, which their caller shows. */
interface ServerActions {
  listServers(): Promise<readonly McpServerListing[]>
  enableServer(server: string, enabled: boolean): Promise<void>
  restartServer(server: string): Promise<void>
  /** Begins a sign-in; resolves with where the person is to go. */
  signIn(server: string): Promise<McpSignInAddress>
  /** Has the host open that address, where the window is not in a browser itself. */
  visitSignIn(server: string): Promise<void>
  signOut(server: string): Promise<void>
}

/** Makes them over one bridge. */
function createServerActions(bridge: Bridge): ServerActions {
  return {
    listServers: async () => (await bridge.request('mcp.list', {})).servers,
    async enableServer(server, enabled) {
      await bridge.request('mcp.enable', { server, enabled })
    },
    async restartServer(server) {
      await bridge.request('mcp.restart', { server })
    },
    signIn: (server) => bridge.request('mcp.sign-in', { server }),
    async visitSignIn(server) {
      await bridge.request('mcp.visit', { server })
    },
    async signOut(server) {
      await bridge.request('mcp.sign-out', { server })
    },
  }
}

/** What a person can do with a file that a transcript names. */
interface FileActions {
  /** Opens a file of a session's folders in the person's editor; a fault is left under the session's id. */
  openFile(sessionId: string, path: string, line?: number): Promise<void>
}

interface FileParts {
  readonly bridge: Bridge
  readonly attempt: (key: string, run: () => Promise<void>) => Promise<boolean>
  /** Leaves the page for an address that another program takes: the page stays. */
  readonly follow: (url: string) => void
}

/** The actions over one bridge. */
function createFileActions({ bridge, attempt, follow }: FileParts): FileActions {
  return {
    async openFile(sessionId, path, line) {
      await attempt(sessionId, async () => {
        const opened = await bridge.request('file.open', {
          sessionId,
          path,
          ...(line === undefined ? {} : { line }),
        })
        if (opened.kind === 'link') follow(opened.url)
        if (opened.kind === 'elsewhere') {
          const copied = await navigator.clipboard.writeText(opened.path).then(
            () => true,
            () => false,
          )
          throw new FaultError({
            code: 'bad-request',
            message: strings.openFile.elsewhere(opened.path, copied),
          })
        }
        if (opened.kind === 'none')
          throw new FaultError({ code: 'bad-request', message: strings.openFile[opened.why] })
      })
    },
  }
}

/** Goes to an address by a link, as a press on one would. */
function followLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener noreferrer'
  link.click()
}

type Change = Omit<RequestOf<'session.configure'>, 'sessionId'>

/**
 * What a person can do. None of these rejects, except `runDoctor`, `pickFolder` and those of FleetActions, whose callers show the fault
 * themselves; the others leave it in the state's `faults`.
 */
export interface Actions
  extends
    FleetActions,
    FolderActions,
    RestoreActions,
    SessionActions,
    ComposerActions,
    ChangeActions,
    EffectRuleActions,
    FileActions,
    FindActions,
    PictureActions,
    QuestionActions,
    RehearsalActions,
    ReviewActions,
    SandboxActions,
    ServerActions,
    SettingsActions {
  show(view: View): void
  /** What is typed as the folder of the next session. */
  setStartFolder(folder: string): void
  /** Reads a session's record without turning to it. */
  open(sessionId: string): void
  /** Starts a turn with this text; the draft stays. */
  say(sessionId: string, text: string): Promise<void>
  interrupt(sessionId: string): Promise<void>
  /** Ends one command with all that it started; one that has ended meanwhile is no fault. */
  stopCommand(sessionId: string, callId: string): Promise<void>
  /** Has a port that a command listens on open in the browser. */
  openPort(sessionId: string, callId: string, port: number): Promise<void>
  /** Asks every provider and this machine for models; what is found can be chosen at once. */
  loadModels(fresh: boolean): Promise<void>
  /** Sets a server up and asks for the models again; undefined when that failed, with a fault left under 'provider'. */
  addProvider(added: NewProvider): Promise<AddedProvider | undefined>
  /** Asks the model again after a turn that failed. */
  retry(sessionId: string): Promise<void>
  /** Has a command run again that was stopped: the question about it comes as any other. */
  runAgain(sessionId: string, callId: string): Promise<void>
  configure(sessionId: string, change: Change): Promise<void>
  /** Begins a session; the draft of this name goes out as its first message, and comes back in its field where the engine does not take it. */
  create(input: RequestOf<'session.create'>, draft: string): Promise<void>
  runDemo(): Promise<void>
  /** Resolves when the engine has answered; true when the answer counted. */
  decide(requestId: string, decision: Decision): Promise<boolean>
  /** Puts a command in the place of a request's; resolves with the reason when the engine does not take it. */
  edit(requestId: string, command: string[]): Promise<string | undefined>
  /** Asks the model about a waiting request again; what it says comes as a push. */
  viewAgain(requestId: string): Promise<void>
  /** Whether a rule's text could be saved with this request's answer; undefined when the engine cannot be asked. */
  checkRule(requestId: string, rule: string): Promise<ResponseOf<'approval.check-rule'> | undefined>
  putOff(requestId: string): void
  takeUp(requestId: string): void
  dismissClosed(sessionId: string): void
  dismissFault(key: string): void
  /** Asks for the grants in force; what is pushed meanwhile is newer and stays. */
  loadGrants(): Promise<void>
  /**
   * Takes a grant out of force. One that is gone already changes nothing; the list is asked for again. A fault is left
   * where the person pressed: `place` is a session's id, or 'grants'.
   */
  revoke(grantId: string, place: string): Promise<void>
  /** A rule by its id, or with `all` every one, of effects too, asks again or counts again. */
  suspendGrants(key: string, suspended: boolean): Promise<void>
  runDoctor(): Promise<ResponseOf<'doctor.run'>>
  /** The settings in force. Throws the engine's fault. */
  readSettings(): Promise<SettingsView>
  /** Makes one edit on the version that is shown; null takes the key out. Throws the engine's fault. */
  writeSettings(version: string, key: WindowSetting, value: SettingEdit['value']): Promise<SettingsReply>
  pickFolder(): Promise<ResponseOf<'folder.pick'>>
}

/** The actions over one bridge and one store. `now` is milliseconds since the epoch. */
export function createActions(bridge: Bridge, store: AppStore, sync: Sync, now: () => number): Actions {
  const attempt = async (key: string, run: () => Promise<void>): Promise<boolean> => {
    store.setState(({ faults }) => ({ faults: without(faults, key) }))
    try {
      await run()
      return true
    } catch (error) {
      store.setState(({ faults }) => ({ faults: { ...faults, [key]: toFault(error) } }))
      return false
    }
  }

  const show = (view: View): void => {
    store.setState({ view })
    if (view.kind === 'session') void sync.ensureOpen(view.sessionId)
  }

  const created = async (input: RequestOf<'session.create'>): Promise<string> => {
    const session = await bridge.request('session.create', input)
    store.setState({ startFolder: '' })
    store.setState(({ sessions }) => ({ sessions: { [session.id]: session, ...sessions } }))
    show({ kind: 'session', sessionId: session.id })
    store.setState({ writeIn: session.id })
    return session.id
  }

  const loadModels = async (fresh: boolean): Promise<void> => {
    await attempt('models', async () => {
      const { choices, problems } = await bridge.request('model.list', { fresh })
      store.setState(({ engine }) => (engine ? { engine: { ...engine, models: choices } } : {}))
      const first = problems[0]
      if (first) throw new FaultError(first.fault)
    })
  }

  let loading: Promise<boolean> | undefined
  const loadGrants = async (): Promise<void> => {
    loading ??= attempt('grants', async () => {
      const before = store.getState().grants
      const { grants, allSuspended } = await bridge.request('grant.list', {})
      store.setState((state) => ({
        allSuspended,
        ...((state.grants === before || state.grants === undefined) && { grants }),
      }))
    }).finally(() => {
      loading = undefined
    })
    await loading
  }

  const answered = async (request: ApprovalRequest, decision: Decision): Promise<boolean> => {
    const reply = await bridge.request('approval.decide', { requestId: request.id, decision })
    const note: ClosedNote =
      reply.kind === 'accepted'
        ? { request: { ...request, state: 'answered', decision }, reply: undefined }
        : { request, reply }
    store.setState((state) => ({
      ...withoutWaiting(state, request.id),
      closed: { ...state.closed, [askedIn(request)]: note },
    }))
    return reply.kind === 'accepted'
  }

  const composer = createComposerActions({ bridge, store, attempt, show })
  return {
    ...createSessionActions({ bridge, store, attempt, show }),
    ...composer,
    ...createChangeActions({ bridge, store, sendText: (...message) => composer.sendText(...message) }),
    ...createFileActions({ bridge, attempt, follow: followLink }),
    ...createFindActions({ bridge, store, sync, attempt, show }),
    ...createPictureActions({ store, attempt }),
    ...createFleetActions({ bridge }),
    ...createFolderActions({ bridge, attempt }),
    ...createRestoreActions({ bridge, store, attempt }),
    ...createServerActions(bridge),
    ...createSandboxActions({ bridge, store, show, composer }),
    ...createSettingsActions(bridge, () => void loadModels(true)),
    ...createQuestionActions({ bridge, store, attempt }),
    ...createEffectRuleActions({ bridge, store }),
    ...createRehearsalActions({ bridge, store, attempt }),
    ...createReviewActions({ bridge, store, attempt }),
    show,
    setStartFolder(folder) {
      store.setState({ startFolder: folder })
    },
    open(sessionId) {
      void sync.ensureOpen(sessionId)
    },
    loadGrants,
    async revoke(grantId, place) {
      await attempt(place, async () => {
        const { revoked } = await bridge.request('grant.revoke', { grantId })
        // The engine pushes the list after a change; otherwise it was the list here that was old.
        if (!revoked) await loadGrants()
      })
    },
    async suspendGrants(key, suspended) {
      await attempt('grants', async () => {
        await bridge.request('grant.suspend', { key, suspended })
      })
      await loadGrants()
    },
    async say(sessionId, text) {
      await attempt(sessionId, async () => {
        await bridge.request('turn.start', { sessionId, text })
      })
    },
    async stopCommand(sessionId, callId) {
      await attempt(sessionId, async () => {
        await bridge.request('process.stop', { sessionId, callId })
      })
    },
    async openPort(sessionId, callId, port) {
      await attempt(sessionId, async () => {
        const { url } = await bridge.request('port.open', { sessionId, callId, port })
        if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer')
      })
    },
    async interrupt(sessionId) {
      await attempt(sessionId, async () => {
        await bridge.request('turn.interrupt', { sessionId })
      })
    },
    loadModels,
    async addProvider(wanted) {
      let added: AddedProvider | undefined
      await attempt('provider', async () => {
        added = await bridge.request('model.add-provider', wanted)
      })
      if (added !== undefined) await loadModels(true)
      return added
    },
    async retry(sessionId) {
      await attempt(sessionId, async () => {
        await bridge.request('turn.retry', { sessionId })
      })
    },
    async runAgain(sessionId, callId) {
      await attempt(sessionId, async () => {
        await bridge.request('turn.run-again', { sessionId, callId })
      })
    },
    async configure(sessionId, change) {
      await attempt(sessionId, async () => {
        const session = await bridge.request('session.configure', { sessionId, ...change })
        store.setState(({ sessions }) => ({ sessions: { ...sessions, [session.id]: session } }))
      })
    },
    async create(input, draft) {
      await attempt('start', async () => {
        const sessionId = await created(input)
        const text = store.getState().drafts[draft] ?? ''
        composer.setDraft(draft, '')
        composer.setDraft(sessionId, text)
        await composer.send(sessionId, draft)
      })
    },
    async runDemo() {
      await attempt('start', async () => {
        const sessionId = await created({ demo: true, title: strings.start.demoTitle })
        await attempt(sessionId, async () => {
          await bridge.request('turn.start', { sessionId, text: strings.start.demoPrompt })
        })
      })
    },
    async decide(requestId, decision) {
      const request = store.getState().approvals[requestId]
      if (request === undefined) return false
      let counted = false
      await attempt(askedIn(request), async () => {
        counted = await answered(request, decision)
      })
      return counted
    },
    async edit(requestId, command) {
      const request = store.getState().approvals[requestId]
      if (request === undefined) return undefined
      try {
        await answered(request, { kind: 'edit', command })
        return undefined
      } catch (error) {
        return toFault(error).message
      }
    },
    async viewAgain(requestId) {
      const sessionId = store.getState().approvals[requestId]?.sessionId
      if (sessionId === undefined) return
      await attempt(sessionId, async () => {
        await bridge.request('approval.view-again', { requestId })
      })
    },
    checkRule: (requestId, rule) =>
      bridge.request('approval.check-rule', { requestId, rule }).catch(() => undefined), // saving it says why
    putOff(requestId) {
      store.setState(({ putOff }) => ({ putOff: { ...putOff, [requestId]: now() } }))
    },
    takeUp(requestId) {
      store.setState(({ putOff }) => ({ putOff: without(putOff, requestId) }))
    },
    dismissClosed(sessionId) {
      store.setState(({ closed }) => ({ closed: without(closed, sessionId) }))
    },
    dismissFault(key) {
      store.setState(({ faults }) => ({ faults: without(faults, key) }))
    },
    runDoctor: () => bridge.request('doctor.run', {}),
    readSettings: () => bridge.request('settings.read', {}),
    writeSettings: async (version, key, value) => {
      const reply = await bridge.request('settings.write', { version, edits: [{ key, value }] })
      // The snapshot tells the language, the looks and what new sessions begin with, and the page follows it.
      if (reply.kind === 'written') void sync.hello()
      return reply
    },
    pickFolder: () => bridge.request('folder.pick', {}),
  }
}
