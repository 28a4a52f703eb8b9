import type { ApprovalRequest } from '@shared/domain/approval'
import { useState } from 'react'
import { withMarks, withoutMarks } from '../../lib/marked-text'
import { commandWithText, shownCommand } from '../../lib/shell-text'
import { useActions } from '../../state/context'
import { useWritten } from './use-left'

/** A command of the person's own, as the form has it. */
export interface EditForm {
  readonly text: string
  /** The same as it stands in the field, with what cannot be seen in marks. `onText` takes the field's. */
  readonly field: string
  readonly onText: (text: string) => void
  /** Why the engine did not take the text; undefined while it has not been asked about this very text. */
  readonly problem: string | undefined
  /** The text can be sent: it is another than the one that waits, and not known to be wrong. */
  readonly ready: boolean
  /** Puts the text in the command's place. Nothing runs by it: what follows is a request of its own. */
  readonly send: () => Promise<void>
  /** Puts what the agent asked for back in place. */
  readonly sendOriginal: () => Promise<void>
}

/** The form that edits a request's command. The text stays until the request is over, wherever and however often the form is opened. */
export function useEdit(request: ApprovalRequest): EditForm {
  const actions = useActions()
  const shown = shownCommand(request.command).text
  const [text = shown, setText] = useWritten('editTexts', request.id)
  const [refused, setRefused] = useState<{ text: string; problem: string }>()
  const problem = refused?.text === text ? refused.problem : undefined
  const put = async (command: string[]): Promise<void> => {
    const reason = await actions.edit(request.id, command)
    setRefused(reason === undefined ? undefined : { text, problem: reason })
  }
  return {
    text,
    field: withMarks(text),
    onText: (field) => {
      setText(withoutMarks(field))
    },
    problem,
    ready: text.trim() !== '' && text !== shown && problem === undefined,
    send: () => put(commandWithText(request.command, text)),
    sendOriginal: async () => {
      if (request.edited !== undefined) await put(request.edited.command)
    },
  }
}
