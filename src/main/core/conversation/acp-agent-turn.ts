import { toFault } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { AcpAgentCommand } from '@shared/domain/acp-agent-settings'
import { quotedName } from '@shared/domain/named-path'
import { messageImages, messageText } from '@shared/domain/response-item'
import { createHostAsker } from '../execution/host-action'
import { StopQuestions } from '../execution/stop-questions'
import { answerAcpAgent, type Widening } from '../execution/acp-agent-request'
import type { AcpAgent, AcpPromptEnd, AcpPrompt, AcpPromptClient } from '../acp-agents/acp-agent'
import type { TurnContext } from '../turn/turn-context'
import { noteAtEnd, noteLate } from './notes-at-end'
import { AcpAgentTranscript } from './acp-agent-transcript'
import { isUserMessage } from './session-prefix'
import { runTurn, type TurnEnd, type TurnWork } from './turn'

/** The ACP agent of a session: opened where it is not. `heard` keeps its own name of the conversation. */
export interface AcpAgentOfTurn {
  readonly id: string
  open(): Promise<AcpAgent>
  heard(session: string): void
  /** The commands of its own that a person can give it from now on. */
  offers(commands: readonly AcpAgentCommand[]): void
  /** What it may do beside the policy, as a person allowed it. */
  readonly given: readonly Grant[]
  /** Lets it do more from its next prompt on. */
  give(grants: readonly Grant[]): void
  /** What was asked about of what was stopped of it, in all its turns. */
  readonly answered: Grant[]
}

/** So often an ACP agent is begun anew in one turn; what is allowed then holds from the next message on. */
const maxRenewals = 5

/** What a person allows an ACP agent beyond its sandbox while it is asked: its prompt is broken off, and it is begun anew. */
class Renewal implements Widening {
  readonly #acpAgent: AcpAgentOfTurn
  readonly #stop = new AbortController()
  readonly #agent: Pick<AcpAgent, 'conversation'>
  readonly carried: Set<string>
  readonly open: boolean
  /** What it may write to by now. */
  readonly paths: string[] = []

  constructor(
    acpAgent: AcpAgentOfTurn,
    {
      agent,
      carried,
      open,
    }: Pick<Widening, 'carried' | 'open'> & { readonly agent: Pick<AcpAgent, 'conversation'> },
  ) {
    this.#acpAgent = acpAgent
    this.#agent = agent
    this.carried = carried
    this.open = open
  }

  get given(): readonly Grant[] {
    return this.#acpAgent.given
  }

  get conversation(): 'kept' | 'lost' | undefined {
    return this.#agent.conversation
  }

  /** Aborted once it is to be begun anew. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  begin(grants: readonly Grant[]): void {
    this.#acpAgent.give(grants)
    this.paths.push(...grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : [])))
    this.#stop.abort(new Error('it is begun anew'))
  }
}

/** What an ACP agent that was begun anew is told: to go on, or all of it again where it knows nothing of it. */
function toGoOn(
  first: AcpPrompt,
  paths: readonly string[],
  conversation: AcpAgent['conversation'],
): AcpPrompt {
  const allowed = `A person has allowed you to write to ${paths.map(quotedName).join(', ')}, and you were started again for that.`
  return conversation === 'kept'
    ? { text: `${allowed} Go on with what you were asked.`, images: [] }
    : { ...first, text: `${first.text}\n\n${allowed}` }
}

const whyEnded: Readonly<Partial<Record<AcpPromptEnd['reason'], string>>> = {
  max_tokens: 'It stopped because its model’s answer grew too long.',
  max_turn_requests: 'It stopped because it had asked its model as often as it may in one turn.',
  refusal: 'It refused to go on.',
}

/** One turn, of our own agent or of the ACP agent where there is one. Never throws. */
export const runTurnOf = (work: TurnWork, acpAgent: AcpAgentOfTurn | undefined): Promise<TurnEnd> =>
  acpAgent ? runAcpAgentTurn(work, acpAgent) : runTurn(work)

/** What an ACP agent's process as a whole is shown as where one of its connections is asked about. */
const asCommand = (name: string, { cwd, turnNumber }: TurnContext) => ({
  callId: `guest-${String(turnNumber)}`,
  command: [name],
  cwd,
  timeoutMs: Infinity,
  escalated: false,
  justification: undefined,
})

/**
 * One turn of a session that an ACP agent works in: the person's last message is its prompt, and what it tells until its end becomes the
 * session's events and record. An abort ends it as `interrupted`, a fault as `failed`. Never throws.
 */
async function runAcpAgentTurn(work: TurnWork, acpAgent: AcpAgentOfTurn): Promise<TurnEnd> {
  const { context, parts } = work
  const settings = parts.toolSettings?.follow(context.cwd)
  const followed = parts.checkpoints?.follow(context)
  let transcript: AcpAgentTranscript | undefined
  let stops: StopQuestions | undefined
  const tooMuch = new AbortController()
  let said: string | undefined
  const lastMessage = (): string | undefined => transcript?.lastMessage ?? said
  try {
    let agent = await acpAgent.open()
    stops = stopQuestions(work, acpAgent, () => agent)
    await Promise.all([followed?.begun, settings?.begun, noteLate(context, followed?.late)])
    const asked = work.items().findLast(isUserMessage)
    const first = { text: asked ? messageText(asked) : '', images: asked ? messageImages(asked) : [] }
    const carried = new Set<string>()
    let prompt: AcpPrompt = first
    for (let again = 0; ; again++) {
      const { name, conversation } = agent
      said = lastMessage()
      transcript = new AcpAgentTranscript({
        name,
        turn: context,
        parts,
        again,
        remember: (item) => work.remember(item),
      })
      const renewal = new Renewal(acpAgent, { agent, carried, open: again < maxRenewals })
      const at = { id: acpAgent.id, name, transcript, stops, tooMuch, renewal }
      const end = await agent.prompt(prompt, await worldOf(work, acpAgent, at))
      if (end.session !== '') acpAgent.heard(end.session)
      tooMuch.signal.throwIfAborted()
      for (const note of end.notes) transcript.note(note)
      if (renewal.signal.aborted && !context.signal.aborted) {
        await transcript.finish('cancelled')
        transcript.note(`${name} is begun anew with what was allowed, and goes on.`)
        prompt = toGoOn(first, renewal.paths, agent.conversation ?? conversation)
        agent = await acpAgent.open()
        continue
      }
      // It is the agent's word, whatever the protocol says.
      const why = Object.hasOwn(whyEnded, end.reason) ? whyEnded[end.reason] : undefined
      if (why !== undefined) transcript.note(why)
      await transcript.finish(end.reason === 'cancelled' ? 'cancelled' : 'ended')
      await stops.settled()
      const stopped = end.reason === 'cancelled' || context.signal.aborted
      return { outcome: stopped ? 'interrupted' : 'completed', lastMessage: lastMessage() }
    }
  } catch (error) {
    await stops?.close()
    await transcript?.finish('cancelled').catch(() => undefined)
    if (context.signal.aborted && !tooMuch.signal.aborted)
      return { outcome: 'interrupted', lastMessage: lastMessage() }
    context.emit({ type: 'error.reported', fault: toFault(error) })
    return { outcome: 'failed', lastMessage: lastMessage() }
  } finally {
    await parts.sandbox.rest?.()
    followed?.end()
    await noteAtEnd(context, parts, settings)
  }
}

const stopQuestions = (
  { context, parts }: TurnWork,
  acpAgent: AcpAgentOfTurn,
  now: () => Pick<AcpAgent, 'name' | 'conversation'>,
): StopQuestions =>
  new StopQuestions(
    {
      name: now().name,
      answered: acpAgent.answered,
      callId: `guest-${String(context.turnNumber)}-stops`,
      means: () => {
        const { name, conversation } = now()
        return { kind: 'guest-from-now', agent: name, ...(conversation && { conversation }) }
      },
      give: (grants) => {
        acpAgent.give(grants)
      },
    },
    { turn: context, parts },
  )

/** An ACP agent at its prompt; `tooMuch` is aborted with the reason when it says more than a turn can hold. */
interface AtWork {
  readonly id: string
  readonly name: string
  readonly transcript: AcpAgentTranscript
  readonly stops: StopQuestions
  readonly tooMuch: AbortController
  readonly renewal: Renewal
}

/** What the ACP agent may ask while its prompt is answered. One that says too much is stopped. */
async function worldOf(
  { context, parts }: TurnWork,
  acpAgent: AcpAgentOfTurn,
  { id, name, transcript, stops, tooMuch, renewal }: AtWork,
): Promise<AcpPromptClient> {
  const over = AbortSignal.any([tooMuch.signal, renewal.signal])
  return {
    signal: AbortSignal.any([context.signal, over]),
    askHost: await createHostAsker(asCommand(name, context), context, parts, () => {
      context.stop()
    }),
    onUpdate: (update) => {
      if (tooMuch.signal.aborted) return
      if (update.kind === 'commands') {
        acpAgent.offers(update.commands)
        return
      }
      try {
        transcript.take(update)
      } catch (error) {
        tooMuch.abort(error)
      }
    },
    onStops: (stopped) => {
      stops.heard(stopped)
    },
    ask: async (question, signal) => {
      const { call, options } = question
      const chosen = await answerAcpAgent(
        question,
        { id, name, callId: transcript.callId(call.id), widening: renewal },
        AbortSignal.any([signal, over]),
        { turn: context, parts },
      )
      const yes = options.some((option) => option.id === chosen && option.kind.startsWith('allow'))
      if (!yes && !renewal.signal.aborted) transcript.refuse(call)
      return chosen
    },
  }
}
