import { arch, platform, release } from 'node:os'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { ReasoningEffort, type ModelChoice } from '@shared/domain/settings'
import type { McpServerStatus, McpServerListing } from '@shared/domain/mcp-server'
import type { EngineService } from '../../core/engine/engine-service'
import { hasKey } from '../app-server/model-key'
import type { ModelKey } from '../cli/composed-engine'
import { wireApproval } from './sandbox-of'
import { RequestError } from '../app-server/request-error'
import { hints } from '../protocol/wire-mcp'
import { pageFrom } from './page-from'
import type { RequestHandlers } from './protocol/client-requests'
import type { connectionRequests } from './protocol/connection-requests'
import type { Threads } from './threads'

/** What the client said of itself. */
export interface ClientSaid {
  readonly name: string
  readonly version: string
  /** Notifications that it does not want. */
  readonly unwanted: ReadonlySet<string>
}

/** What these requests work with once there is an engine. */
export interface ConnectionWorld {
  readonly engine: EngineService
  readonly modelKey: ModelKey
  readonly threads: Threads
}

/** What is known without one. */
export interface ClientWorld {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly home: () => string
  readonly initialized: (said: ClientSaid) => void
}

/** The limits that have a name in this protocol, and the modes that they are. */
export const profiles = {
  ':read-only': 'read-only',
  ':workspace': 'workspace-write',
  ':danger-full-access': 'danger-full-access',
} as const satisfies Record<string, SandboxMode>

/** What a model is called by a client: its own name, or behind that of a provider that is not the configured one. */
const nameOfModel = ({ provider, model }: ModelChoice, configured: string): string =>
  provider === configured ? model : `${provider}/${model}`

/** The model that a client named, with its provider where that has to be said. */
export function chosenModel(
  name: string,
  { models, defaults }: Pick<Awaited<ReturnType<EngineService['state']>>, 'models' | 'defaults'>,
): { readonly model: string; readonly provider?: string } {
  const found = models.find(
    (each) => each.provider !== defaults.provider && nameOfModel(each, defaults.provider) === name,
  )
  return found ? { model: found.model, provider: found.provider } : { model: name }
}

/**
 * Whether the project round a folder is trusted. Until a person has said so here it is not: a client that is told so does not ask for
 * what it may not give.
 */
async function trustOf(engine: EngineService, cwd: string | undefined) {
  if (cwd === undefined) return {}
  const look = await engine.folders.look(cwd)
  const trust = look.kind === 'there' ? look.project.trust : undefined
  return { [cwd]: { trust_level: trust ?? 'untrusted' } }
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '_')

/** Answers the requests about the connection, the account and the configuration. */
export function connectionHandlers(
  client: ClientWorld,
  world: () => Promise<ConnectionWorld>,
): Pick<RequestHandlers, keyof typeof connectionRequests> {
  const { version, env, home, initialized } = client
  return {
    initialize: ({ clientInfo, capabilities }) => {
      const name = printable(clientInfo.name)
      const unwanted = new Set(capabilities?.optOutNotificationMethods ?? [])
      initialized({ name, version: printable(clientInfo.version), unwanted })
      const terminal = printable(env.TERM_PROGRAM ?? env.TERM ?? 'unknown')
      const machine = `${platform()} ${release()}; ${arch()}`
      return {
        userAgent: `countersign/${version} (${machine}) ${terminal} (${name}; ${printable(clientInfo.version)})`,
        codexHome: home(),
        platformFamily: platform() === 'win32' ? 'windows' : 'unix',
        platformOs: platform() === 'darwin' ? 'macos' : platform(),
      }
    },

    // The key is ours and stays here: no client has to sign anybody in.
    'account/read': async () => {
      const { modelKey } = await world()
      const account = hasKey(modelKey) ? { type: 'apiKey' as const } : null
      return { account, userId: null, requiresOpenaiAuth: false, workspaceRouting: null }
    },
    'account/rateLimits/read': async () => ({
      ordinaryUsageAllowed: null,
      rateLimits: (await world()).threads.limits,
      rateLimitsByLimitId: null,
      rateLimitResetCredits: null,
      accountId: null,
      rateLimitUpsell: null,
    }),

    'config/read': async ({ includeLayers, cwd }) => {
      const { engine } = await world()
      const [{ defaults }, { rows }] = await Promise.all([engine.state(), engine.readSettings(cwd)])
      const { mode } = defaults.sandboxPolicy
      const value = (key: string): unknown => rows.find((row) => row.key === key)?.value
      const text = (key: string): string | null => {
        const found = value(key)
        return typeof found === 'string' ? found : null
      }
      const count = (key: string): number | null => {
        const found = value(key)
        return typeof found === 'number' ? found : null
      }
      return {
        config: {
          model: defaults.model,
          review_model: text('review_model'),
          model_context_window: count('model_context_window'),
          model_auto_compact_token_limit: count('model_auto_compact_token_limit'),
          model_provider: defaults.provider,
          approval_policy: wireApproval(defaults.approvalPolicy),
          approvals_reviewer: 'user',
          sandbox_mode: mode === 'danger-no-network' ? null : mode,
          model_reasoning_effort: text('model_reasoning_effort'),
          model_reasoning_summary: text('model_reasoning_summary'),
          model_verbosity: text('model_verbosity'),
          service_tier: null,
          profile: text('profile'),
          profiles: {},
          mcp_servers: {},
          projects: await trustOf(engine, cwd),
        },
        origins: {},
        layers: includeLayers === true ? [] : null,
      }
    },
    'configRequirements/read': () => ({ supportsIndependentSpeedModes: null, requirements: null }),

    'model/list': async ({ cursor, limit }) => {
      const { engine } = await world()
      const { models, defaults } = await engine.state()
      const { items, nextCursor } = pageFrom(models, { cursor, limit: limit ?? 100 })
      const efforts = ReasoningEffort.options.map((each) => ({ reasoningEffort: each, description: each }))
      return {
        data: items.map((each) => {
          const name = nameOfModel(each, defaults.provider)
          return {
            id: name,
            model: name,
            upgrade: null,
            upgradeInfo: null,
            availabilityNux: null,
            displayName: each.model,
            description: each.providerName,
            modelSpecialty: null,
            hidden: false,
            supportedReasoningEfforts: efforts,
            defaultReasoningEffort: 'medium',
            inputModalities: ['text', 'image'],
            supportsPersonality: false,
            multiAgentVersion: null,
            additionalSpeedTiers: [],
            serviceTiers: [],
            defaultServiceTier: null,
            availableAccessPrograms: null,
            isDefault: each.provider === defaults.provider && each.model === defaults.model,
          }
        }),
        nextCursor,
      }
    },

    // What is configured, with the tools as a thread of this client has them.
    'mcpServerStatus/list': async ({ cursor, limit, threadId }) => {
      const { engine, threads } = await world()
      const of = threads.ids.find((id) => threadId === undefined || id === threadId)
      if (threadId !== undefined && of === undefined) throw new RequestError(`thread not found: ${threadId}`)
      const [listed, running] = await Promise.all([
        engine.mcp.list(),
        of === undefined ? [] : engine.mcpServers(of),
      ])
      const { items, nextCursor } = pageFrom(listed, { cursor, limit: limit ?? 100 })
      return {
        data: items.map(({ id, signIn }) =>
          serverOf({ id, signIn, status: running.find((each) => each.id === id) }),
        ),
        nextCursor,
      }
    },

    'permissionProfile/list': () => ({
      data: Object.keys(profiles).map((id) => ({ id, description: null, allowed: true })),
      nextCursor: null,
    }),
    'skills/list': ({ cwds = [] }) => ({ data: cwds.map((cwd) => ({ cwd, skills: [], errors: [] })) }),
    'hooks/list': ({ cwds = [] }) => ({
      data: cwds.map((cwd) => ({ cwd, hooks: [], warnings: [], errors: [] })),
    }),
  }
}

const authWords = {
  'bearer-token': 'bearerToken',
  'o-auth': 'oAuth',
  'not-signed-in': 'notLoggedIn',
} as const

/** A configured server as this protocol tells it; without `status` no thread runs it, and nothing is known of its tools. */
export function serverOf({
  id,
  signIn,
  status,
}: Pick<McpServerListing, 'id' | 'signIn'> & { readonly status: McpServerStatus | undefined }) {
  const auth = status?.auth ?? (signIn === 'in' ? 'o-auth' : signIn === 'none' ? undefined : 'not-signed-in')
  return {
    name: id,
    tools: Object.fromEntries(
      (status?.tools ?? []).map(({ name, description, inputSchema, annotations }) => [
        name,
        { name, description, inputSchema, annotations: hints(annotations) },
      ]),
    ),
    resources: [],
    resourceTemplates: [],
    authStatus: auth ? authWords[auth] : ('unsupported' as const),
  }
}
