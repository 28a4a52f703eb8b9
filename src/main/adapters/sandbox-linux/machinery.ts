// eslint-disable-next-line no-restricted-imports -- the engine's own file and /dev/null
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { PassedDescriptors } from '../process-execa/started-process'
import { LeakedDescriptors } from './leaked-descriptors'
import { openObserver, type Observer } from './observer'
import { openRuntimeFolder, type RuntimeFolder } from './runtime-folder'
import { seccompDescriptor } from './bwrap-args'
import { seccompFilter } from './seccomp/seccomp-filter'

/** What all runs of one engine share. */
export interface Machinery {
  readonly folder: RuntimeFolder
  /** The helper with its observer; undefined: commands run without it, under a filter that forbids more. */
  readonly helper: { readonly path: string; readonly observer: Observer } | undefined
  /** Descriptors for one start of bubblewrap; `close` them when it has started. */
  readonly descriptors: () => PassedDescriptors
  /** The same for runs in which the helper does not work. */
  withoutHelper(): Machinery
}

function assemble(folder: RuntimeFolder, helper: Machinery['helper'], leaked: LeakedDescriptors): Machinery {
  const arch = process.arch
  if (arch !== 'x64' && arch !== 'arm64')
    throw new Error(`there is no system call filter for ${arch} processors yet`)
  const program = folder.keep(seccompFilter(arch, helper ? 'under-observer' : 'alone'))
  return {
    folder,
    helper,
    descriptors() {
      const filter = openSync(program, 'r')
      const numbers = leaked.find().filter((fd) => fd !== seccompDescriptor)
      const nothing = numbers.length > 0 ? openSync('/dev/null', 'r') : undefined
      const map = new Map([[seccompDescriptor, filter]])
      if (nothing !== undefined) for (const fd of numbers) map.set(fd, nothing)
      return {
        map,
        close() {
          closeSync(filter)
          if (nothing !== undefined) closeSync(nothing)
        },
      }
    },
    withoutHelper: () => assemble(folder, undefined, leaked),
  }
}

/**
 * Opens what runs need: the runtime folder, the filter and, where there is a helper, the observer's socket. Throws where
 * that is impossible or the processor is unknown: there is then no sandbox (fails closed).
 */
export async function openMachinery(
  helper: string | undefined,
  runtimeDir: string | undefined,
): Promise<Machinery> {
  const folder = openRuntimeFolder(runtimeDir)
  const observer = helper === undefined ? undefined : await openObserver(join(folder.path, 'o'))
  const parts = helper !== undefined && observer ? { path: helper, observer } : undefined
  return assemble(folder, parts, new LeakedDescriptors())
}
