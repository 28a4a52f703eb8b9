// One listener for all sandboxes of a process: Node warns of a leak when each has its own. Nothing is decided by it.
const works = new Set<() => void>()

const run = (): void => {
  for (const work of [...works].reverse()) work()
}

/** Has this done when the process exits, the newest first; it must be synchronous and must not throw. */
export function atExit(work: () => void): void {
  if (works.size === 0) process.once('exit', run)
  works.add(work)
}
