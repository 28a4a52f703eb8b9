import type { FolderLook } from '@shared/domain/folder-look'
import type { TrustLevel } from '@shared/domain/settings'

/** What is asked about folders before a session begins in one. Nothing in them is run. */
export interface Folders {
  /** Folders whose absolute path begins with what is typed, by name in order, bounded; none where that cannot be told. */
  complete(typed: string): Promise<readonly string[]>
  look(path: string): Promise<FolderLook>
  /** Writes whether the project round a folder is trusted. Throws FaultError for a folder that is not there, or a file that cannot be edited. */
  trust(path: string, trust: TrustLevel): Promise<FolderLook>
}
