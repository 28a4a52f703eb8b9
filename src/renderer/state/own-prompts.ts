import type { CustomPrompt } from '@shared/domain/custom-prompt'
import { hostOf } from '@shared/domain/host-state'
import type { AppState } from './app-state'

const none: readonly CustomPrompt[] = []

/**
 * The person's own prompts for what is written there, in a session or for a new one; undefined until they were read. They are of this machine: in a session
 * of another a slash means nothing of theirs.
 */
export const ownPrompts = (
  draftId: string,
  { prompts }: Pick<AppState, 'prompts'>,
): readonly CustomPrompt[] | undefined => (hostOf(draftId) === undefined ? prompts : none)
