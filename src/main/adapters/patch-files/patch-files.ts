import { lstat, mkdir, mkdtemp, realpath, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isWithin } from '../../core/shell/paths'
import type { PatchFiles, StagedPatch, PatchStep } from '../../core/ports/patch-files'
import type { ReadLimits } from '../../core/ports/read-files'
import { applierScript } from './applier-script'
import { ownPrefix } from '../own-process/process-name'
import { lookAtPath } from './look-at-path'
import { writeNote } from './patch-note'

/** Programs come from where systems keep theirs, never from the user's PATH, which a workspace may be on. */
const env = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin', LC_ALL: 'C' } as const

/** What the adapter is built with. */
export interface PatchFilesOptions {
  /** Folders of the engine's to stage in, the preferred first. One that a sandboxed command could write to is passed over. */
  readonly staging: readonly string[]
  /** The sandbox's own view of where a policy lets commands write. */
  readonly writableRoots: (
    policy: SandboxPolicy,
    workspace: string,
    tmpdir: string | undefined,
  ) => readonly string[]
  /** Which files are not read for a patch, credential stores above all. */
  readonly limits: ReadLimits
  /** What is asked about even inside the writable roots: absolute paths, or names at any depth such as `.git/hooks`. */
  readonly protectedPaths: readonly string[]
  /** Settles when what killed engines left is cleared away: no file is looked at before. Default: there is nothing to wait for. */
  readonly cleared?: Promise<void>
}

/**
 * A fresh folder of ours that no sandboxed command can reach: otherwise an approved text could be exchanged. Where every file is
 * open there is none, and a command that would exchange the text could write the file itself.
 */
async function makeStagingFolder(staging: readonly string[], writable: readonly string[]): Promise<string> {
  for (const folder of staging) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const real = await realpath(folder)
      if (writable.includes('/') || !writable.some((root) => isWithin(real, root)))
        return await mkdtemp(join(real, `${ownPrefix()}patch-`))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error // not here: the next folder
    }
  }
  throw new FaultError({
    code: 'internal',
    message: 'There is no folder to lay a patch out in that sandboxed commands cannot write to.',
    remedy: 'Set COUNTERSIGN_HOME to a folder outside of the writable roots.',
  })
}

function argumentsOf(step: PatchStep, number: number): string[] {
  const mode = 'mode' in step && step.mode !== undefined ? step.mode.toString(8).padStart(4, '0') : '-'
  const held = 'before' in step && step.before !== undefined ? 'held' : '-'
  return [step.kind, step.folder, step.name, String(number), mode, held]
}

async function writeStaged(folder: string, steps: readonly PatchStep[]): Promise<void> {
  for (const [number, step] of steps.entries()) {
    const file = (ending: string): string => join(folder, `${number}.${ending}`)
    if ('text' in step) await writeFile(file('new'), step.text, { flag: 'wx', mode: 0o400 })
    if ('before' in step && step.before !== undefined)
      await writeFile(file('old'), step.before, { flag: 'wx', mode: 0o400 })
  }
}

/**
 * A file that did not exist before and was granted on its own can only be emptied again inside the sandbox: it is a
 * mount point there. The empty rest is taken away here.
 */
async function removeEmptied(step: PatchStep): Promise<void> {
  if (step.kind !== 'fill' || step.before !== undefined) return
  const place = join(step.folder, step.name)
  try {
    const stats = await lstat(place)
    if (stats.isFile() && stats.size === 0) await unlink(place)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error // it is gone, or not ours to remove
  }
}

/** The patch port over the real file system and the applier script. Needs a POSIX sh, and cmp, on the machine. */
export function createPatchFiles({
  staging,
  writableRoots,
  limits,
  protectedPaths,
  cleared,
}: PatchFilesOptions): PatchFiles {
  return {
    places: (policy, workspace, tmpdir) =>
      Promise.resolve({ writable: writableRoots(policy, workspace, tmpdir), protected: protectedPaths }),
    async look(path, end, roots) {
      await cleared
      return lookAtPath(path, end, limits.judge(roots))
    },
    async stage(id, steps, writable): Promise<StagedPatch> {
      const folder = await makeStagingFolder(staging, writable)
      const clear = () => rm(folder, { recursive: true, force: true })
      try {
        await writeNote(folder, id, steps)
        await writeStaged(folder, steps)
      } catch (error) {
        await clear()
        const reason = error instanceof Error ? error.message : String(error)
        throw new FaultError({ code: 'internal', message: `the patch cannot be laid out: ${reason}` }, error)
      }
      const rest = [folder, id, ...steps.flatMap(argumentsOf)]
      const script = ['/bin/sh', '-c', applierScript, 'apply_patch']
      return {
        folder,
        env,
        command: [...script, 'apply', ...rest],
        undo: [...script, 'undo', ...rest],
        settle: async (applied) => {
          // What could not be cleared away lies in a private folder, and changes nothing.
          await clear().catch(() => undefined)
          if (!applied) await Promise.all(steps.map(removeEmptied))
        },
      }
    },
  }
}
