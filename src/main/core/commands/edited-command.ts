import type { ApprovalRequest, Offer, StopReason } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { FaultError } from '@shared/domain/fault'
import { shellScriptOf } from '../shell/shell-script'
import type { Permit } from '../policy/permit'
import type { ShellParser } from '../shell/parse'
import type { CommandCall, TurnContext } from '../turn/turn-context'
import { offerInSandbox, offerOutside } from './offers'
import type { StoppedCommand } from './stopped-command'

/** A person's command in place of an agent's. `level` is what the request had that it was the answer to. */
export interface Edit {
  readonly command: readonly string[]
  readonly level: ApprovalRequest['assessment']['level']
}

/** A call whose command may be a person's; `edited` then holds what the agent asked for. `again`: a person has it run again, after that stopped it. */
export interface EditableCall extends CommandCall {
  readonly edited?: NonNullable<ApprovalRequest['edited']>
  readonly again?: Pick<StoppedCommand, 'evidence'>
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, at) => word === other[at])

/**
 * Throws FaultError `bad-request` with the reason when a command cannot be put in another's place: empty, not to be
 * started, or a shell text that does not parse and so could not be assessed.
 */
export async function checkEdit(command: readonly string[], parser: ShellParser): Promise<void> {
  const refuse = (message: string): never => {
    throw new FaultError({ code: 'bad-request', message })
  }
  if (command.some((word) => word.includes('\0'))) refuse('A command cannot hold a NUL character.')
  const script = shellScriptOf(command)
  if ((script ?? command[0] ?? '').trim() === '') refuse('The command is empty.')
  if (script !== undefined && (await parser.parse(script)) === undefined)
    refuse('This does not parse: a quote, a bracket or a word such as "done" is missing or too many.')
}

/** The call with the person's command in it. It asks for no escalation, whatever the agent's did. */
export function editedCall(call: EditableCall, { command, level }: Edit): EditableCall {
  const asked = call.edited?.command ?? [...call.command]
  return { ...call, command, escalated: false, edited: { command: asked, level } }
}

/**
 * Why a command that a person edited, or has run again, waits though the policies would let it run, and what can be said yes to. `confinement`: what
 * it would have run in.
 */
export function askedStop(
  kind: 'edited' | 'again',
  { approvalPolicy }: Pick<TurnContext, 'approvalPolicy'>,
  confinement: Permit['confinement'],
): {
  readonly stop: StopReason
  readonly offers: readonly Offer[]
} {
  return {
    stop: {
      boundary: 'approval-policy',
      why: { kind },
      policy: approvalPolicyName(approvalPolicy),
      evidence: [],
    },
    offers: confinement === 'none' ? [offerOutside()] : [offerInSandbox(), offerOutside()],
  }
}

/** The agent's text with the change told in it: before the output of a run, after what says that nothing ran. */
export function withEditNote(
  { text, ran }: { readonly text: string; readonly ran: boolean },
  {
    command,
    edited,
  }: {
    readonly command: readonly string[]
    readonly edited?: { readonly command: readonly string[] } | undefined
  },
): string {
  if (edited === undefined || same(command, edited.command)) return text
  const shown = JSON.stringify(command)
  return ran
    ? `The user ran an edited command instead of yours: ${shown}\n${text}`
    : `${text}\nThe user had changed your command to: ${shown}`
}
