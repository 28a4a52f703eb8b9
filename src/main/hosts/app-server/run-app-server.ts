import type { Readable, Writable } from 'node:stream'
import type { SettingsView } from '@shared/domain/settings-view'
import type { AppServerEngine } from '../cli/composed-engine'
import type { Log } from '../../core/ports/system'
import type { ProgramEnd } from '../program-end'
import { accountHandlers } from './account-handlers'
import { ProtocolChoice } from './choose-protocol'
import { Connection } from './client-connection'
import { conversationHandlers, type ConversationWorld, madeOf } from './conversation-handlers'
import { Conversations } from './conversations'
import { endClient, endTogether } from '../protocol/client-end'
import { LineSplitter } from '../protocol/line-splitter'
import { machineHandlers } from './machine-handlers'
import { MessageWriter } from '../protocol/message-writer'
import type { ClientCapabilities } from './protocol/account-requests'
import type { EngineService } from '../../core/engine/engine-service'
import type { RequestHandlers, ResultOf, operationRequests } from './protocol/client-requests'
import type { settingsRequests } from './protocol/settings-requests'
import { RequestError } from './request-error'
import { carryOut } from './operations'

/** A line may be so long; a longer one is refused without being held. */
const maxLine = 64 * 1024 * 1024

/** What the server is run with. `compose` is called at the first request that needs an engine, and once. */
export interface AppServerRun {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly end: Omit<ProgramEnd, 'exit'>
  readonly compose: () => Promise<AppServerEngine>
  /** The folder of the configuration and the records. Throws for a bad environment. */
  readonly home: () => string
}

/**
 * Serves one client over newline-delimited JSON-RPC, in either of the two protocols, until its input ends, its output breaks or `stop` is aborted. Then
 * what waits is denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130
 * when it was stopped. It never rejects for what a client sends.
 */
export async function runAppServer(run: AppServerRun): Promise<number> {
  const { input, output } = run
  const writer = new MessageWriter(output)
  const gone = new AbortController()
  let capabilities: ClientCapabilities = {}
  let engine: ReturnType<typeof start> | undefined
  const end = (): void => {
    input.destroy()
  }
  let composing: Promise<AppServerEngine> | undefined
  const compose = () =>
    (composing ??= run.compose().catch((error: unknown) => {
      composing = undefined
      throw error
    }))

  async function start() {
    const composed = await compose()
    const conversations = new Conversations({
      ...composed,
      writer,
      connection,
      capabilities: () => capabilities,
    })
    composed.engine.subscribe((notice) => {
      conversations.take(notice)
    })
    return { ...composed, conversations, writer, end, stop: gone.signal }
  }
  // A composition that failed (a bad config.toml) is tried again by the next request: the file may be mended by then.
  const world = () =>
    (engine ??= start().catch((error: unknown) => {
      engine = undefined
      throw error
    }))
  const connection = new Connection(writer, {
    ...accountHandlers(
      {
        version: run.version,
        env: run.env,
        initialized: (said) => {
          capabilities = said
        },
      },
      world,
    ),
    ...conversationHandlers(world),
    ...machineHandlers(world, async () => (await world()).conversations.policies()),
    ...operationHandlers(world),
    ...settingsHandlers(world),
  })

  const client = new ProtocolChoice({
    first: connection,
    second: async () => {
      const { secondConnection, secondProtocol } = await import('../app-server-v2/second-connection')
      const { version, env, home } = run
      const world = { writer, version, env, home, stop: gone.signal, compose }
      return {
        connect: (known) => secondConnection(world, known).connection,
        knows: (method) => Object.hasOwn(secondProtocol.requests, method),
      }
    },
  })

  endTogether(input, output, run.end)
  await readAll(input, { connection: client, writer })
  gone.abort(new Error('the client is gone'))
  client.end()
  const used = composing?.catch(() => undefined)
  const log: Log = {
    error: (...said) => {
      void used?.then((each) => {
        each?.log.error(...said)
      })
    },
  }
  return endClient(run.end, writer, async () => (await used)?.engine.close(), log)
}

/** What these requests work with. `end` ends the server as the end of its input does. */
interface OperationsWorld extends ConversationWorld {
  readonly end: () => void
}

/** Answers the requests about operations, forks and the end of conversations (docs/spec/wire.md). */
function operationHandlers(
  world: () => Promise<OperationsWorld>,
): Pick<RequestHandlers, keyof typeof operationRequests> {
  return {
    submitOperation: async ({ conversationId, op }) => {
      const { engine, conversations } = await world()
      const conversation = conversations.get(conversationId)
      const submissionId = conversation.submission()
      const answer = await carryOut(op, { engine, conversations, conversation, conversationId, submissionId })
      return { submissionId, ...(answer && { answer }) }
    },

    forkConversation: async ({ conversationId, nthUserMessage }) => {
      const { engine, conversations } = await world()
      const forked = await engine.forkSession(conversationId, nthUserMessage)
      const { session, events } = await engine.openSession(forked.id)
      return { ...madeOf(session), initialMessages: await conversations.open(session, events) }
    },

    unloadConversation: async ({ conversationId }) => {
      const { conversations } = await world()
      await conversations.shutDown(conversationId)
      return {}
    },

    shutdown: async () => {
      const { conversations, end } = await world()
      await conversations.shutDownAll()
      // The answer is written before the next turn of the loop.
      setImmediate(end)
      return {}
    },
  }
}

/** Answers the requests about the configuration (docs/spec/wire.md). An edit keeps the file's comments and order. */
function settingsHandlers(
  world: () => Promise<{ readonly engine: EngineService }>,
): Pick<RequestHandlers, keyof typeof settingsRequests> {
  return {
    getUserSavedConfig: async () => {
      const { engine } = await world()
      return { config: savedConfig(await engine.readSettings()) }
    },

    setDefaultModel: async ({ model, reasoningEffort }) => {
      const { engine } = await world()
      const { version: read } = await engine.readSettings()
      const reply = await engine.writeSettings(read, [
        { key: 'model', value: model ?? null },
        { key: 'model_reasoning_effort', value: reasoningEffort ?? null },
      ])
      switch (reply.kind) {
        case 'written':
          return {}
        case 'conflict':
          throw new RequestError('config.toml was changed at the same time; expected the request once more')
        case 'refused':
          throw new RequestError(reply.message)
      }
    },
  }
}

type SavedConfig = ResultOf<'getUserSavedConfig'>['config']

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** What a person has written in config.toml, in the wire's form; what was never written is null. */
function savedConfig({ rows }: SettingsView): SavedConfig {
  const saved = new Map(
    rows.flatMap(({ key, value, source }) => (source === 'config' ? [[key, value] as const] : [])),
  )
  const of = (key: string): unknown => saved.get(key) ?? null
  const inWorkspace = [...saved.keys()].some((key) => key.startsWith('sandbox_workspace_write.'))
  const roots = of('sandbox_workspace_write.writable_roots')
  return {
    approvalPolicy: of('approval_policy'),
    sandboxMode: textOf(of('sandbox_mode')),
    sandboxSettings: inWorkspace
      ? {
          writableRoots: Array.isArray(roots) ? roots.map(String) : [],
          networkAccess: flagOf(of('sandbox_workspace_write.network_access')),
          excludeTmpdirEnvVar: flagOf(of('sandbox_workspace_write.exclude_tmpdir_env_var')),
          excludeSlashTmp: flagOf(of('sandbox_workspace_write.exclude_slash_tmp')),
        }
      : null,
    forcedChatgptWorkspaceId: null,
    forcedLoginMethod: null,
    model: textOf(of('model')),
    modelReasoningEffort: textOf(of('model_reasoning_effort')),
    modelReasoningSummary: textOf(of('model_reasoning_summary')),
    modelVerbosity: textOf(of('model_verbosity')),
    tools: null,
    profile: textOf(of('profile')),
    profiles: profilesOf(saved),
  }
}

/** The profiles' tables, as far as their rows say them. */
function profilesOf(saved: ReadonlyMap<string, unknown>): Record<string, Record<string, unknown>> {
  const profiles: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of saved) {
    const [, name, rest] = /^profiles\.([^.]+)\.(.+)$/.exec(key) ?? []
    if (name === undefined || rest === undefined) continue
    profiles[name] = { ...profiles[name], [rest]: value }
  }
  return profiles
}

/** Reads to the end of input, no faster than answers are taken. */
async function readAll(
  input: Readable,
  { connection, writer }: { readonly connection: ProtocolChoice; readonly writer: MessageWriter },
): Promise<void> {
  const splitter = new LineSplitter(maxLine)
  try {
    for await (const piece of input) {
      await connection.receive(splitter.push(piece as Uint8Array))
      await writer.room()
      await connection.room()
    }
    await connection.receive(splitter.end())
  } catch (error) {
    // An input that breaks is the end of the client, as its plain end is.
    if (!input.destroyed) throw error
  }
}
