import { z } from 'zod'
import { MachineServer } from './machine-server'

/**
 * One thing the sandbox stopped. `target` is an absolute path, `host:port`, or a system call's name.
 * `source` says how it is known: `kernel` was reported by the kernel for this very attempt and intersected with
 * the policy; `proxy` is a connection that the run's own filtering proxy refused (it knows, for it did it);
 * `guess` was only read in the command's output and never widens access (docs/spec/sandbox.md); `command` is a read that nobody saw: the
 * run failed, and its words name what was closed to it, or a program that logs in with it (decision 216).
 * `protectedBy` is the protected path, at or above the target, for whose sake a write was stopped in a writable folder.
 * `emptied` is the topmost folder of which the run tried to remove everything that is in it, this included.
 * `servers` is what listened there when a connection to this machine's own loopback was asked for; empty: nothing did.
 * `operation` is the system call, with `_excl` behind it for an open that makes the
 * name or fails. That of a refused connection is one of core/network/host-verdict's reasons; only `connect` can be granted.
 */
export const Evidence = z.strictObject({
  kind: z.enum(['write', 'read', 'network', 'syscall']),
  target: z.string(),
  operation: z.string().optional(),
  source: z.enum(['kernel', 'proxy', 'command', 'guess']),
  backend: z.string(),
  protectedBy: z.string().optional(),
  emptied: z.string().optional(),
  servers: z.array(MachineServer).optional(),
})
export type Evidence = z.infer<typeof Evidence>

/** Whether it is of a socket of the machine, by its path: a connection that the kernel refused. */
export const isSocket = ({ kind, source, operation }: Evidence): boolean =>
  kind === 'write' && source === 'kernel' && operation === 'connect'

/** What was tried, by the name that the system has for it; undefined: nobody knows. */
export const operationName = ({ operation }: Evidence): string | undefined => operation?.replace(/_excl$/, '')
