import { TurnCheckpoints } from '../../core/checkpoints/turn-checkpoints'
import { storeFolders } from './store-folders'

/** Keeps folders for undo in the stores of a home. */
export const createCheckpoints = (
  home: string,
  parts: Omit<ConstructorParameters<typeof TurnCheckpoints>[0], 'folders'>,
): TurnCheckpoints => new TurnCheckpoints({ ...parts, folders: storeFolders(home) })
