import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked whether there was something to do, in milliseconds. */
const everyMs = 4_000
/** So much work between two looks leaves memory behind; what only keeps a server alive takes less, in milliseconds. */
const workMs = 50

/** The milliseconds that this thread worked since it was asked last. */
function watchWork(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { active } = performance.eventLoopUtilization(now, before)
    before = now
    return active
  }
}

/** Has V8 give back all that it can spare, but not what it compiled, which the next work needs. Takes some 50 ms. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  setFlagsFromString('--no-flush-bytecode')
  try {
    const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  } finally {
    // V8 takes no code from a cache under other flags.
    setFlagsFromString('--no-expose-gc')
    setFlagsFromString('--flush-bytecode')
  }
}

/**
 * Gives memory back once there is nothing to do: V8 keeps what a start or a turn took until it needs the room, a fifth of a server that waits
 * (decision 161). Once after each time that there was something. Keeps no process alive. The parts are for tests.
 */
export function giveBackWhenIdle(worked: () => number = watchWork(), collect: () => void = collectAll): void {
  let owed = true
  setInterval(() => {
    if (worked() > workMs) owed = true
    else if (owed) {
      collect()
      worked() // what that took is no work
      owed = false
    }
  }, everyMs).unref()
}
