import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { Restored, RewindLook, RewindWish } from '@shared/domain/turn-restore'
import type { Ids } from '../ports/system'
import type { TurnCheckpoints } from './turn-checkpoints'

/** What goes with a turn and all behind it: see RewindLook. */
export interface RewindScope {
  readonly lastTurn: number
  readonly turns: number
  readonly messages: number
  readonly outside: number
}

/** A session whose conversation can be taken back. */
export interface RewindSession {
  readonly summary: SessionSummary
  readonly running: boolean
  readonly rewinding: {
    /** Undefined: there is no such turn, or it is taken back already. */
    scope(turnNumber: number): RewindScope | undefined
    /** The first turn from there on that may have changed something; Infinity: none did. */
    acts(turnNumber: number): number
    /** Does something during which no turn can begin. Throws FaultError `turn-running`. */
    alone<T>(act: () => Promise<T>): Promise<T>
    /** Ends what those turns left working. */
    endWork(turnNumber: number): Promise<void>
    /** Takes the turns back. Throws FaultError `store-failed`, and nothing is taken back then. */
    takeBack(event: Extract<AgentEvent, { type: 'session.rewound' }>): Promise<void>
  }
}

/** What a rewind works with. `busy` says why nothing may be put back in a folder now; without `checkpoints` nothing is kept. */
export interface RewindParts {
  readonly checkpoints: TurnCheckpoints | undefined
  readonly ids: Ids
  readonly busy: (folder: string) => Promise<string | undefined>
}

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
const nothingKept = 'Nothing is kept for undo here.'
const gone = 'What was shown is not what would be taken back now; nothing was changed. Look again.'
const placeOf = ({ id, cwd }: SessionSummary) => ({ sessionId: id, cwd })

/** Why it cannot be done at all, whatever the turn; undefined: it can. */
function refusal({ running, summary }: RewindSession): string | undefined {
  if (summary.child) return 'This is an agent of another session; expected the session that it works for.'
  if (summary.desk) return 'This is a session of another maker’s agent, which has its conversation elsewhere.'
  return running ? 'A turn runs in this session; expected one that has ended.' : undefined
}

/** See Restores. */
export async function lookRewind(
  session: RewindSession,
  turnNumber: number,
  parts: RewindParts,
): Promise<RewindLook> {
  const scope = session.rewinding.scope(turnNumber)
  const why = refusal(session) ?? (scope ? undefined : gone)
  if (why !== undefined || !scope) return { kind: 'unavailable', why: why ?? gone }
  return { kind: 'ready', turnNumber, ...scope, files: await lookAtFiles(session, turnNumber, parts) }
}

async function lookAtFiles(
  { summary, rewinding }: RewindSession,
  turnNumber: number,
  { checkpoints, busy }: RewindParts,
): Promise<Extract<RewindLook, { kind: 'ready' }>['files']> {
  const why = (await busy(summary.cwd)) ?? (checkpoints ? undefined : nothingKept)
  if (why !== undefined || !checkpoints) return { kind: 'unavailable', why: why ?? nothingKept }
  try {
    const from = { turnNumber, acts: rewinding.acts(turnNumber) }
    return { kind: 'ready', ...(await checkpoints.lookRewind(placeOf(summary), from)) }
  } catch (error) {
    if (error instanceof FaultError) return { kind: 'unavailable', why: error.message }
    throw error
  }
}

/** See Restores. */
export async function rewind(
  session: RewindSession,
  { turnNumber, lastTurn, files, sinceToo }: RewindWish,
  { checkpoints, ids, busy }: RewindParts,
): Promise<void> {
  const why = refusal(session)
  if (why !== undefined)
    throw new FaultError({ code: session.running ? 'turn-running' : 'bad-request', message: why })
  const { summary, rewinding } = session
  await rewinding.alone(async () => {
    const scope = rewinding.scope(turnNumber)
    if (scope?.lastTurn !== lastTurn) throw refuse(gone)
    const at = files ? await busy(summary.cwd) : undefined
    if (at !== undefined) throw new FaultError({ code: 'turn-running', message: at })
    if (files && !checkpoints) throw refuse(nothingKept)
    // What cannot be put back is said before anything is ended, which nobody can begin again.
    const from = { turnNumber, acts: rewinding.acts(turnNumber) }
    if (files) await checkpoints?.lookRewind(placeOf(summary), from)
    await rewinding.endWork(turnNumber)
    const { turns, messages } = scope
    const reported = {
      type: 'session.rewound',
      id: ids.next(),
      turnNumber,
      lastTurn,
      turns,
      messages,
    } as const
    if (!files || !checkpoints) return rewinding.takeBack(reported)
    // The folder first, which can still be taken back; it counts when the record says so.
    const commit = (restored: Restored) => rewinding.takeBack({ ...reported, files: restored })
    await checkpoints.rewind(placeOf(summary), { ...from, sinceToo }, { rewind: reported.id, commit })
  })
}
