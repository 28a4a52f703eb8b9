import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { restoredInWords } from '@shared/messages/restore'
import { saidInEnglish } from '@shared/messages/spoken'
import type { EngineService } from '../../core/engine/engine-service'
import { decideByReview } from '../protocol/decide-by-review'
import type { EventMsg } from '../protocol/event-msg'
import type { Operation } from '../protocol/operation'
import { mcpToolsListed } from '../protocol/wire-mcp'
import type { Restores } from '../../core/checkpoints/restores'
import type { Conversation } from './conversation'
import type { Conversations } from './conversations'
import { RequestError } from './request-error'

/** What an operation works on. Events of a turn that it begins carry `submissionId`. */
export interface OperationPlace {
  readonly engine: EngineService
  readonly conversations: Conversations
  readonly conversation: Conversation
  readonly conversationId: string
  readonly submissionId: string
}

type Run<T extends Operation['type']> = (
  op: Extract<Operation, { type: T }>,
  place: OperationPlace,
) => Promise<EventMsg | undefined>

/** No event answers it: those that it causes follow. */
const reported = undefined

/** The requests that an answer is for, as they were told: one by its own id, or those that were told under a submission's. */
function waiting(id: string, { engine, conversations, conversationId }: OperationPlace): ApprovalRequest[] {
  const own = engine.pendingApproval(id)
  const asksHere = own?.sessionId === conversationId || own?.askedBy?.parentId === conversationId
  return own && asksHere ? [conversations.asTold(own)] : [...conversations.askedUnder(conversationId, id)]
}

function decide(kind: 'exec' | 'patch') {
  return async (
    { id, decision }: Pick<Extract<Operation, { type: 'exec_approval' }>, 'id' | 'decision'>,
    place: OperationPlace,
  ): Promise<undefined> => {
    const meant = waiting(id, place).filter((each) => (each.kind === 'patch') === (kind === 'patch'))
    if (meant.length === 0)
      throw new RequestError(
        `no ${kind} approval ${JSON.stringify(id.slice(0, 100))} waits in this conversation`,
      )
    // A no may be for all of them; what a yes is for has to be said.
    if (meant.length > 1 && decision !== 'denied' && decision !== 'abort')
      throw new RequestError(
        `${String(meant.length)} approvals wait under ${JSON.stringify(id)}; expected the approvalId of one: ${meant.map((each) => each.id).join(', ')}`,
      )
    for (const request of meant)
      await place.engine.decide(request.id, decideByReview(decision, request), 'client')
    return reported
  }
}

/** Takes back the last turn that changed the conversation's folder; what was changed since stays. A no is told as such, and never thrown. */
async function undoLastTurn(restores: Restores, conversationId: string): Promise<EventMsg> {
  const no = (message: string): EventMsg => ({ type: 'undo_completed', success: false, message })
  try {
    const look = await restores.look(conversationId, 'undo')
    switch (look.kind) {
      case 'nothing':
        return no('no turn has changed a file that can be taken back')
      case 'unavailable':
        return no(look.why)
      case 'ready': {
        const { turnNumber = 0 } = look
        const restored = await restores.restore(conversationId, { way: 'undo', turnNumber, sinceToo: false })
        if (restored.files === 0 && restored.left.length > 0)
          return no(`nothing was taken back: ${restored.left.join(', ')} changed since`)
        const event = { type: 'files.restored', way: 'undo', turnNumber, ...restored } as const
        return {
          type: 'undo_completed',
          success: true,
          message: saidInEnglish(() => restoredInWords(event)),
        }
      }
    }
  } catch (error) {
    if (error instanceof FaultError) return no(error.message)
    throw error
  }
}

/**
 * What each operation does, one entry each; a new one is a member of `Operation` and an entry here. Throws RequestError or what
 * the engine throws, and then it had no effect.
 */
const operations: { readonly [T in Operation['type']]: Run<T> } = {
  interrupt: async (_, { conversation, submissionId }) => {
    await conversation.interrupt(submissionId)
    return reported
  },
  user_input: async ({ items }, place) => {
    await place.conversation.submit(
      place.conversations.message(place.conversationId, items),
      place.submissionId,
    )
    return reported
  },
  user_turn: async (op, place) => {
    const { items, cwd, approval_policy, sandbox_policy, model, effort, summary } = op
    const overrides = {
      ...{ cwd, model, summary },
      ...{ approvalPolicy: approval_policy, sandboxPolicy: sandbox_policy },
      ...(effort === undefined ? {} : { effort }),
      ...(op.final_output_json_schema ? { outputSchema: op.final_output_json_schema } : {}),
    }
    await place.conversation.submit(
      place.conversations.message(place.conversationId, items, overrides),
      place.submissionId,
    )
    return reported
  },
  override_turn_context: async (op, { engine, conversationId }) => {
    const { cwd, approval_policy: approvalPolicy, sandbox_policy: sandboxPolicy, model, effort, summary } = op
    await engine.configureSession(conversationId, {
      cwd,
      approvalPolicy,
      sandboxPolicy,
      model,
      effort,
      summary,
    })
    return reported
  },
  exec_approval: decide('exec'),
  patch_approval: decide('patch'),
  add_to_history: async ({ text }, { engine, conversationId }) => {
    await engine.home.history.add(conversationId, text)
    return reported
  },
  get_history_entry_request: async ({ offset, log_id }, { engine }) => {
    const entry = await engine.home.history.entry(log_id, offset)
    return {
      type: 'get_history_entry_response',
      ...{ offset, log_id },
      ...(entry && { entry: { conversation_id: entry.conversationId, ts: entry.ts, text: entry.text } }),
    }
  },
  get_path: async (_, { engine, conversationId }) => {
    const { session } = await engine.openSession(conversationId)
    return { type: 'conversation_path', conversation_id: conversationId, path: session.rolloutPath ?? '' }
  },
  list_mcp_tools: async (_, { engine, conversationId }) =>
    mcpToolsListed(await engine.mcpServers(conversationId)),
  list_custom_prompts: async (_, { engine }) => ({
    type: 'list_custom_prompts_response',
    custom_prompts: (await engine.home.prompts.list()).map(({ argumentHint, ...prompt }) => ({
      ...prompt,
      ...(argumentHint !== undefined && { argument_hint: argumentHint }),
    })),
  }),
  compact: async (_, { engine, conversation, conversationId, submissionId }) => {
    await conversation.submit({ input: [], start: () => engine.compactSession(conversationId) }, submissionId)
    return reported
  },
  undo: async (_, { engine, conversation, conversationId, submissionId }) => {
    await conversation.emit({ type: 'undo_started', message: 'taking back the last turn' }, submissionId)
    return undoLastTurn(engine.restores, conversationId)
  },
  review: async ({ review_request: { prompt, user_facing_hint: hint } }, place) => {
    const { engine, conversation, conversationId, submissionId } = place
    const target = { kind: 'custom', text: prompt, hint } as const
    await conversation.submit(
      { input: [], start: () => engine.startReview(conversationId, target) },
      submissionId,
    )
    return reported
  },
  shutdown: async (_, { conversations, conversationId, submissionId }) => {
    await conversations.shutDown(conversationId, submissionId)
    return reported
  },
}

/** Carries out an operation and returns the event that answers it, if one does; it is told to listeners as well. */
export async function carryOut(op: Operation, place: OperationPlace): Promise<EventMsg | undefined> {
  const run = operations[op.type] as (op: Operation, place: OperationPlace) => Promise<EventMsg | undefined>
  const answer = await run(op, place)
  if (answer) void place.conversation.emit(answer, place.submissionId)
  return answer
}
