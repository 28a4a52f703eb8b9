import type { CommandItem, TranscriptItem } from './transcript-items'

/** A command that runs now. `since`: when it began, or went on after an answer. `kept`: it stays beyond its turn. `outside`: it runs without the sandbox. */
export interface RunningCommand {
  readonly item: CommandItem
  readonly since: string
  readonly kept: boolean
  readonly outside: boolean
}

/** What runs in a session, the oldest first: commands of its turn and those that stay. */
export function runningCommands(items: readonly TranscriptItem[]): readonly RunningCommand[] {
  return items.flatMap((item) => {
    if (item.kind !== 'command' || item.ended !== undefined) return []
    // What ran on copies has ended, and waits for what is to become of it.
    if (item.request?.state === 'pending' && item.request.stage === 'first' && item.request.kind !== 'input')
      return []
    const last = item.attempts.at(-1)
    if (last === undefined || last.settled) return []
    const { startedAt: since, kept, confinement } = last
    // One that waits for the answer about a connection is what the panel asks about; a process that stays has other work.
    if (item.request?.state === 'pending' && kept === undefined) return []
    // Until then it waited, and an answer may well be its end.
    const decidedAt = kept === undefined ? (item.request?.decidedAt ?? since) : since
    const wentOn = Date.parse(decidedAt) > Date.parse(since) ? decidedAt : since
    return [{ item, since: wentOn, kept: kept !== undefined, outside: confinement === 'none' }]
  })
}
