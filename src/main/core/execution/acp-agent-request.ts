import type { Offer, StopReason } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { FileChanges } from '@shared/domain/file-change'
import type { Grant } from '@shared/domain/grant'
import { z } from 'zod'
import { opensFiles } from '@shared/domain/sandbox-policy'
import type { RequestedAction } from '../assessment/request-subject'
import type { AcpAgentAnswer, AcpAgentCall, AcpAgentOption, AcpAgentQuestion } from '../acp-agents/acp-agent'
import { acpAgentPermit } from '../acp-agents/acp-agent-permit'
import {
  absolute,
  acpAgentBesides,
  acpAgentCallAs,
  acpAgentChanges,
  acpAgentCommand,
  acpAgentGap,
  acpAgentSame,
  acpAgentTitle,
  oneLine,
} from '../acp-agents/acp-agent-call'
import { covers } from '../commands/covered-grants'
import type { ManagedWord } from '../policy/managed-rules'
import { namedInArguments } from '../policy/named-in-arguments'
import { switchedOff } from '../policy/granular'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { mayGrantIn } from '../commands/offers'
import { pathsBeyond } from '../patch/decide-patch'
import { patchGrants, type TouchedPath } from '../patch/patch-grants'
import type { Action, FirstDecision, Ran } from './action'
import { namedByFacts, underManaged } from './managed-action'
import { keyedGrants } from './keyed-grants'
import { mostBesides, shownBesides } from './shown-besides'
import { perform } from './perform'

/** Who asks: its name for people, and the id that its grants are kept under. */
export interface AskingAcpAgent {
  readonly id: string
  readonly name: string
  /** The call's id in the session's own record. */
  readonly callId: string
  readonly widening: Widening
}

/** How an ACP agent's process comes to what its sandbox lacks for what a person allows: it has its limits from its start, and is begun anew. */
export interface Widening {
  /** What it may do beside the policy already. */
  readonly given: readonly Grant[]
  /** What becomes of its conversation then. */
  readonly conversation: 'kept' | 'lost' | undefined
  /** Whether it may be begun anew in this turn (once more). */
  readonly open: boolean
  /** Begins it anew with these besides, and has it go on. Its question is answered by nobody. */
  begin(grants: readonly Grant[]): void
  /** Questions that were answered so, by what they ask: the very same is told yes, once. */
  readonly carried: Set<string>
}

interface Answered extends Ran {
  readonly option: string
  readonly grants: readonly Grant[]
}

const first = (options: readonly AcpAgentOption[], ...kinds: readonly AcpAgentOption['kind'][]) =>
  kinds.flatMap((kind) => options.find((option) => option.kind === kind) ?? [])[0]

/** What facts, checks and model look at: the command or the files that the ACP agent names, else its own words for it. */
function requestedAction(
  { call }: AcpAgentQuestion,
  acpAgent: AskingAcpAgent,
  changes: FileChanges | undefined,
): RequestedAction {
  if (changes) {
    const diff = Object.entries(changes)
      .map(([path, change]) => `${path}\n${change.type === 'update' ? change.unified_diff : change.content}`)
      .join('\n')
    return { kind: 'patch', writes: Object.keys(changes), removes: [], diff }
  }
  if (call.command !== undefined) return { kind: 'command' }
  const args = z.record(z.string(), z.json()).safeParse(call.input)
  const tool = acpAgentTitle(call) || call.kind
  return {
    kind: 'tool',
    request: {
      invocation: { server: acpAgent.name, tool, arguments: args.success ? args.data : {} },
      offeredAs: tool,
      description: '',
      annotations: {},
    },
  }
}

/**
 * What the policy says. `never` asks nobody: what the ACP agent does, the sandbox holds, and it could do it without a question as well.
 * An ACP agent that takes no yes at all is told no.
 */
function decide(
  acpAgent: AskingAcpAgent,
  {
    yes,
    besides,
    gap,
  }: { yes: AcpAgentOption | undefined; besides: string | undefined } & Pick<AcpAgentCall, 'gap'>,
  grants: readonly Grant[],
  turn: TurnContext,
): FirstDecision {
  const { approvalPolicy, sandboxPolicy } = turn
  if (!yes) return { kind: 'refuse', reason: `${acpAgent.name} asks, and takes no yes.` }
  const policy = approvalPolicyName(approvalPolicy)
  if (policy === 'never') return { kind: 'run', permit: acpAgentPermit(sandboxPolicy) }
  if (gap === 'parts')
    return {
      kind: 'refuse',
      reason: `${acpAgent.name} asks for more changes than can be shown: it was told no.`,
    }
  const off = switchedOff(approvalPolicy, 'approval-policy')
  if (off !== undefined)
    return {
      kind: 'refuse',
      reason: `${acpAgent.name} asks before it does this, and ${off}: it was told no.`,
    }
  const open = sandboxPolicy.mode === 'danger-full-access'
  const stop: StopReason = {
    boundary: 'approval-policy',
    why: {
      kind: 'guest',
      agent: acpAgent.name,
      ...(open && { open }),
      ...(besides !== undefined && { besides: shownBesides(besides) }),
    },
    policy,
    evidence: [],
  }
  const { conversation } = acpAgent.widening
  const always = yes.kind === 'allow_always' ? { always: oneLine(yes.name).slice(0, 200) } : {}
  const offer: Offer = {
    id: 'only-this',
    kind: 'only-this',
    grants: [...grants],
    scopes: ['once', 'turn', 'session'],
    means:
      grants.length === 0
        ? { kind: 'guest', agent: acpAgent.name, ...always }
        : { kind: 'guest-again', agent: acpAgent.name, ...(conversation && { conversation }) },
  }
  return { kind: 'ask', stop, offers: [offer] }
}

/**
 * Answers an ACP agent's question whether it may do something: by a grant given to the very same before, else by a person, with facts and
 * floor. A yes is the ACP agent's own option for once; a longer one is kept here, and the ACP agent is told yes again. A no is its option for
 * that, and stopping chooses none. What the sandbox lacks for the files that it names is a part of the offer, and a yes begins it anew with
 * that. Fails closed.
 */
export async function answerAcpAgent(
  question: AcpAgentQuestion,
  acpAgent: AskingAcpAgent,
  signal: AbortSignal,
  world: { readonly turn: TurnContext; readonly parts: CommandParts },
): Promise<AcpAgentAnswer> {
  const { turn, parts } = world
  const { call } = question
  // A name that stands for several could be heard as another than was meant.
  const options = question.options.filter(
    ({ id }) => question.options.filter((each) => each.id === id).length === 1,
  )
  const yes = first(options, 'allow_once', 'allow_always')
  const no = first(options, 'reject_once', 'reject_always')
  const command = acpAgentCommand(call)
  const changes =
    acpAgentCallAs(call) === 'patch'
      ? acpAgentChanges(call, turn.cwd, (before, after) => parts.textDiff.hunks(before, after))
      : undefined
  const besides = acpAgentBesides(call, turn.cwd, changes)
  const gap = acpAgentGap(call, changes, { text: besides, most: mostBesides })
  const same = acpAgentSame(call, turn.cwd)
  if (yes && acpAgent.widening.carried.delete(same)) return yes.id
  const lacking =
    changes && acpAgent.widening.open && gap === undefined
      ? await lackingForAcpAgent(changes, acpAgent.widening.given, turn, parts)
      : []
  const action: Action<Answered> = {
    call: {
      callId: acpAgent.callId,
      command: changes ? ['apply_patch'] : command,
      cwd: turn.cwd,
      justification: undefined,
    },
    stage: 'first',
    requested: requestedAction(question, acpAgent, changes),
    ...(changes && { changes }),
    first: decide(acpAgent, { yes, besides, gap }, lacking, turn),
    grants: keyedGrants(
      // What was not shown whole may be something else the next time.
      { keys: gap ? [] : [JSON.stringify(['guest', acpAgent.id, turn.cwd, same])], command },
      turn.cwd,
      turn,
      parts,
    ),
    grantsBefore: ['ask'],
    signal,
    run: ({ permit }) =>
      Promise.resolve({ outcome: undefined, option: yes?.id ?? '', grants: permit.grants }),
  }
  const done = await perform(underManaged(action, await managedAcp(call, turn, parts)), turn, parts)
  if (done.kind === 'ran') {
    const { option, grants } = done.run
    const fresh = grants.filter((grant) => !covers(acpAgent.widening.given, grant))
    if (option === '' || fresh.length === 0) return option === '' ? undefined : option
    acpAgent.widening.carried.add(same)
    acpAgent.widening.begin(fresh)
    return undefined
  }
  if (done.how === 'aborted') turn.stop()
  return done.ends ? undefined : no?.id
}

/** The kinds of an ACP agent's calls that change the places which they name; of any other it is not known what happens there. */
const changesPlaces = /^(edit|delete|move)$/

/** What managed rules say of what an ACP agent asks about: its command, the files that it would change, the places that it names, or what its arguments name. */
async function managedAcp(
  call: AcpAgentCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<ManagedWord | undefined> {
  const { cwd } = turn
  if (!parts.managed) return undefined
  const { command: line, ...named } = namedInArguments(call.input, {
    folder: cwd,
    home: parts.workspace.home(),
  })
  const located = namedInArguments({ paths: call.paths }, { folder: cwd, home: parts.workspace.home() })
  const changed = changesPlaces.test(call.kind) ? located.mentioned : []
  const command = call.command === undefined ? line : acpAgentCommand(call)
  return parts.managed({
    command,
    folders: [cwd],
    // What was not kept of it may name anything.
    unread: named.unread ?? located.unread ?? (call.gap === undefined ? undefined : true),
    names: async () => {
      const found = command && namedByFacts(await parts.assessments.judge({ command, cwd }, turn))
      return {
        paths: [...call.diffs.map(({ path }) => absolute(path, cwd)), ...changed, ...(found?.paths ?? [])],
        mentioned: [...named.mentioned, ...located.mentioned, ...(found?.mentioned ?? [])],
        hosts: [...named.hosts, ...(found?.hosts ?? [])],
      }
    },
  })
}

/** With more files than this nothing is granted with the answer. */
const maxFiles = 50

/**
 * What the sandbox lacks, beside what was `given`, for the files that an ACP agent says it writes, as narrow as for a patch of ours. Nothing where
 * that is not known for each of them, cannot be given, or a folder would have to be opened that holds the home.
 */
async function lackingForAcpAgent(
  changes: FileChanges,
  given: readonly Grant[],
  turn: TurnContext,
  { patches, sandbox, workspace }: Pick<CommandParts, 'patches' | 'sandbox' | 'workspace'>,
): Promise<readonly Grant[]> {
  const { cwd, sandboxPolicy } = turn
  const paths = Object.keys(changes)
  if (opensFiles(sandboxPolicy) || paths.length > maxFiles) return []
  const places = await patches.places(sandboxPolicy, cwd, undefined)
  const roots = sandboxPolicy.mode === 'workspace-write' ? [cwd, ...sandboxPolicy.writable_roots] : [cwd]
  const touched: TouchedPath[] = []
  for (const path of paths) {
    const target = await patches.look(path, 'follow', roots)
    if (target.kind === 'refused') return []
    touched.push({ path, place: target.place, target, effect: 'write' })
  }
  const where = { changes: touched, writableRoots: places.writable, protectedPaths: places.protected }
  const { outside, guarded } = pathsBeyond(where)
  const grants = patchGrants([...outside, ...guarded], workspace.home()) ?? []
  const lacking = grants.filter((grant) => !covers(given, grant))
  return lacking.every(mayGrantIn(sandbox)) ? lacking : []
}
