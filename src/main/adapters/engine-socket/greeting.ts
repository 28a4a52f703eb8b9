import type { Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { PrivateFolder } from '../own-process/private-folder'
import { ofThisMachine } from '../own-process/private-socket'
import { proofName, secretForm } from '../own-process/proof'

/** How long one may take to show who it is, in milliseconds. */
const greetingMs = 10_000
const largestGreeting = 4 * 1024

/** What whoever attaches says first: a proof that it is this user's, and the text that the engine is to prove the same with. */
export const Hello = z.strictObject({
  kind: z.literal('attach'),
  version: z.string().max(100),
  confinement: z.literal('container').optional(),
  proof: z.string().regex(proofName),
  secret: z.string().regex(secretForm),
  nonce: z.string().regex(secretForm),
})

/** The engine that one wants who attaches; `version` with its build, as `EngineSocket` has it. */
export type AskedEngine = Pick<z.infer<typeof Hello>, 'version'> & {
  readonly confinement?: 'container' | undefined
}

/**
 * What the engine answers one that has shown who it is. `inUse`: it is another version or build, and this process; one that names no build is not told. `leaving`: it ends, and another is to be started. `confined-otherwise`: it was started with
 * another confinement than is asked for, and is in use.
 */
export const Welcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('welcome'),
    proof: z.string().regex(proofName),
    inUse: z.int().positive().optional(),
  }),
  z.strictObject({ kind: z.enum(['leaving', 'confined-otherwise']) }),
])
export type Welcome = z.infer<typeof Welcome>

/** The folder of a home's engine. */
export const folderOf = (home: string): string => join(home, 'engine')

/** Sockets of engines of this machine. */
export function socketsIn(folder: PrivateFolder): readonly string[] {
  const machine = ofThisMachine()
  return folder.names().filter((name) => name.startsWith(machine) && name.endsWith('.sock'))
}

/** The first line that comes, what follows it being left in the stream; undefined: none in time, or it is too long. */
export function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((settled) => {
    let held = Buffer.alloc(0)
    const finish = (line: string | undefined): void => {
      clearTimeout(timer)
      socket.off('data', take).off('close', none)
      socket.pause()
      settled(line)
    }
    const none = (): void => {
      finish(undefined)
    }
    const take = (piece: Buffer): void => {
      held = Buffer.concat([held, piece])
      const end = held.indexOf(0x0a)
      if (end < 0 && held.length <= largestGreeting) return
      if (end < 0 || end > largestGreeting) {
        none()
        return
      }
      finish(held.toString('utf8', 0, end))
      if (end + 1 < held.length) socket.unshift(held.subarray(end + 1))
    }
    const timer = setTimeout(none, greetingMs)
    socket.on('data', take).once('close', none)
  })
}
