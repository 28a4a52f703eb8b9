// eslint-disable-next-line no-restricted-imports -- the kernel's own files
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** O_CLOEXEC in /proc's octal flags, on both supported processors. */
const closeOnExec = 0o2000000
/** How long what was read of a descriptor counts, in milliseconds. */
const trustedMs = 5_000

/** What tells a descriptor from a later one under the same number; undefined: it was closed since. */
function identity(fd: number): string | undefined {
  try {
    return `${String(fd)} ${readlinkSync(`/proc/self/fd/${String(fd)}`)}`
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${String(fd)}`, 'latin1'))?.[1]
    return (parseInt(flags ?? '0', 8) & closeOnExec) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // the one that read the folder, closed since
    throw error
  }
}

/**
 * Finds the descriptors above standard error that a child would inherit: those that this process was itself started with,
 * or that a native library opened without O_CLOEXEC. Node's own are never among them. bubblewrap passes on what it gets,
 * so they must be covered when it is started.
 */
export class LeakedDescriptors {
  readonly #inherited = new Map<string, boolean>()
  #readAt = -Infinity

  /** The numbers of those that are open now. */
  find(): readonly number[] {
    const now = performance.now()
    if (now - this.#readAt > trustedMs) {
      this.#inherited.clear()
      this.#readAt = now
    }
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => {
        if (fd <= 2) return false
        const name = identity(fd)
        if (name === undefined) return false
        const known = this.#inherited.get(name)
        if (known !== undefined) return known
        const inherited = isInherited(fd)
        this.#inherited.set(name, inherited)
        return inherited
      })
  }
}
