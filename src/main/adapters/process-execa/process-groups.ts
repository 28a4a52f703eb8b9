import { lookBelow, processOf } from '../own-process/process-tree'

/**
 * The process group of the command that a launcher holds: the first below it that is neither the launcher's nor that of
 * its own child, which contains the command. Undefined: there is none (yet), or this system has no /proc.
 */
export function heldGroup(launcher: number): number | undefined {
  const below = lookBelow()(launcher).flatMap((pid) => processOf(pid) ?? [])
  const own = new Set([
    launcher,
    ...below.filter(({ parent }) => parent === launcher).map(({ group }) => group),
  ])
  return below.find(({ group }) => !own.has(group))?.group
}
