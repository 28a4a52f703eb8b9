import { stat } from 'node:fs'

/** How often it is looked whether something waits, in milliseconds. */
const everyMs = 2_000
/** What libuv's threads do for this process, as Node names it. */
const threadWork = /^(FSReq|GetAddrInfoReq)/

/**
 * glibc before 2.41 can lose a wake-up where several threads wait for one (bug 25847): something stands in libuv's queue, all its threads
 * sleep, and nothing comes of it until the next thing is queued (decision 159). So where a file or a name is waited for, something is queued.
 * Keeps no process alive, and queues nothing while nothing waits. The parts are for tests.
 */
export function wakeSleepers(
  waiting: () => readonly string[] = () => process.getActiveResourcesInfo(),
  queue: () => void = () => {
    stat('/', () => undefined)
  },
): void {
  setInterval(() => {
    if (waiting().some((name) => threadWork.test(name))) queue()
  }, everyMs).unref()
}
