import { z } from 'zod'

/**
 * One thing a decision adds to the sandbox. `write` makes an absolute path writable: `file` exactly that file, `tree` a
 * directory and what is below it, `entry` one entry of a directory, which may be removed, renamed or made (new names may
 * then be made beside it, but no other entry changed). `read` opens a credential store, or something in it. `host` lets the run connect to one host and port through the filtering
 * proxy; `host` is a normalised name or address, or in a stored rule `*.` and a name for every name below it.
 * `unsandboxed` is not an addition but the sandbox's absence.
 */
export const Grant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('write'), path: z.string(), extent: z.enum(['file', 'tree', 'entry']) }),
  z.strictObject({ kind: z.literal('read'), path: z.string() }),
  z.strictObject({
    kind: z.literal('host'),
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65535),
  }),
  z.strictObject({ kind: z.literal('unsandboxed') }),
])
export type Grant = z.infer<typeof Grant>

const writing = {
  file: (path: string) => `write to ${path}`,
  tree: (path: string) => `write in ${path} and below`,
  entry: (path: string) => `make, move or remove ${path}`,
} as const

/** The grant in words, as it stands on the panel: "write to /srv/x", "connect to example.org:443". */
export function describeGrant(grant: Grant): string {
  switch (grant.kind) {
    case 'write':
      return writing[grant.extent](grant.path)
    case 'read':
      return `read ${grant.path}`
    case 'host':
      return `connect to ${grant.host.includes(':') ? `[${grant.host}]` : grant.host}:${String(grant.port)}`
    case 'unsandboxed':
      return 'run without the sandbox'
  }
}
