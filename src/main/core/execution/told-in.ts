import { mayHoldSecrets } from '../assessment/checks/secret-places'
import type { IsTold } from '../patch/file-changes'
import { isWithin } from '../shell/paths'
import type { TurnContext } from '../turn/turn-context'

/** Files of these folders, but those in which keys may stand. */
export const toldIn =
  (folders: readonly string[], home: string): IsTold =>
  (place, path) =>
    folders.some((folder) => isWithin(place, folder)) &&
    ![place, path].some((each) => mayHoldSecrets(each, home))

/** The session's own folders. */
export const foldersOf = ({ cwd, sandboxPolicy: policy }: TurnContext): readonly string[] =>
  policy.mode === 'workspace-write' ? [cwd, ...policy.writable_roots] : [cwd]
