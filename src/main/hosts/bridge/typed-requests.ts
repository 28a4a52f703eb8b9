import { FaultError } from '@shared/domain/fault'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { typedChannels } from '@shared/ipc/typed-channels'
import type { AssessTyped } from '../../core/assessment/assess-typed'
import { cutAnswer, mostOfCommand } from '../../core/host-link/cut-answer'
import type { RehearseTyped } from '../../core/rehearsal/rehearse-typed'

type Handlers = {
  readonly [C in keyof typeof typedChannels]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

/** What says of a command that somebody typed what it would do, by the configuration as it is now. Throws FaultError where that cannot be used. */
export type TypedCommands = () => Promise<{
  readonly assessTyped: AssessTyped
  readonly rehearseTyped: RehearseTyped
}>

/** The handlers of what a terminal asks about commands; `left` aborts what is under way. A host that is given none has no terminals. */
export function typedRequests(typed: TypedCommands | undefined, left: AbortSignal): Handlers {
  const own: TypedCommands = () => {
    if (typed) return typed()
    throw new FaultError({
      code: 'bad-request',
      message: 'Commands are judged for a terminal; expected countersign assess or rehearse there.',
    })
  }
  return {
    'command.assess': async ({ policy, ...question }) =>
      (await own()).assessTyped({ ...question, ...(policy && { policy }) }, left),
    'command.rehearse': async ({ policy, timeoutMs, ...typedThere }) => {
      const { rehearseTyped } = await own()
      const wanted = {
        ...typedThere,
        ...(policy && { policy }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }
      const { answer, leftOut } = cutAnswer(await rehearseTyped(wanted, left), mostOfCommand)
      return { rehearsal: answer, leftOut }
    },
  }
}
