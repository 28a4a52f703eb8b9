import { isWithin } from '../shell/paths'
import type { ProgramPlace, Workspace } from '../ports/workspace'

/** What a word stands for when a command starts it; undefined: no such program. */
export type ProgramLookup = (word: string) => Promise<ProgramPlace | undefined>

/**
 * Looks up programs as a command in `cwd` would start them. A program below one of `roots` is never the system's: what
 * commands may write, they may have put there.
 */
export function lookUpPrograms(
  workspace: Pick<Workspace, 'program'>,
  cwd: string,
  roots: readonly string[],
): ProgramLookup {
  const found = new Map<string, Promise<ProgramPlace | undefined>>()
  const find = async (word: string): Promise<ProgramPlace | undefined> => {
    const place = await workspace.program(word, cwd)
    return place && { ...place, system: place.system && !roots.some((root) => isWithin(place.path, root)) }
  }
  return (word) => {
    const known = found.get(word) ?? find(word)
    found.set(word, known)
    return known
  }
}
