import { hookAgentNames } from '@shared/domain/hook-agent'
import { FaultError } from '@shared/domain/fault'
import { newSummary } from '../conversation/new-summary'
import type { Session } from '../conversation/session'
import type { Sessions } from '../conversation/sessions'
import { managedCommand, underManaged } from '../execution/managed-action'
import { perform } from '../execution/perform'
import { touchedPaths } from '../patch/patch-grants'
import type { ManagedWord } from '../policy/managed-rules'
import { namedInArguments } from '../policy/named-in-arguments'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { HookGatewayService } from '../engine/engine-service'
import type { EngineParts } from '../engine/engine-parts'
import { argvOf, hookAction, editedCall, type HookCall } from './hook-action'
import { GatewaySession } from './gateway-session'
import { AllowedRetries } from './allowed-retries'
import type { HookAsk } from './hook-body'
import type { Verdict } from './hook-answer'
import { plannedWrites } from './planned-writes'

/** So many new sessions are made in an hour: an agent that makes up their names could fill the home. */
const mostNew = { sessions: 300, ms: 60 * 60 * 1000 }

/** What the hook gateway works with. */
export type HookGatewayParts = Pick<EngineParts, 'store' | 'settings' | 'commands'>

const keyOf = ({ agent, session, cwd }: HookAsk): string => JSON.stringify([agent, session, cwd])

/** Where agents of other makers are decided on: each of their requests is an approval like ours, in a session of its own. */
export class HookGateway implements HookGatewayService {
  readonly #sessions: Pick<Sessions, 'begin' | 'claim'>
  readonly #parts: HookGatewayParts
  readonly #now: () => string
  readonly #retries = new AllowedRetries(() => Date.parse(this.#now()))
  readonly #sessionsByKey = new Map<string, GatewaySession>()
  #begun: readonly number[] = []

  constructor(sessions: Pick<Sessions, 'begin' | 'claim'>, parts: HookGatewayParts, now: () => string) {
    this.#sessions = sessions
    this.#parts = parts
    this.#now = now
  }

  /** See HookGatewayService. */
  async ask(ask: HookAsk, signal: AbortSignal): Promise<Verdict> {
    // Asked before every call of an agent: nothing is looked at for what nobody allowed.
    if (ask.retriesOnly && !this.#retries.wait) return { kind: 'none' }
    const { workspace, patches, ids } = this.#parts.commands
    const cwd = await workspace.resolveFolder(ask.cwd)
    const files = await plannedWrites(ask.wanted, cwd, patches)
    const call = { ask: { ...ask, cwd }, callId: ask.callId ?? ids.next(), files }
    if (ask.event === 'PreToolUse' && (await this.#retries.take(call))) return { kind: 'allow' }
    if (ask.retriesOnly) return { kind: 'none' }
    const session = this.#sessionOf(call.ask)
    try {
      return await session.during((turn, parts) =>
        answer(call, { turn, parts, signal, retries: this.#retries }),
      )
    } catch (error) {
      if (!session.known) this.#sessionsByKey.delete(keyOf(call.ask))
      throw error
    }
  }

  #sessionOf(ask: HookAsk): GatewaySession {
    const key = keyOf(ask)
    const known = this.#sessionsByKey.get(key)
    if (known) return known
    let id: string | undefined
    const made = new GatewaySession(async () => {
      id ??= await this.#onRecord(ask)
      const found = id === undefined ? undefined : await this.#sessions.claim(id).catch(() => undefined)
      const session = found ?? (await this.#begin(ask))
      id = session.summary.id
      return session
    })
    this.#sessionsByKey.set(key, made)
    return made
  }

  async #onRecord({ agent, session, cwd }: HookAsk): Promise<string | undefined> {
    const all = await this.#parts.store.list()
    return all.find(
      ({ desk, archived, ...each }) =>
        desk?.agent === agent && desk.session === session && each.cwd === cwd && !archived,
    )?.id
  }

  #mayBegin(): void {
    const now = Date.parse(this.#now())
    this.#begun = this.#begun.filter((at) => now - at < mostNew.ms)
    if (this.#begun.length >= mostNew.sessions)
      throw new FaultError({
        code: 'bad-request',
        message: `More than ${String(mostNew.sessions)} new sessions asked within an hour; expected fewer.`,
      })
    this.#begun = [...this.#begun, now]
  }

  async #begin({ agent, session, cwd }: HookAsk): Promise<Session> {
    this.#mayBegin()
    const { settings, commands } = this.#parts
    const { workspace, ids } = commands
    const place = { id: ids.next(), title: hookAgentNames[agent], cwd, branch: await workspace.branch(cwd) }
    const begun = newSummary(
      { ...place, written: undefined },
      // What it does runs elsewhere: nothing of ours contains it, and nothing here may say otherwise.
      { ...(await settings.defaults(cwd)), sandboxPolicy: { mode: 'danger-full-access' } },
      this.#now(),
    )
    return this.#sessions.begin({ ...begun, desk: { agent, session } })
  }
}

/** What a call is answered in. */
interface Answering {
  readonly turn: TurnContext
  readonly parts: CommandParts
  readonly signal: AbortSignal
  readonly retries: Pick<AllowedRetries, 'hold'>
}

/** What managed rules say of it: of the command that would run, the files that would change, or what its arguments name. */
async function managedHook(
  { ask, files, edited }: HookCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<ManagedWord | undefined> {
  const { wanted, cwd, input } = ask
  if (wanted.kind === 'command')
    return managedCommand({ command: edited?.command ?? argvOf(wanted.script), cwd }, turn, parts)
  const named = namedInArguments(input, { folder: cwd, home: parts.workspace.home() })
  const { command, unread, ...names } = named
  const paths = touchedPaths(files ?? []).flatMap(({ path, place }) => [path, place])
  return parts.managed?.({ command, folders: [cwd], unread, names: () => ({ ...names, paths }) })
}

async function answer(asked: HookCall, { turn, parts, signal, retries }: Answering): Promise<Verdict> {
  let call = asked
  for (;;) {
    const word = await managedHook(call, turn, parts)
    const done = await perform({ ...underManaged(hookAction(call, turn, parts), word), signal }, turn, parts)
    // Nobody waits for it any more: what was decided in that moment is not carried out.
    if (signal.aborted) return { kind: 'none' }
    if (done.kind === 'ran') {
      if (call.ask.event === 'PermissionDenied') retries.hold(call, done.run.changed)
      return { kind: 'allow', script: done.run.script }
    }
    if (done.how === 'withdrawn') return { kind: 'none' }
    if (done.edit === undefined) return { kind: 'deny', message: done.text, stops: done.how === 'aborted' }
    call = editedCall(call, done.edit)
  }
}
