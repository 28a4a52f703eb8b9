import { readdirSync } from 'node:fs'
import { statField, statFields } from '../../own-process/stat-fields'

/** The processes that descend from this one, itself left out. One that appears while this looks may be missing. */
export function processesBelow(pid: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(statFields(name)?.[statField.parent]) : NaN
    if (Number.isNaN(parent)) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(Number(name))
    else children.set(parent, [Number(name)])
  }
  const found: number[] = []
  for (const queue = [pid]; queue.length > 0;)
    for (const child of children.get(queue.pop() ?? 0) ?? []) {
      found.push(child)
      queue.push(child)
    }
  return found
}
