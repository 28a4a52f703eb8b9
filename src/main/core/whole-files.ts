import type { WholeFile } from '@shared/domain/whole-file'

/**
 * Reads a text file for the person to look at: only what really lies below one of the roots and what commands may read, at most
 * 5 MB. `path` is absolute. Never throws.
 */
export interface WholeFiles {
  read(path: string, roots: readonly string[]): Promise<WholeFile>
}
