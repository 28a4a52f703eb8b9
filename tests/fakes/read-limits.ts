import type { ReadLimits, Standing } from '../../src/main/core/ports/read-files'

/** Limits under which every file stands as told; by default all lie inside. */
export function fakeReadLimits(standing: (path: string) => Standing = () => 'inside'): ReadLimits {
  return { judge: () => ({ standing: ({ realPath }) => Promise.resolve(standing(realPath)) }) }
}
