// One listener for all of a process: Node warns of a leak when each has its own. Nothing is decided by it.
const works = new Set<() => void>()

const run = (): void => {
  for (const work of [...works].reverse()) {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Error)) throw error // one that failed must not keep the others from being done
    }
  }
}

/**
 * Has this done when the process exits, the newest first; it must be synchronous. Returns the way back:
 * it is then not done any more.
 */
export function atExit(work: () => void): () => void {
  if (!process.listeners('exit').includes(run)) process.once('exit', run)
  works.add(work)
  return () => works.delete(work)
}
