import type { Folders } from '../../src/main/core/ports/workspace'

const missing = { kind: 'missing', problem: 'There are no folders here.' } as const

/** A machine without folders. */
export const noFolders: Folders = {
  complete: () => Promise.resolve([]),
  look: () => Promise.resolve(missing),
  trust: () => Promise.resolve(missing),
}
