import type { Offer, StopReason } from '@shared/domain/approval'
import { hookAgentNames, type HookSubject, type HookOrigin } from '@shared/domain/hook-agent'
import type { Effect } from '@shared/domain/effect'
import type { FileChanges } from '@shared/domain/file-change'
import type { McpRequest } from '@shared/domain/mcp-result'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { GrantKeys } from '../approvals/grant-key'
import { checkEdit, type Edit } from '../commands/edited-command'
import type { Action, Ran } from '../execution/action'
import { effectOfPatch } from '../execution/effect-of-patch'
import { shownBesides } from '../execution/shown-besides'
import { keyedGrants } from '../execution/keyed-grants'
import { namingOf } from '../execution/ask'
import { diffOf } from '../execution/patch-action'
import { toldIn } from '../execution/told-in'
import { fileChanges } from '../patch/file-changes'
import type { PlannedFile } from '../patch/planned-file'
import { touchedPaths, type TouchedPath } from '../patch/patch-grants'
import { isWithin } from '../shell/paths'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { takesEdits, takesStop } from './hook-answer'
import type { HookAsk } from './hook-body'

/** What a hook asks, with what it would make of files, and the person's command in place of the agent's where there is one. */
export interface HookCall {
  readonly ask: HookAsk
  readonly callId: string
  /** Undefined: it is no change of files, or none that can be shown as one. */
  readonly files: readonly PlannedFile[] | undefined
  readonly edited?: (Edit & { readonly asked: readonly string[] }) | undefined
}

/** Its run is the answer, and what comes of that happens elsewhere: `script` is the person's command, if it is one. */
export interface Let extends Ran {
  readonly script: string | undefined
  /** What of what the yes was given on is not so any more; [] when all still is. */
  readonly changed: () => Promise<readonly string[]>
}

/** How a command of such an agent is told of, which gives it as a text for a shell. */
export const argvOf = (script: string): readonly string[] => ['bash', '-lc', script]

/** The text that a command of the person's is for the agent's shell: all of it, whatever the form that it was typed in. */
function scriptOf(command: readonly string[]): string {
  const [program, option, script, ...more] = command
  const own = program === 'bash' && option === '-lc' && more.length === 0
  return own && script !== undefined ? script : quoteCommand(command)
}

/** What is asked, in each of the forms that a request has. */
type HookRequest = Pick<Action<Let>, 'requested' | 'changes'> & {
  readonly of: HookSubject
  readonly command: readonly string[]
  readonly claim?: string | undefined
  readonly besides?: string | undefined
  readonly touched: readonly TouchedPath[]
  /** What a yes that is kept is a yes to. */
  readonly keys: readonly (readonly string[])[]
}

function requestOf({ ask, files, edited }: HookCall, turn: TurnContext, parts: CommandParts): HookRequest {
  const { wanted, tool, input, agent } = ask
  if (wanted.kind === 'command') {
    const command = edited?.command ?? argvOf(wanted.script)
    const { script, claim, besides } = wanted
    const keys = [besides === undefined ? [script] : [script, besides]]
    return { of: 'command', command, claim, besides, requested: { kind: 'command' }, touched: [], keys }
  }
  if (files) {
    const touched = touchedPaths(files)
    const changes: FileChanges = fileChanges(
      files,
      toldIn([turn.cwd], parts.workspace.home()),
      parts.textDiff,
    )
    const placesOf = (effect: TouchedPath['effect']) =>
      touched.filter((each) => each.effect === effect).map(({ place }) => place)
    const requested = {
      ...({ kind: 'patch', writes: placesOf('write'), removes: placesOf('remove') } as const),
      diff: diffOf(changes),
    }
    // Nothing here could give back what is removed: a yes to change a file is none for that.
    const keys = touched.map(({ path, place, effect }) => [effect, path, place])
    return { of: 'patch', command: [tool], requested, changes, touched, keys }
  }
  const [, server = hookAgentNames[agent], name = tool] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? []
  const request: McpRequest = {
    invocation: { server, tool: name, arguments: { ...input } },
    ...{ offeredAs: tool, description: '', annotations: {} },
  }
  const given = JSON.stringify(input)
  return {
    ...{ of: 'tool', command: [tool, given], requested: { kind: 'tool', request }, touched: [] },
    keys: [[tool, given]],
  }
}

/**
 * What an agent of another maker wants, as an action: to run it is to answer the agent, which then does it by itself. What is
 * kept of a yes is kept under keys of its own: no grant of our sessions is one here, and none of here is one there.
 */
export function hookAction(call: HookCall, turn: TurnContext, parts: CommandParts): Action<Let> {
  const { ask, callId, edited } = call
  const { agent, session, cwd } = ask
  const { of, command, claim, besides, requested, changes, touched, keys } = requestOf(call, turn, parts)
  const desk: HookOrigin = { agent, session, stops: takesStop(ask) }
  const refused = ask.refusal !== undefined
  const wanted: GrantKeys = {
    // What is allowed where the agent asks is not allowed where its reviewer has refused it.
    keys: edited
      ? []
      : keys.map((each) => JSON.stringify([refused ? 'refused' : 'desk', agent, of, cwd, ...each])),
    ...{ command, desk: agent },
  }
  const offer: Offer = {
    ...{
      id: 'only-this',
      kind: 'only-this',
      grants: [],
      means: { kind: 'answer', agent, of, ...(refused && { again: true }) },
    },
    scopes: refused ? ['once'] : of === 'patch' ? ['once', 'session'] : ['once', 'session', 'rule'],
  }
  const stop: StopReason = {
    boundary: 'approval-policy',
    why: {
      ...{ kind: 'desk', agent, ...(edited && { edited: true }) },
      ...(besides !== undefined && { besides: shownBesides(besides) }),
      ...(ask.refusal !== undefined && { refusal: ask.refusal }),
    },
    evidence: [],
  }
  const grants = keyedGrants(wanted, cwd, turn, parts)
  const beyond = touched.filter(({ place }) => !isWithin(place, turn.cwd))
  return {
    call: { callId, command, cwd, justification: edited ? undefined : claim },
    stage: 'first',
    requested,
    ...(changes && { changes }),
    desk,
    ...(edited && { edited: { command: [...edited.asked], level: edited.level } }),
    ...(takesEdits(ask) && { checkEdit: (words) => checkEdit(words, parts.parser) }),
    first: {
      ...{ kind: 'ask', stop, offers: [offer] },
      ...(changes && { effect: elsewhere(effectOfPatch(touched, beyond, namingOf(turn, parts))) }),
    },
    grants,
    grantsBefore: edited ? [] : ['ask'],
    run: ({ yes }) =>
      Promise.resolve({
        ...{ outcome: undefined, script: edited && scriptOf(edited.command) },
        changed: () => (yes ? grants.changed(yes) : Promise.resolve([])),
      }),
  }
}

/** No folders of ours are writable there, or not. */
const elsewhere = (effect: Effect): Effect =>
  effect.act.kind === 'patch' ? { ...effect, act: { ...effect.act, elsewhere: true } } : effect

/** The same with the person's command in it. */
export const editedCall = (call: HookCall, edit: Edit): HookCall => {
  const { wanted } = call.ask
  const asked = call.edited?.asked ?? (wanted.kind === 'command' ? argvOf(wanted.script) : [])
  return { ...call, edited: { ...edit, asked } }
}
