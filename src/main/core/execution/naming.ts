import type { NamingFolders } from '@shared/domain/named-path'
import type { TurnContext } from '../turn/turn-context'
import type { ActionParts } from './action'

/** The folders that the paths of a turn are named from, for a person: the session's, and the home folder. */
export const namingOf = (
  { cwd }: Pick<TurnContext, 'cwd'>,
  { workspace }: Pick<ActionParts, 'workspace'>,
): NamingFolders => ({ roots: [cwd], home: workspace.home() })
