import type { GitStanding } from '../domain/facts'
import { words } from './spoken'

/** "1 file", "312 files". */
export const filesInWords = (count: number): string => words().amounts.files(count)

/** A size as people read it: bytes up to a thousand, then KB, MB, GB of 1000, one decimal below ten. */
export const sizeInWords = (bytes: number): string => words().amounts.size(bytes)

/** How files stand with git, in words; what is zero is left out. */
export const gitInWords = (git: GitStanding): string => words().amounts.git(git)

/** One or two names whole; of more the first two and how many follow, `unlisted` ones included. */
export const listed = (names: readonly string[], unlisted = 0): string =>
  words().amounts.listed(names, unlisted)
