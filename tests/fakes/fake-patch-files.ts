import { parentOf } from '../../src/main/core/shell/paths'
import type { PatchFiles, PatchTarget, PatchStep } from '../../src/main/core/ports/patch-files'

/** A file for the fake: its text, or a target that is reported as it is. */
export type FakeFile = string | PatchTarget

/** Files in memory by absolute path; every folder exists. `staged` keeps the steps of each patch that was laid out. */
export function fakePatchFiles(
  files: Readonly<Record<string, FakeFile>> = {},
  places: { writable: readonly string[]; protected: readonly string[] } = {
    writable: ['/work'],
    protected: ['.git', '.codex'],
  },
): PatchFiles & { readonly staged: (readonly PatchStep[])[]; readonly settled: boolean[] } {
  const staged: (readonly PatchStep[])[] = []
  const settled: boolean[] = []
  return {
    staged,
    settled,
    places: ({ mode }) => Promise.resolve(mode === 'read-only' ? { ...places, writable: [] } : places),
    look(path) {
      const found = files[path]
      if (typeof found === 'string')
        return Promise.resolve({ kind: 'file', place: path, mode: 0o644, links: 1, text: found })
      return Promise.resolve(found ?? { kind: 'missing', place: path, folder: parentOf(path) })
    },
    stage(id, steps) {
      staged.push(steps)
      return Promise.resolve({
        folder: '/staging',
        env: { PATH: '/usr/bin' },
        command: ['apply', id],
        undo: ['undo', id],
        settle: (applied) => {
          settled.push(applied)
          return Promise.resolve()
        },
      })
    },
  }
}
