import { readdirSync, readFileSync } from 'node:fs'

/**
 * Kills every process that carries this word in its environment, or in its command line, wherever it went: into another session, or to another
 * parent. Looks again until none is left, at most ten times, since they may fork meanwhile. Linux only; does nothing
 * elsewhere, and cannot find a process that cleared its environment.
 */
export function killMarked(word: string, where: 'environ' | 'cmdline' = 'environ'): void {
  if (process.platform !== 'linux') return
  for (let round = 0; round < 10; round++) {
    const found = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && isMarked(`/proc/${name}/${where}`, word),
    )
    if (found.length === 0) return
    for (const name of found) killOne(Number(name))
  }
}

function isMarked(file: string, word: string): boolean {
  try {
    return readFileSync(file, 'latin1').includes(word)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or another user's
    throw error
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error // gone, or another user's by now
  }
}
