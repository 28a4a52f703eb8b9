import type { CommandCall, CommandParts } from '../turn/turn-context'
import type { Attempting } from '../execution/command-action'
import { runAttempt, type AttemptTurn } from '../execution/command-action'
import type { Permit } from '../policy/permit'
import type { TerminalSize } from '../run/process-input'
import type { ProcessTable } from '../processes/process-table'
import { reportProcess, chunkId } from '../processes/report-process'
import { RunningProcess, type ShowOutput } from '../processes/running-process'

/** How a process is wanted. `yieldMs` is how long its start waits for its end. */
export interface ProcessWish {
  readonly terminal: TerminalSize | undefined
  readonly yieldMs: number
  readonly maxTokens: number
}

function begin(
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  world: { readonly parts: CommandParts; readonly table: ProcessTable; readonly wish: ProcessWish },
): RunningProcess {
  const { callId, command, cwd } = call
  const { terminal } = world.wish
  const origin = {
    id: world.table.nextId(),
    ...{ callId, command, cwd, permit, terminal, policy: turn.sandboxPolicy },
  }
  const show: ShowOutput = (stream, text) => {
    turn.emit({ type: 'command.output', callId, stream, text })
  }
  const process = new RunningProcess(origin, show, () => world.parts.clock.now())
  process.begin((signal, input, onOutput) =>
    runAttempt(call, permit, { ...turn, signal, input, onOutput }, world.parts),
  )
  return process
}

/**
 * Starts a permitted command as a process of the session's and waits for its end, but no longer than it should. One that
 * runs on is kept in the table, beyond the turn; an interrupt while it is waited for stops it, since nobody knows of it.
 */
export function startProcess(table: ProcessTable, wish: ProcessWish): Attempting {
  return async (call, permit, turn, parts) => {
    const { clock, ids } = parts
    const started = clock.now()
    const process = begin(call, permit, turn, { parts, table, wish })
    const evicted = table.keep(process)
    await process.wait(wish.yieldMs, clock, turn.signal)
    if (turn.signal.aborted) {
      await process.stop()
      table.drop(process.origin.id)
      return { outcome: process.outcome, text: 'aborted' }
    }
    const { outcome } = process
    if (outcome) table.drop(process.origin.id)
    else turn.emit({ type: 'command.kept', callId: call.callId, processId: process.origin.id })
    const notes = evicted
      ? [`Session ${String(evicted.origin.id)} was ended to make room: too many processes are kept.`]
      : []
    const reading = {
      chunkId: chunkId(ids),
      waitedMs: clock.now() - started,
      maxTokens: Math.min(wish.maxTokens, parts.outputLimit?.() ?? wish.maxTokens),
      notes,
    }
    return { outcome, text: reportProcess(process, reading) }
  }
}
