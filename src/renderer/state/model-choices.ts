import { hostOf } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import type { ModelChoice } from '@shared/domain/settings'
import { strings } from '../lib/strings'
import type { AppState } from './app-state'

/** A model as a session names it. */
export interface ModelOfSession {
  readonly provider: string
  readonly model: string
}

/** One text for provider and model together, for pickers. */
export function modelKey({ provider, model }: ModelOfSession): string {
  return JSON.stringify([provider, model])
}

/** The choice behind a key; undefined for a model that is not offered any more. */
export function modelChoiceOf(models: readonly ModelChoice[], key: string): ModelChoice | undefined {
  return models.find((choice) => modelKey(choice) === key)
}

/** The model that the person last worked with, of those that can be chosen; undefined: there is none. */
export function lastModel(
  sessions: readonly SessionSummary[],
  models: readonly ModelChoice[],
): ModelChoice | undefined {
  const own = sessions.filter(
    ({ id, child, agent, desk }) => !child && !agent && !desk && hostOf(id) === undefined,
  )
  const newestFirst = own.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const found = newestFirst.map((session) => modelChoiceOf(models, modelKey(session)))
  return found.find((choice) => choice?.demo === false)
}

const none: readonly ModelChoice[] = []

/** The models that a session can be given. Those of a host are its own, and not told here. */
export const modelsOf = (sessionId: string, { engine }: Pick<AppState, 'engine'>): readonly ModelChoice[] =>
  hostOf(sessionId) === undefined ? (engine?.models ?? none) : none

/** Whether the built-in script plays in a session of this machine. */
export const isDemo = (sessionId: string, state: Pick<AppState, 'engine' | 'sessions'>): boolean =>
  modelsOf(sessionId, state).some(
    ({ provider, demo }) => demo && provider === state.sessions[sessionId]?.provider,
  )

/** The picker's rows; a session's own model is among them even when it is no longer configured. */
export function modelOptions(
  models: readonly ModelChoice[],
  current: ModelOfSession | undefined,
): readonly { readonly value: string; readonly label: string; readonly hint: string }[] {
  const rows = models.map((choice) => ({
    value: modelKey(choice),
    label: modelLabel(choice),
    hint: choice.providerName,
  }))
  if (current === undefined || rows.some((row) => row.value === modelKey(current))) return rows
  return [...rows, { value: modelKey(current), label: current.model, hint: current.provider }]
}

/** The model's name on screen: the built-in one always carries the word demo. */
export function modelLabel({ model, demo }: { readonly model: string; readonly demo: boolean }): string {
  const word = strings.bar.demo
  return demo && !plain(model).includes(plain(word)) ? `${model} (${word})` : model
}

/** Without case and accents: the demo's own model is not called "demo (Démo)". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
