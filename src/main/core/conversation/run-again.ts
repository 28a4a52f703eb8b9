import type { SessionEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { McpInvocation } from '@shared/domain/mcp-result'
import { asFunctionCall, messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { z } from 'zod'
import type { StoppedCommand } from '../commands/stopped-command'
import { performCommand } from '../execution/command-action'
import { performPatch } from '../execution/patch-action'
import type { SessionTools } from '../tools/session-tools'
import type { ToolReply } from '../tools/tool'
import type { TurnContext } from '../turn/turn-context'
import type { TurnWork } from './turn'
import { userAction } from './user-action'
import { readJson } from '../text/read-json'

/** How a command that a person has run again can be waited for, who sees it and can stop it. */
const mostMs = 3_600_000

/** What of a session's record tells of its calls. */
interface OnRecord {
  readonly events: readonly SessionEvent[]
  readonly items: readonly ResponseItem[]
}

/** A call that was stopped, as it can be made again. */
export type StoppedCall =
  | ({ readonly kind: 'command' } & StoppedCommand)
  | { readonly kind: 'patch'; readonly body: string }
  | { readonly kind: 'tool'; readonly invocation: McpInvocation }

/**
 * A command, a patch or the call of a server's tool that was stopped and not let through: denied, expired, withdrawn, refused by the policy,
 * stopped by the sandbox with nobody asked, or not made since its tool became another one; as it last stood. Throws FaultError `bad-request` for a call that was none, or of which the record tells no more.
 */
export function stoppedCall({ events, items }: OnRecord, callId: string): StoppedCall {
  let command: StoppedCommand | undefined
  let invocation: McpInvocation | undefined
  let stopped: StoppedCall['kind'] | undefined
  for (const { event } of events) {
    if (event.type === 'approval.requested' || event.type === 'approval.resolved') {
      const { request } = event
      // What a tool's call is asked besides, about a host, is not the call.
      if (request.callId !== callId || (invocation && !request.tool)) continue
      const { kind = 'command', state, decision, stop, cwd } = request
      const is = kind === 'input' ? undefined : kind
      stopped = state !== 'pending' && !isYes(decision?.kind) ? is : undefined
      if (kind === 'command') command = { command: request.command, cwd, evidence: stop.evidence }
      invocation = request.tool?.invocation ?? invocation
    } else if (!('callId' in event) || event.callId !== callId) continue
    else if (event.type === 'command.started') {
      stopped = undefined
      command = { command: event.command, cwd: event.cwd, evidence: [] }
    } else if (event.type === 'patch.started') stopped = undefined
    else if (event.type === 'mcp.started') {
      stopped = undefined
      invocation = event.invocation
    } else if (event.type === 'mcp.finished') {
      const { result } = event
      invocation = event.invocation
      stopped = result.kind === 'stopped' && notMade.has(result.cause) ? 'tool' : undefined
    } else if (event.type === 'command.finished' || event.type === 'patch.finished') {
      const { outcome } = event
      const kind = event.type === 'command.finished' ? 'command' : 'patch'
      if (outcome.kind === 'refused' && outcome.unasked) command = { ...outcome.unasked, evidence: [] }
      const by = outcome.kind === 'denied' ? outcome.evidence : undefined
      const evidence = by ?? (outcome.kind === 'exited' ? outcome.refused : undefined)
      if (evidence && command) command = { ...command, evidence }
      if (evidence || outcome.kind === 'refused') stopped = kind
    }
  }
  if (stopped === 'command' && command) return { kind: 'command', ...command }
  if (stopped === 'tool' && invocation) return { kind: 'tool', invocation }
  const body = stopped === 'patch' ? bodyOf(items, callId) : undefined
  if (body !== undefined) return { kind: 'patch', body }
  throw new FaultError({
    code: 'bad-request',
    message: 'Nothing of this session was stopped under that id, or its record tells no more of it.',
    remedy: 'Ask the agent to try again.',
  })
}

/** The ends of a call of a tool that never reached its server. */
const notMade: ReadonlySet<string> = new Set(['refused', 'changed'])

const PatchArguments = z.object({ input: z.string() })

/** The patch of a call of that tool; undefined where the history has no such call (any more). */
function bodyOf(items: readonly ResponseItem[], callId: string): string | undefined {
  const call = items.map(asFunctionCall).findLast((each) => each?.id === callId)
  if (call?.name !== 'apply_patch') return undefined
  return readJson(PatchArguments, call.arguments)?.input
}

const isYes = (kind: string | undefined): boolean => kind === 'allow' || kind === 'apply' || kind === 'edit'

/** A stopped call under the id that it is made again as. `tools` are those of its session, which leaves these out. */
interface Again {
  readonly stopped: StoppedCall
  readonly callId: string
  readonly tools: Pick<SessionTools, 'callAgain'>
  readonly leftOutTools: readonly string[] | undefined
}

/**
 * The beginning of a turn in which a person has a stopped call made again, before the model goes on: it is asked about, whatever the
 * policy, and never done unasked but under a standing yes. The model is told what came of it, as of something the person did.
 */
export const runAgainFirst =
  (again: Again): NonNullable<TurnWork['first']> =>
  async (context, work) => {
    const { text, images, ends } = await make(again, context, work)
    const results = userAction({
      context: 'The user had something done again that had been stopped before, and was asked about it.',
      action: inWords(again.stopped),
      results: text,
    })
    await work.remember(images?.length ? userMessage(messageText(results), images) : results)
    return { ends }
  }

async function make(
  { stopped, callId, tools, leftOutTools }: Again,
  context: TurnContext,
  { parts }: TurnWork,
): Promise<ToolReply> {
  const asked = { callId, escalated: false, justification: undefined }
  switch (stopped.kind) {
    case 'patch':
      return performPatch({ ...asked, body: stopped.body, cwd: context.cwd, again: true }, context, parts)
    case 'tool': {
      const { invocation } = stopped
      return tools.callAgain(
        { callId, invocation, ...(leftOutTools && { leftOutTools: [...leftOutTools] }) },
        context,
        parts,
      )
    }
    case 'command': {
      const { command, cwd } = stopped
      return performCommand({ ...asked, command, cwd, timeoutMs: mostMs, again: stopped }, context, parts)
    }
  }
}

function inWords(stopped: StoppedCall): string {
  switch (stopped.kind) {
    case 'patch':
      return stopped.body
    case 'tool': {
      const { server, tool, arguments: given } = stopped.invocation
      return `${tool} of the MCP server ${server} with ${JSON.stringify(given)}`
    }
    case 'command':
      return `${JSON.stringify(stopped.command)} in ${stopped.cwd}`
  }
}
