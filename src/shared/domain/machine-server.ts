import { z } from 'zod'

/**
 * A program that listens on this machine, outside of every sandbox. `program` is its name as the kernel has it, which it chose
 * itself (untrusted); `user` whom it runs as. Absent: the kernel does not let that be read.
 */
export const MachineServer = z.strictObject({ program: z.string().optional(), user: z.string().optional() })
export type MachineServer = z.infer<typeof MachineServer>

/** The one name by which a command in a sandbox speaks of the machine around it; its own `localhost` is its session's. */
export const machineName = 'host.countersign.internal'

/** Whether a normalised host is this machine's own loopback, outside the sandbox: `localhost`, or one of the two addresses. */
export function isMachineHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '::1'
}

/** The same of a `host:port`; false without a port. */
export function isMachineTarget(target: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\]):\d+$/.test(target)
}
