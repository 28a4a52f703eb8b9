import { toFault } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { GuestCommand } from '@shared/domain/guest-settings'
import { messageImages, messageText } from '@shared/domain/response-item'
import { createHostAsker } from '../execution/host-action'
import { StopQuestions } from '../execution/stop-questions'
import { answerGuest } from '../execution/guest-request'
import type { Guest, GuestEnd, GuestWorld } from '../guests/guest-agent'
import type { TurnContext } from '../turn/turn-context'
import { changedSettingsText } from './changed-settings-text'
import { GuestScript } from './guest-script'
import { isUserMessage } from './session-prefix'
import { runTurn, type TurnEnd, type TurnWork } from './turn'

/** The guest of a session: opened where it is not. `heard` keeps its own name of the conversation. */
export interface GuestOfTurn {
  readonly id: string
  open(): Promise<Guest>
  heard(session: string): void
  /** The commands of its own that a person can give it from now on. */
  offers(commands: readonly GuestCommand[]): void
  /** What it may do beside the policy from its next prompt on. */
  give(grants: readonly Grant[]): void
  /** What was asked about of what was stopped of it, in all its turns. */
  readonly answered: Grant[]
}

const whyEnded: Readonly<Partial<Record<GuestEnd['reason'], string>>> = {
  max_tokens: 'It stopped because its model’s answer grew too long.',
  max_turn_requests: 'It stopped because it had asked its model as often as it may in one turn.',
  refusal: 'It refused to go on.',
}

/** One turn, of our own agent or of the guest where there is one. Never throws. */
export const runTurnOf = (work: TurnWork, guest: GuestOfTurn | undefined): Promise<TurnEnd> =>
  guest ? runGuestTurn(work, guest) : runTurn(work)

/** What a guest's process as a whole is shown as where one of its connections is asked about. */
const asCommand = (name: string, { cwd, turnNumber }: TurnContext) => ({
  callId: `guest-${String(turnNumber)}`,
  command: [name],
  cwd,
  timeoutMs: Infinity,
  escalated: false,
  justification: undefined,
})

/**
 * One turn of a session that a guest works in: the person's last message is its prompt, and what it tells until its end becomes the
 * session's events and record. An abort ends it as `interrupted`, a fault as `failed`. Never throws.
 */
async function runGuestTurn(work: TurnWork, guest: GuestOfTurn): Promise<TurnEnd> {
  const { context, parts } = work
  const changedSettings = parts.toolSettings?.follow(context.cwd)
  const followed = parts.checkpoints?.follow(context)
  let script: GuestScript | undefined
  let stops: StopQuestions | undefined
  const tooMuch = new AbortController()
  const lastMessage = (): string | undefined => script?.lastMessage
  try {
    const agent = await guest.open()
    const { name } = agent
    script = new GuestScript({ name, turn: context, parts, remember: (item) => work.remember(item) })
    stops = stopQuestions(work, guest, agent)
    await followed?.begun
    const asked = work.items().findLast(isUserMessage)
    const prompt = { text: asked ? messageText(asked) : '', images: asked ? messageImages(asked) : [] }
    const end = await agent.prompt(
      prompt,
      await worldOf(work, {
        ...{ id: guest.id, name, script, stops, tooMuch },
        offers: (commands) => {
          guest.offers(commands)
        },
      }),
    )
    if (end.session !== '') guest.heard(end.session)
    tooMuch.signal.throwIfAborted()
    for (const note of end.notes) script.note(note)
    const why = whyEnded[end.reason]
    if (why !== undefined) script.note(why)
    await script.finish(end.reason === 'cancelled' ? 'cancelled' : 'ended')
    await stops.settled()
    const stopped = end.reason === 'cancelled' || context.signal.aborted
    return { outcome: stopped ? 'interrupted' : 'completed', lastMessage: lastMessage() }
  } catch (error) {
    await stops?.close()
    await script?.finish('cancelled').catch(() => undefined)
    if (context.signal.aborted && !tooMuch.signal.aborted)
      return { outcome: 'interrupted', lastMessage: lastMessage() }
    context.emit({ type: 'error.reported', fault: toFault(error) })
    return { outcome: 'failed', lastMessage: lastMessage() }
  } finally {
    await parts.sandbox.rest?.()
    followed?.end()
    const text = changedSettingsText((await changedSettings?.()) ?? [])
    if (text !== undefined) context.emit({ type: 'turn.noted', turnId: context.turnId, text })
  }
}

const stopQuestions = (
  { context, parts }: TurnWork,
  guest: GuestOfTurn,
  agent: Pick<Guest, 'name' | 'conversation'>,
): StopQuestions =>
  new StopQuestions(
    {
      name: agent.name,
      answered: guest.answered,
      callId: `guest-${String(context.turnNumber)}-stops`,
      means: () => {
        const { name, conversation } = agent
        return { kind: 'guest-from-now', agent: name, ...(conversation && { conversation }) }
      },
      give: (grants) => {
        guest.give(grants)
      },
    },
    { turn: context, parts },
  )

/** A guest at its prompt; `tooMuch` is aborted with the reason when it says more than a turn can hold. */
interface AtWork {
  readonly id: string
  readonly name: string
  readonly script: GuestScript
  readonly stops: StopQuestions
  readonly tooMuch: AbortController
  readonly offers: GuestOfTurn['offers']
}

/** What the guest may ask while its prompt is answered. One that says too much is stopped. */
async function worldOf(
  { context, parts }: TurnWork,
  { id, name, script, stops, tooMuch, offers }: AtWork,
): Promise<GuestWorld> {
  return {
    signal: AbortSignal.any([context.signal, tooMuch.signal]),
    askHost: await createHostAsker(asCommand(name, context), context, parts, () => {
      context.stop()
    }),
    onUpdate: (update) => {
      if (tooMuch.signal.aborted) return
      if (update.kind === 'commands') {
        offers(update.commands)
        return
      }
      try {
        script.take(update)
      } catch (error) {
        tooMuch.abort(error)
      }
    },
    onStops: (stopped) => {
      stops.heard(stopped)
    },
    ask: async (question, signal) => {
      const { call, options } = question
      const chosen = await answerGuest(
        question,
        { id, name, callId: script.callId(call.id) },
        AbortSignal.any([signal, tooMuch.signal]),
        { turn: context, parts },
      )
      const yes = options.some((option) => option.id === chosen && option.kind.startsWith('allow'))
      if (!yes) script.refuse(call)
      return chosen
    },
  }
}
