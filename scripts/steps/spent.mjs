import { readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticks = 100

/**
 * Processor seconds of this process and of what it started that somebody waited for; undefined where the system does not tell. What outlives
 * who started it is missing, such as the processes of a browser's pages: of its stories this is less than half (decision 148).
 */
export function processorSeconds() {
  try {
    // Fields 14 to 17 (man 5 proc): user and system time, of the process and of its children; the name before them may hold anything.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / ticks
  } catch {
    // Not Linux.
    return undefined
  }
}

/**
 * Runs one step of a run and says what it took, on a line of its own.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(name, work) {
  const [began, before] = [performance.now(), processorSeconds()]
  const result = await work()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const processor =
    before === undefined ? '' : `, ${((processorSeconds() ?? 0) - before).toFixed(1)} s of processor`
  console.log(`◷ ${name}: ${seconds} s${processor}`)
  return result
}
