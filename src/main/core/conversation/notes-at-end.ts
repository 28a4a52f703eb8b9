import { quotedName } from '@shared/domain/named-path'
import { joined, numberInWords } from '@shared/messages/amounts'
import type { FollowedSettings } from '../ports/workspace'
import type { CommandParts, FollowedTurn, TurnContext } from '../turn/turn-context'

/** So many are named, and no name is longer than this. */
const maxNamed = 8
const maxName = 200

/** Tells, before its first call runs, that what a turn changes in its folder cannot be taken back. */
export async function noteLate(
  { emit, turnId, signal }: Pick<TurnContext, 'emit' | 'turnId' | 'signal'>,
  late: FollowedTurn['late'],
): Promise<void> {
  if ((await late) !== true || signal.aborted) return
  const text = 'The folder was not kept in time for undo: what this turn changes in it cannot be undone.'
  emit({ type: 'turn.noted', turnId, text })
}

/**
 * Tells at a turn's end what nobody would notice: which of tools' settings it changed, and once, in the first turn of an engine, what of a killed one's
 * apply stays as somebody changed it. An agent's agent tells nobody of that.
 */
export async function noteAtEnd(
  { emit, turnId, askedBy }: Pick<TurnContext, 'emit' | 'turnId' | 'askedBy'>,
  { stayed }: Pick<CommandParts, 'stayed'>,
  settings: FollowedSettings | undefined,
): Promise<void> {
  const [changed, left] = [(await settings?.changed()) ?? [], askedBy ? [] : ((await stayed?.()) ?? [])]
  if (changed.length > 0)
    emit({
      type: 'turn.noted',
      turnId,
      text: `This turn changed ${listed(changed)}: tools outside the sandbox run what is in ${changed.length === 1 ? 'it' : 'them'}.`,
    })
  if (left.length > 0)
    emit({
      type: 'turn.noted',
      turnId,
      text: `An earlier run was killed while it applied changes. Changed since, and left so: ${listed(left)}. What was there before lies beside.`,
    })
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamed).map((path) => quotedName(path.slice(-maxName)))
  const more = paths.length - named.length
  return joined(more > 0 ? [...named, `${numberInWords(more)} more`] : named)
}
