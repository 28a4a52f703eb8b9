import { readFileSync, readdirSync } from 'node:fs'

/** The processes of this machine that work for the home of an engine or of a person, and have this word among their arguments, if one is given. */
export const ofHome = (home: string, word?: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [env, args] = ['environ', 'cmdline'].map((name) => wordsIn(`/proc/${pid}/${name}`))
      return (
        env?.includes(`COUNTERSIGN_HOME=${home}`) === true &&
        (word === undefined || args?.includes(word) === true)
      )
    })
    .map(Number)

function wordsIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'latin1').split('\0')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [] // it ended while we looked
    throw error
  }
}

/** Kills it; false: it ended before. */
export function killHard(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
