import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Bounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
})
/** A place on the screens, in the system's own units; the size is never nothing. */
export type Bounds = z.infer<typeof Bounds>

const Remembered = z.object({
  window: Bounds.extend({ maximized: z.boolean() }).optional().catch(undefined),
  /** The version that was last started, whose news are known. */
  version: z.string().optional().catch(undefined),
  /** Whether it was asked about the command for terminals. */
  launcherAsked: z.boolean().optional().catch(undefined),
})
/** What is remembered; what is absent was never known, or could not be read. */
export type Remembered = z.infer<typeof Remembered>

/** What the application remembers of its own windows from one start to the next. Nothing of it decides anything. */
export interface DesktopMemory {
  read(): Remembered
  /** Never throws: what cannot be written is asked or placed anew next time. */
  write(change: Partial<Remembered>): void
}

/** Keeps it in this file; what is there and cannot be read counts as nothing. */
export function desktopMemory(file: string): DesktopMemory {
  let known: Remembered | undefined
  const read = (): Remembered => (known ??= readFrom(file))
  return {
    read,
    write(change) {
      known = { ...read(), ...change }
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.new`, JSON.stringify(known), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch {
        // A full disk or a folder that is gone: the window still opens.
      }
    },
  }
}

function readFrom(file: string): Remembered {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
