import { messages } from './spoken'

/** "1 file", "312 files". */
export const filesInWords = (count: number): string => messages().amounts.files(count)

/** A size as people read it: bytes up to a thousand, then KB, MB, GB of 1000, one decimal below ten. */
export const sizeInWords = (bytes: number): string => messages().amounts.size(bytes)

/** One or two names whole; of more the first two and how many follow, `unlisted` ones included. */
export const listed = (names: readonly string[], unlisted = 0): string =>
  messages().amounts.listed(names, unlisted)
