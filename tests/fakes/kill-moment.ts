import type { ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'

/** When a process is killed: so long after it said that it began, as soon as something in a folder changes, or never. */
export type KillMoment = number | { readonly firstChangeIn: string } | 'never'

/** Kills a process at its moment, counted from now. Returns what is to be called when it has ended. */
export function killAt(child: ChildProcess, moment: KillMoment): () => void {
  if (moment === 'never') return () => undefined
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  if (typeof moment === 'number') {
    const timer = setTimeout(kill, moment)
    return () => {
      clearTimeout(timer)
    }
  }
  const watcher = watch(moment.firstChangeIn, kill)
  return () => {
    watcher.close()
  }
}

/** Parts of the whole between 0 and 1, in an order that spreads over it wherever it ends. */
export const spreadOver = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, point) => (point * 0.618) % 1)
