import { setImmediate as nextRound } from 'node:timers/promises'

/** So much is looked at between two rounds of the event loop: thousands of folders that a command made hold nobody up. */
const perRound = 50

/** All of these, with a round of the event loop now and then. */
export async function* inRounds<T>(all: Iterable<T>): AsyncGenerator<T> {
  let left = perRound
  for (const each of all) {
    if (left-- === 0) {
      await nextRound()
      left = perRound
    }
    yield each
  }
}

/** Those of these of which this is true, in the same way. */
export async function filterInRounds<T>(
  all: Iterable<T>,
  keeps: (each: T) => boolean,
): Promise<readonly T[]> {
  const kept: T[] = []
  for await (const each of inRounds(all)) if (keeps(each)) kept.push(each)
  return kept
}
