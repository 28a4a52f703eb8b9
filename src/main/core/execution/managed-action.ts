import type { Facts } from '@shared/domain/facts'
import type { LeftOut } from '@shared/domain/only-hunks'
import { managedInWords } from '@shared/messages/stop'
import { forOnce } from '../commands/offers'
import type { ManagedNames, ManagedWord } from '../policy/managed-rules'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, FirstDecision, Ran } from './action'

/** What a command would change, and whom it names, as far as its words tell. */
export const namedByFacts = (facts: Pick<Facts, 'targets' | 'hosts'> | undefined): ManagedNames => ({
  paths: (facts?.targets ?? [])
    .filter(({ access }) => access !== 'read')
    .flatMap(({ path, realPath }) => [path, ...(realPath === undefined ? [] : [realPath])]),
  hosts: (facts?.hosts ?? []).map(({ host }) => host),
})

/** What managed rules say of a command that is run elsewhere, in `cwd`. */
export const managedCommand = async (
  call: { readonly command: readonly string[]; readonly cwd: string },
  turn: TurnContext,
  { managed, assessments }: Pick<CommandParts, 'managed' | 'assessments'>,
): Promise<ManagedWord | undefined> =>
  managed?.({
    command: call.command,
    folders: [turn.cwd, call.cwd],
    names: async () => namedByFacts((await assessments.judge(call, turn)).facts),
  })

/** A no of the machine's. */
export const managedRefusal = ({ why }: ManagedWord): Extract<FirstDecision, { kind: 'refuse' }> => ({
  kind: 'refuse',
  reason: `${managedInWords(why)}. Nothing was done.`,
})

/**
 * The action under a managed rule, which comes before all else: what it denies is refused, and what it asks about is a person's to answer each time, for once.
 * What would run unasked is refused: whoever can ask about it does so before.
 */
export function underManaged<Run extends Ran>(
  action: Action<Run>,
  word: ManagedWord | undefined,
): Action<Run> {
  if (!word) return action
  const { first, inParts } = action
  return {
    ...action,
    managed: word.name,
    grantsBefore: [],
    first: word.says === 'deny' || first.kind === 'run' ? managedRefusal(word) : asking(first, word),
    ...(inParts && {
      inParts: {
        ...inParts,
        rest: (left: LeftOut) => underManaged(inParts.rest(left), word),
      },
    }),
  }
}

function asking(first: Exclude<FirstDecision, { kind: 'run' }>, { why }: ManagedWord): FirstDecision {
  if (first.kind === 'refuse') return first
  const said = first.stop.why.kind === why.kind ? {} : { managed: why }
  return {
    ...first,
    stop: { ...first.stop, ...said },
    offers: forOnce(first.offers),
  }
}
