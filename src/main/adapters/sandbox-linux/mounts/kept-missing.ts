// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFileSync, statfsSync } from 'node:fs'
import { release } from 'node:os'
import { dirname } from 'node:path'
import type { Protection } from './mask'

/** ext2 to ext4, XFS, Btrfs, tmpfs, overlays, ZFS and F2FS (linux/magic.h): what has a name there has it by a call that names it so. */
const plainSystems = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010])
/** More than this is not handed to the program that observes. */
const maxBytes = 65_536

/** Whether the observing program can keep what lies in this folder missing by its name. */
function canBeKeptIn(folder: string): boolean {
  if (folder.includes('\n')) return false
  try {
    return plainSystems.has(statfsSync(folder).type)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/**
 * What of a protection the observing program keeps missing by itself (decision 154), so that nothing stands there, and the rest,
 * for which placeholders are made and mounted over: on file systems that may know one name in several forms.
 */
export function keepMissing(protection: Protection): {
  readonly protection: Protection
  readonly kept: readonly string[]
} {
  const folders = new Map<string, boolean>()
  const canBeKept = (path: string): boolean => {
    const folder = dirname(path)
    const can = folders.get(folder) ?? canBeKeptIn(folder)
    folders.set(folder, can)
    return can && !path.includes('\n')
  }
  const found = protection.missing.map(({ path }) => path).filter(canBeKept)
  const kept = new Set(Buffer.byteLength(found.join('\n')) < maxBytes ? found : [])
  return {
    protection: {
      ...protection,
      masks: protection.masks.filter(({ path }) => !kept.has(path)),
      missing: protection.missing.filter(({ path }) => !kept.has(path)),
    },
    kept: [...kept],
  }
}

/** How the observing program is told of them. */
export const keptVariable = (kept: readonly string[]): Readonly<Record<string, string>> =>
  kept.length === 0 ? {} : { COUNTERSIGN_OBSERVER_KEPT: kept.map((path) => `${path}\n`).join('') }

/**
 * Whether the observing program can do calls in the place of all processes that it observes: from Linux 5.19 on, and where Yama lets a
 * program look into its descendants at least.
 */
export function canStandIn(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  if (major < 5 || (major === 5 && minor < 19)) return false
  try {
    return ['0', '1'].includes(readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim())
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
