import { readFileSync, readdirSync } from 'node:fs'

/** The processes whose arguments hold this word. */
export function processesWith(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(word)
      } catch (error) {
        if (error instanceof Error && 'code' in error) return false // it ended while we looked
        throw error
      }
    })
    .map(Number)
}
