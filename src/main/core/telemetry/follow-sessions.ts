import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, DecidedBy } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { Assessment, ModelView } from '@shared/domain/assessment'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { EngineNotice } from '../engine/engine-service'
import type { Telemetry, TelemetryEvent } from './telemetry'

type Decided = Extract<TelemetryEvent, { name: 'tool_decision' }>['attributes']

/** What of a request a view of it is told with. */
interface Viewed {
  readonly callId: string
  readonly floor: NonNullable<Assessment['floor']>['level']
}

/** What is known of one session while the process lives. `decided` holds the calls somebody or something decided on. */
interface Followed {
  summary?: SessionSummary
  begun: boolean
  readonly decided: Set<string>
  /** What effects decide runs on copies first: what becomes of these calls is not known before their end. */
  byEffects: boolean
  readonly open: Set<string>
  /** What the model's views of them are told with. */
  readonly requests: Map<string, Viewed>
}

/**
 * A listener of the engine that tells of conversations, prompts, decisions, assessments and what the sandbox did. It
 * reads what every session puts on record, so that nothing is told that did not happen, and whatever tool it came from.
 */
export function followSessions(telemetry: Telemetry, profile?: string): (notice: EngineNotice) => void {
  const sessions = new Map<string, Followed>()
  const follow = (id: string): Followed => {
    const known = sessions.get(id) ?? {
      ...{ begun: false, byEffects: false },
      ...{ decided: new Set(), open: new Set(), requests: new Map() },
    }
    sessions.set(id, known)
    return known
  }
  return (notice) => {
    if (notice.kind === 'session') follow(notice.session.id).summary = notice.session
    if (notice.kind !== 'event') return
    const { sessionId, event } = notice.event
    const session = follow(sessionId)
    const settings = event.type === 'session.configured' ? event : session.summary
    if (settings) session.byEffects = settings.approvalPolicy === 'effects'
    const model = event.type === 'session.configured' ? event.model : session.summary?.model
    const subject = { sessionId, ...(model !== undefined && { model }) }
    for (const each of [...beginning(notice.event, session, profile), ...eventsOf(event, session)])
      telemetry.record(subject, each)
  }
}

/** The start of a conversation: its first settings here, be it new or opened again. */
function beginning(
  { event }: SessionEvent,
  session: Followed,
  profile: string | undefined,
): TelemetryEvent[] {
  const settings = event.type === 'session.configured' ? event : session.summary
  if (session.begun || !settings) return []
  session.begun = true
  const attributes = {
    provider_name: settings.provider,
    approval_policy: approvalPolicyName(settings.approvalPolicy),
    sandbox_policy: settings.sandboxPolicy.mode,
    ...(profile !== undefined && { active_profile: profile }),
  }
  return [{ name: 'conversation_starts', attributes }]
}

function eventsOf(event: AgentEvent, session: Followed): TelemetryEvent[] {
  switch (event.type) {
    case 'user.message':
      return [{ name: 'user_prompt', attributes: { prompt_length: event.text.length, prompt: event.text } }]
    case 'grant.applied':
      return [
        decision(session, {
          tool_name: grantedTool(event.grant),
          call_id: event.callId,
          decision: 'approved',
          source: 'grant',
        }),
      ]
    case 'approval.requested': {
      const { id, callId, assessment } = event.request
      const viewed = { callId, floor: assessment.floor?.level }
      session.requests.set(id, viewed)
      return assessed(viewed, assessment.view)
    }
    case 'approval.assessed': {
      const viewed = session.requests.get(event.requestId)
      return viewed ? assessed(viewed, event.update.view) : []
    }
    case 'approval.resolved':
      session.requests.delete(event.request.id)
      return resolved(event.request, session)
    case 'command.started':
    case 'patch.started':
      return started(event, session)
    case 'mcp.started':
      return calling(event, session)
    case 'mcp.finished':
      return refusedCall(event, session)
    case 'command.finished':
      return [...decidedAtEnd(event, session), ...finished('shell', event, session)]
    case 'patch.finished':
      return finished('apply_patch', event, session)
    case 'turn.finished': {
      const stopped = [...session.open].filter((callId) => !session.decided.has(callId))
      session.decided.clear()
      session.open.clear()
      return stopped.map((call_id) => ({
        name: 'tool_decision',
        attributes: { tool_name: 'shell', call_id, decision: 'abort', source: 'user' },
      }))
    }
    case 'session.configured':
    case 'turn.started':
    case 'reasoning.delta':
    case 'message.delta':
    case 'message.waiting':
    case 'message.completed':
    case 'command.output':
    case 'turn.noted':
    case 'files.restored':
    case 'session.rewound':
    case 'call.undoable':
    case 'turn.diff':
    case 'review.entered':
    case 'review.exited':
    case 'plan.updated':
    case 'command.kept':
    case 'command.ports':
    case 'mcp.progress':
    case 'question.asked':
    case 'question.resolved':
    case 'image.viewed':
    case 'search.started':
    case 'search.finished':
    case 'agent.started':
    case 'agent.finished':
    case 'command.input':
    case 'tool.rejected':
    case 'command.compared':
    case 'approval.rehearsed':
    case 'model.retrying':
    case 'usage.updated':
    case 'limits.updated':
    case 'context.compacting':
    case 'context.compacted':
    case 'error.reported':
      return []
  }
}

function decision(session: Followed, attributes: Decided): TelemetryEvent {
  session.decided.add(attributes.call_id)
  return { name: 'tool_decision', attributes }
}

function sourceOf(by: DecidedBy): Decided['source'] {
  switch (by) {
    case 'window':
    case 'browser':
    case 'terminal':
    case 'client':
      return 'user'
    case 'flag':
    case 'grant':
    case 'engine':
      return by
  }
}

function resolved(request: ApprovalRequest, session: Followed): TelemetryEvent[] {
  const given = request.decision
  const scope = given?.kind === 'allow' ? (given.scope ?? 'once') : 'once'
  const allowed = scope === 'once' ? 'approved' : 'approved_for_session'
  return [
    decision(session, {
      tool_name: toolOf(request),
      call_id: request.callId,
      decision:
        given?.kind === 'allow' || given?.kind === 'apply'
          ? allowed
          : given?.kind === 'deny'
            ? 'denied'
            : 'abort',
      source: sourceOf(request.decidedBy ?? 'engine'),
    }),
  ]
}

const toolOf = (request: ApprovalRequest): string =>
  request.tool?.offeredAs ?? (request.changes ? 'apply_patch' : 'shell')

/** The model's view once nothing more comes of it; a request that is withdrawn while it waits has none. */
function assessed({ callId, floor }: Viewed, view: ModelView): TelemetryEvent[] {
  if (view.status === 'waiting') return []
  const attributes = {
    call_id: callId,
    status: view.status,
    ...(view.status === 'success' && {
      risk_level: view.view.level,
      risk_categories: view.view.categories.join(', '),
    }),
    ...('durationMs' in view && { duration_ms: view.durationMs }),
    ...(floor && { floor_level: floor }),
  }
  const reported: TelemetryEvent[] = [{ name: 'sandbox_assessment', attributes }]
  if ('durationMs' in view)
    reported.push({
      name: 'sandbox_assessment_latency',
      attributes: { call_id: callId, duration_ms: view.durationMs },
    })
  return reported
}

type Started = Extract<AgentEvent, { type: 'command.started' | 'patch.started' }>

function started(event: Started, session: Followed): TelemetryEvent[] {
  const call = {
    tool_name: event.type === 'command.started' ? 'shell' : 'apply_patch',
    call_id: event.callId,
  }
  if (event.attempt > 1 && event.confinement === 'none')
    return [{ name: 'sandbox_outcome', attributes: { ...call, outcome: 'escalated' } }]
  if (event.attempt > 1 || session.decided.has(event.callId)) return []
  if (event.type === 'command.started' && session.byEffects && !event.notOnCopies) {
    session.open.add(event.callId)
    return []
  }
  return [decision(session, { ...call, decision: 'approved', source: 'config' })]
}

/** What became of a call that effects decide, where nobody was asked. One that is set aside runs again, or was stopped alone. */
function decidedAtEnd({ callId, outcome }: Call<'command.finished'>, session: Followed): TelemetryEvent[] {
  if (outcome.kind === 'refused' || !session.open.delete(callId) || session.decided.has(callId)) return []
  const byRule = 'applied' in outcome && outcome.applied?.rule !== undefined
  const source = byRule ? 'grant' : 'config'
  return [decision(session, { tool_name: 'shell', call_id: callId, decision: 'approved', source })]
}

/** A grant for a tool of a server is kept under a key that says so, with the name that the tool is offered under. */
const grantedTool = ({ key, command }: StoredGrant): string =>
  key.startsWith('["mcp",') ? (command[0] ?? 'mcp') : 'shell'

type Call<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

/** The name that a call of a server's tool is offered under, but for what had to be changed in it. */
const calledTool = ({ server, tool }: Call<'mcp.started'>['invocation']): string => `${server}__${tool}`

/** A call that nobody was asked about: its server says that it only reads, and the policies take its word. */
function calling({ callId, invocation }: Call<'mcp.started'>, session: Followed): TelemetryEvent[] {
  if (session.decided.has(callId)) return []
  const attributes = { tool_name: calledTool(invocation), call_id: callId } as const
  return [decision(session, { ...attributes, decision: 'approved', source: 'config' })]
}

function refusedCall(
  { callId, invocation, result }: Call<'mcp.finished'>,
  session: Followed,
): TelemetryEvent[] {
  if (result.kind !== 'stopped' || result.cause !== 'refused' || session.decided.has(callId)) return []
  const attributes = { tool_name: calledTool(invocation), call_id: callId } as const
  return [decision(session, { ...attributes, decision: 'denied', source: 'config' })]
}

function finished(
  tool_name: string,
  { callId, outcome }: { readonly callId: string; readonly outcome: CommandOutcome },
  session: Followed,
): TelemetryEvent[] {
  const call = { tool_name, call_id: callId }
  switch (outcome.kind) {
    case 'denied':
      return [
        {
          name: 'sandbox_outcome',
          attributes: { ...call, outcome: 'denied', duration_ms: outcome.durationMs },
        },
      ]
    case 'timed-out':
      return [
        {
          name: 'sandbox_outcome',
          attributes: { ...call, outcome: 'timed_out', duration_ms: outcome.durationMs },
        },
      ]
    case 'exited':
      // A shell's way of saying that a signal ended it.
      return outcome.exitCode > 128 && outcome.exitCode < 160
        ? [
            {
              name: 'sandbox_outcome',
              attributes: { ...call, outcome: 'signal', duration_ms: outcome.durationMs },
            },
          ]
        : []
    case 'refused':
      return session.decided.has(callId) || session.open.has(callId)
        ? []
        : [decision(session, { ...call, decision: 'denied', source: 'config' })]
    case 'cancelled':
    case 'failed':
      return []
  }
}
