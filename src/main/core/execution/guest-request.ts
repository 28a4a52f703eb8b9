import type { Offer, StopReason } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { FileChanges } from '@shared/domain/file-change'
import type { Grant } from '@shared/domain/grant'
import { z } from 'zod'
import type { RequestMatter } from '../assessment/request-subject'
import type { GuestAnswer, GuestOption, GuestQuestion } from '../guests/guest-agent'
import { guestPermit } from '../guests/guest-permit'
import { guestChanges, guestCommand } from '../guests/guest-text'
import { covers } from '../commands/covered-grants'
import { switchedOff } from '../policy/granular'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, FirstDecision, Ran } from './action'
import { keyedGrants } from './keyed-grants'
import { lackingForGuest } from './lacking-for-guest'
import { perform } from './perform'

/** Who asks: its name for people, and the id that its grants are kept under. */
export interface AskingGuest {
  readonly id: string
  readonly name: string
  /** The call's id in the session's own record. */
  readonly callId: string
  readonly widening: Widening
}

/** How a guest's process comes to what its sandbox lacks for what a person allows: it has its limits from its start, and is begun anew. */
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

const first = (options: readonly GuestOption[], ...kinds: readonly GuestOption['kind'][]) =>
  kinds.flatMap((kind) => options.find((option) => option.kind === kind) ?? [])[0]

/** The words of an agent on one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

/** What facts, checks and model look at: the command or the files that the guest names, else its own words for it. */
function matterOf(
  { call }: GuestQuestion,
  guest: AskingGuest,
  changes: FileChanges | undefined,
): RequestMatter {
  if (changes) {
    const diff = Object.entries(changes)
      .map(([path, change]) => `${path}\n${change.type === 'update' ? change.unified_diff : change.content}`)
      .join('\n')
    return { kind: 'patch', writes: Object.keys(changes), removes: [], diff }
  }
  if (call.command !== undefined) return { kind: 'command' }
  const args = z.record(z.string(), z.json()).safeParse(call.input)
  const tool = oneLine(call.title) || call.kind
  return {
    kind: 'tool',
    request: {
      invocation: { server: guest.name, tool, arguments: args.success ? args.data : {} },
      offeredAs: tool,
      description: '',
      annotations: {},
    },
  }
}

/**
 * What the policy says. `never` asks nobody: what the guest does, the sandbox holds, and it could do it without a question as well.
 * A guest that takes no yes at all is told no.
 */
function decide(
  guest: AskingGuest,
  yes: GuestOption | undefined,
  grants: readonly Grant[],
  turn: TurnContext,
): FirstDecision {
  const { approvalPolicy, sandboxPolicy } = turn
  if (!yes) return { kind: 'refuse', reason: `${guest.name} asks, and takes no yes.` }
  const policy = approvalPolicyName(approvalPolicy)
  if (policy === 'never') return { kind: 'run', permit: guestPermit(sandboxPolicy) }
  const off = switchedOff(approvalPolicy, 'approval-policy')
  if (off !== undefined)
    return { kind: 'refuse', reason: `${guest.name} asks before it does this, and ${off}: it was told no.` }
  const open = sandboxPolicy.mode === 'danger-full-access'
  const stop: StopReason = {
    boundary: 'approval-policy',
    why: { kind: 'guest', agent: guest.name, ...(open && { open }) },
    policy,
    evidence: [],
  }
  const { conversation } = guest.widening
  const always = yes.kind === 'allow_always' ? { always: oneLine(yes.name) } : {}
  const offer: Offer = {
    id: 'only-this',
    kind: 'only-this',
    grants: [...grants],
    scopes: ['once', 'turn', 'session'],
    means:
      grants.length === 0
        ? { kind: 'guest', agent: guest.name, ...always }
        : { kind: 'guest-again', agent: guest.name, ...(conversation && { conversation }) },
  }
  return { kind: 'ask', stop, offers: [offer] }
}

/**
 * Answers a guest's question whether it may do something: by a grant given to the very same before, else by a person, with facts and
 * floor. A yes is the guest's own option for once; a longer one is kept here, and the guest is told yes again. A no is its option for
 * that, and stopping chooses none. What the sandbox lacks for the files that it names is a part of the offer, and a yes begins it anew with
 * that. Fails closed.
 */
export async function answerGuest(
  question: GuestQuestion,
  guest: AskingGuest,
  signal: AbortSignal,
  world: { readonly turn: TurnContext; readonly parts: CommandParts },
): Promise<GuestAnswer> {
  const { turn, parts } = world
  const { call } = question
  // A name that stands for several could be heard as another than was meant.
  const options = question.options.filter(
    ({ id }) => question.options.filter((each) => each.id === id).length === 1,
  )
  const yes = first(options, 'allow_once', 'allow_always')
  const no = first(options, 'reject_once', 'reject_always')
  const command = guestCommand(call)
  const changes =
    call.diffs.length > 0
      ? guestChanges(call, turn.cwd, (before, after) => parts.textDiff.hunks(before, after))
      : undefined
  const same = JSON.stringify(changes ?? (call.command === undefined ? [call.title, call.input] : command))
  if (yes && guest.widening.carried.delete(same)) return yes.id
  const lacking =
    changes && guest.widening.open ? await lackingForGuest(changes, guest.widening.given, turn, parts) : []
  const action: Action<Answered> = {
    call: {
      callId: guest.callId,
      command: changes ? ['apply_patch'] : command,
      cwd: turn.cwd,
      justification: undefined,
    },
    stage: 'first',
    matter: matterOf(question, guest, changes),
    ...(changes && { changes }),
    first: decide(guest, yes, lacking, turn),
    grants: keyedGrants(
      { keys: [JSON.stringify(['guest', guest.id, turn.cwd, same])], command },
      turn.cwd,
      turn,
      parts,
    ),
    grantsBefore: ['ask'],
    signal,
    run: ({ permit }) =>
      Promise.resolve({ outcome: undefined, option: yes?.id ?? '', grants: permit.grants }),
  }
  const done = await perform(action, turn, parts)
  if (done.kind === 'ran') {
    const { option, grants } = done.run
    const fresh = grants.filter((grant) => !covers(guest.widening.given, grant))
    if (option === '' || fresh.length === 0) return option === '' ? undefined : option
    guest.widening.carried.add(same)
    guest.widening.begin(fresh)
    return undefined
  }
  if (done.how === 'aborted') turn.stop()
  return done.ends ? undefined : no?.id
}
