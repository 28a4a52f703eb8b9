import type { Offer } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { McpInvocation, McpRequest, McpResult } from '@shared/domain/mcp-result'
import type { McpTool } from '@shared/domain/mcp-server'
import { stopInWords } from '@shared/messages/stop'
import type { McpServers } from '../mcp/mcp-servers'
import { forOnce } from '../commands/offers'
import { serverPermit } from '../mcp/server-permit'
import type { ManagedWord } from '../policy/managed-rules'
import { namedInArguments } from '../policy/named-in-arguments'
import { switchedOff } from '../policy/granular'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, FirstDecision, Ran } from './action'
import { askAboutServer } from './ask-about-server'
import { questionAsker } from './ask-question'
import { createHostAsker } from './host-action'
import { underManaged } from './managed-action'
import { keyedGrants } from './keyed-grants'
import { perform, type Performed } from './perform'

/** What a call came to. */
interface Called extends Ran {
  readonly result: McpResult
  /** Its server may do since what it was kept from in this call. */
  readonly widened: boolean
}

/** One call of a tool as the model made it. */
export interface McpCall {
  readonly callId: string
  readonly tool: McpTool
  readonly arguments: McpInvocation['arguments']
  /** A person has it made again after it was stopped: it is asked about, whatever the policy. */
  readonly again?: true
}

/** A yes to a call; kept, it is one to this tool as the server describes it now, whatever its arguments. */
const offerFor = ({ server, name }: McpTool): Offer => ({
  id: 'only-this',
  kind: 'only-this',
  grants: [],
  scopes: ['once', 'turn', 'session', 'rule'],
  means: { kind: 'call', server, tool: name },
})

/** Why a server's word is not taken: it contradicts itself, or what it said before, or may say something else by now. */
function doubtOf({
  annotations,
  restated,
  unread,
}: McpTool): 'contradicts' | 'restated' | 'unread' | undefined {
  if (annotations.readOnly === true && annotations.destructive === true) return 'contradicts'
  if (annotations.readOnly !== true) return undefined
  return restated ? 'restated' : unread && 'unread'
}

/**
 * What the policies say of a call. A server's word that a tool only reads is taken where unknown commands run unasked as well;
 * everything else is a person's to decide, since nothing contains what a server does beyond its process.
 */
function decideFirst(
  { tool, again }: Pick<McpCall, 'tool' | 'again'>,
  { approvalPolicy, sandboxPolicy }: TurnContext,
  word: ManagedWord | undefined,
): FirstDecision {
  const policy = approvalPolicyName(approvalPolicy)
  const doubt = doubtOf(tool)
  const unasked = tool.annotations.readOnly === true && doubt === undefined && policy !== 'untrusted' && !word
  if (unasked && !again) return { kind: 'run', permit: serverPermit(sandboxPolicy) }
  const why = { kind: 'tool', server: tool.server, tool: tool.name, ...(doubt && { doubt }) } as const
  const off = policy === 'never' ? 'approval_policy = never' : switchedOff(approvalPolicy, 'approval-policy')
  if (off !== undefined && !again)
    return {
      kind: 'refuse',
      reason: `${stopInWords({ why }, undefined)} That needs an approval, and ${off}: it was not called`,
    }
  const offers = [offerFor(tool)]
  return {
    kind: 'ask',
    stop: { boundary: 'approval-policy', why, policy, evidence: [] },
    // A policy under which nobody is asked keeps no yes either.
    offers: off === undefined ? offers : forOnce(offers),
  }
}

/**
 * Calls a tool of a server where it may be called, and asks a person where that is for them to say: once, or for this tool as
 * it is described now. Fails closed: no yes, no call.
 */
export async function performTool(
  { callId, tool, arguments: given, again }: McpCall,
  servers: McpServers,
  turn: TurnContext,
  parts: CommandParts,
): Promise<Performed<Called>> {
  const { server, name, offeredAs, description, annotations, hash } = tool
  const invocation: McpInvocation = { server, tool: name, arguments: given }
  const request: McpRequest = { invocation, offeredAs, description, annotations }
  const command = [offeredAs, JSON.stringify(given)]
  const home = parts.workspace.home()
  const { command: line, unread, ...names } = namedInArguments(given, { folder: turn.cwd, home })
  const word = await parts.managed?.({
    command: line,
    folders: [turn.cwd],
    unread,
    names: () => ({ paths: [], ...names }),
  })
  const action: Action<Called> = {
    call: { callId, command, cwd: turn.cwd, justification: undefined },
    stage: 'first',
    requested: { kind: 'tool', request },
    first: decideFirst({ tool, ...(again && { again }) }, turn, word),
    grants: keyedGrants(
      { keys: [JSON.stringify(['mcp', turn.cwd, server, name, hash])], command: [offeredAs] },
      turn.cwd,
      turn,
      parts,
    ),
    grantsBefore: ['ask', 'refuse'],
    async run() {
      turn.emit({ type: 'mcp.started', callId, invocation })
      // What it was kept from before is not this call's.
      await servers.stopped(server).take()
      const result = await servers.call(tool, given, {
        signal: turn.signal,
        askHost: await createHostAsker(asCommand(callId, command, turn), turn, parts, () => {
          turn.stop()
        }),
        elicit: questionAsker({ callId, tool }, turn, parts),
        onProgress: (text) => {
          turn.emit({ type: 'mcp.progress', callId, text })
        },
      })
      turn.emit({ type: 'mcp.finished', callId, invocation, result })
      const widened = await askAboutServer({ server, callId }, servers, turn, parts)
      return { outcome: undefined, result, widened }
    },
  }
  const done = await perform(underManaged(action, word), turn, parts)
  if (done.kind === 'refused' && done.how === 'policy') {
    const { reason = done.text } = done
    const result = { kind: 'stopped', cause: 'refused', reason, durationMs: 0 } as const
    turn.emit({ type: 'mcp.finished', callId, invocation, result })
  }
  return done
}

/** The call as what a connection of the server's process is asked about for. */
const asCommand = (callId: string, command: readonly string[], { cwd }: TurnContext): CommandCall => ({
  callId,
  command,
  cwd,
  timeoutMs: Infinity,
  escalated: false,
  justification: undefined,
})
