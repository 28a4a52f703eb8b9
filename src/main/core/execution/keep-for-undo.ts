import { quoteCommand } from '@shared/domain/quote-shell'
import { mostPlacesCopied, type FactTarget } from '@shared/domain/facts'
import type { Permit } from '../policy/permit'
import type { PlaceToKeep } from '../preimages/preimages'
import { isWithin } from '../shell/paths'
import { shellScriptOf } from '../shell/shell-script'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'

/** What is about to be done under a permit. */
export interface AboutToRun {
  readonly call: Pick<CommandCall, 'callId' | 'command' | 'cwd'>
  readonly permit: Permit
  /** What it writes for certain. Absent: what the facts say, where it runs without the sandbox. */
  readonly writes?: readonly string[]
}

const writing: ReadonlySet<FactTarget['access']> = new Set([
  'create',
  'append',
  'write',
  'change',
  'delete',
  'move',
])

/**
 * Keeps what lies where a run may write because somebody allowed it, has it run, and tells whether it can be taken back. What policy lets
 * run by itself is not kept: that writes to the folder, which the turn's checkpoint holds. Throws what `run` throws.
 */
export async function keepForUndo<Result>(
  about: AboutToRun,
  turn: TurnContext,
  parts: CommandParts,
  run: () => Promise<Result>,
): Promise<Result> {
  const places = parts.preimages && turn.reads !== true ? await placesOf(about, turn, parts) : []
  return keepPlaces({ ...about.call, places }, turn, parts, run)
}

/** What is about to be written over, and for which call. */
interface AboutToWrite extends Pick<CommandCall, 'callId' | 'command'> {
  readonly places: readonly PlaceToKeep[]
}

/** The same for places that are known. */
export async function keepPlaces<Result>(
  { callId, command, places }: AboutToWrite,
  turn: TurnContext,
  { preimages }: Pick<CommandParts, 'preimages'>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!preimages || places.length === 0) return run()
  const title = shellScriptOf(command) ?? quoteCommand(command)
  const wanted = { session: turn.sessionId, folder: turn.cwd, item: callId, title, places }
  const { id, not } = await preimages.keep(wanted, turn.signal)
  try {
    return await run()
  } finally {
    const kept = id === undefined ? undefined : await preimages.close(id)
    // A place that a run was allowed to write to, and did not, is nothing to tell of.
    if (kept || not.length > 0)
      turn.emit({
        type: 'call.undoable',
        callId,
        ...(kept && { id: kept.id }),
        files: kept?.files ?? 0,
        not: not.slice(0, 20),
      })
  }
}

async function placesOf(
  { call, permit, writes }: AboutToRun,
  turn: TurnContext,
  { assessments }: CommandParts,
): Promise<readonly PlaceToKeep[]> {
  const granted = permit.grants.flatMap((grant): PlaceToKeep[] =>
    grant.kind === 'write' || grant.kind === 'git-settings'
      ? [{ path: grant.path, extent: 'extent' in grant && grant.extent === 'entry' ? 'entry' : 'tree' }]
      : [],
  )
  const approved = permit.because === 'person-unsandboxed' || permit.because === 'grant-unsandboxed'
  if (!approved) return granted
  const named = writes ?? (await pathsNamed(call, turn, assessments))
  const outside = named.filter((path) => path.startsWith('/') && !isWithin(path, turn.cwd))
  return [
    ...granted,
    ...outside.slice(0, mostPlacesCopied).map((path): PlaceToKeep => ({ path, extent: 'tree' })),
  ]
}

/** What facts say of it: where a link leads is what is written to, and the link is what goes. */
async function pathsNamed(
  { command, cwd }: AboutToRun['call'],
  turn: TurnContext,
  assessments: CommandParts['assessments'],
): Promise<readonly string[]> {
  const { facts } = await assessments.judge({ command, cwd }, turn)
  return facts.targets
    .filter(({ access }) => writing.has(access))
    .map(({ access, path, realPath }) =>
      access === 'delete' || access === 'move' ? path : (realPath ?? path),
    )
}
