import type { SessionSummary } from '@shared/domain/session'
import { useState } from 'react'
import { readDraft, type BuiltInCommand } from '../../lib/slash-commands'
import { strings } from '../../lib/strings'
import { modelChoiceOf, modelOptions, modelsOf } from '../../state/model-choices'
import { approvalOptions, pickedPolicy } from '../../state/policy-options'
import { useActions, useAppState } from '../../state/context'
import { ownPrompts } from '../../state/own-prompts'
import { runsTurn } from '../../state/queued-messages'
import type { PickerName } from './session-pickers'
import { effortOptions, pickedEffort } from './effort-options'

const words = strings.composer
const noPrompts: readonly never[] = []

/** Whether a draft can be sent, and how. `said`: the reason is one to be read at once. */
export interface Sending {
  readonly send: () => void
  readonly reason: string | undefined
  readonly said: boolean
}

/** Sends a draft or does what it commands; a command that opens a menu hands its name over. */
export function useSend(
  session: SessionSummary,
  draft: string,
  openPicker: (name: PickerName) => void,
): Sending {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const runs = useAppState((state) => runsTurn(state, session.id))
  const models = useAppState((state) => modelsOf(session.id, state))
  const prompts = useAppState((state) => ownPrompts(session.id, state) ?? noPrompts)
  const [refused, setRefused] = useState({ draft: '', why: '' })
  const meaning = readDraft(draft, prompts, session.agent)
  const waits = runs && meaning.kind === 'built-in' && meaning.name !== 'agents'
  const why = refused.why !== '' && refused.draft === draft ? refused.why : undefined
  const reason = !connected
    ? strings.connection.notConnected
    : draft.trim() === ''
      ? words.empty
      : waits
        ? words.notWhileRunning
        : undefined

  /** The change that a name stands for, among the rows of its picker; undefined: there is no such. */
  const change = (name: PickerName & BuiltInCommand, typed: string): (() => void) | undefined => {
    const wanted = typed.toLowerCase()
    const rows = { model: modelOptions(models, session), policy: approvalOptions, effort: effortOptions }[
      name
    ]
    const row = rows.find(({ value, label }) => [value, label].some((each) => each.toLowerCase() === wanted))
    const byModel = models.find(({ model }) => model.toLowerCase() === wanted)
    const choice = row === undefined ? byModel : modelChoiceOf(models, row.value)
    if (name === 'model')
      return (
        choice &&
        (() => void actions.configure(session.id, { provider: choice.provider, model: choice.model }))
      )
    if (row === undefined) return undefined
    if (name === 'effort')
      return () => void actions.configure(session.id, { effort: pickedEffort(row.value) })
    const approvalPolicy = pickedPolicy(row.value)
    return approvalPolicy && (() => void actions.configure(session.id, { approvalPolicy }))
  }
  const refuse = (text: string): void => {
    setRefused({ draft, why: text })
  }
  const command = (name: BuiltInCommand, rest: string): void => {
    if (name === 'review' || (name === 'compact' && rest === '')) return void actions.send(session.id)
    if (name === 'compact' || (rest !== '' && (name === 'agents' || name === 'undo' || name === 'redo'))) {
      refuse(words.nothingBehind(name))
      return
    }
    if (name === 'agents') {
      const agents = document.getElementById('agents-at-work')
      if (agents === null) {
        refuse(words.noAgents)
        return
      }
      agents.focus()
    } else if (name === 'undo' || name === 'redo') {
      actions.askRestore(session.id, name)
    } else if (rest === '') {
      openPicker(name)
    } else {
      const apply = change(name, rest)
      if (apply === undefined) {
        refuse(words.noSuch(name, rest))
        return
      }
      apply()
    }
    actions.setDraft(session.id, '')
  }
  const send = (): void => {
    if (reason !== undefined) return
    if (meaning.kind === 'built-in') command(meaning.name, meaning.rest)
    else void actions.send(session.id)
  }
  return { send, reason: reason ?? why, said: (waits && connected) || why !== undefined }
}
