import { availableParallelism, totalmem } from 'node:os'
import type { ConfigFile } from '@shared/domain/settings'

/** What one command, and all commands of a session together, may have of the machine; 0 means no limit. */
export interface CommandLimits {
  /** Processes and threads at a time. */
  readonly processes: number
  /** Memory in use, in megabytes. */
  readonly memoryMb: number
  /** Files open at a time, in one process. */
  readonly openFiles: number
  /** The size of one file, in megabytes. */
  readonly fileSizeMb: number
}

const megabyte = 1_048_576

/** No limit on anything. */
export const noLimits: CommandLimits = { processes: 0, memoryMb: 0, openFiles: 0, fileSizeMb: 0 }

/**
 * What holds where config.toml says nothing: what the builds of this machine's size live with, and less than all of it. Builds
 * start work for each processor, and each of these has some threads.
 */
function defaultLimits(): CommandLimits {
  return {
    processes: Math.max(1_024, 128 * availableParallelism()),
    memoryMb: Math.floor((totalmem() / megabyte) * 0.75),
    openFiles: 65_536,
    fileSizeMb: 65_536,
  }
}

/** `[sandbox.limits]` of config.toml. */
export type ConfiguredLimits = NonNullable<ConfigFile['sandbox']>['limits']

/** The limits as they are configured; what that leaves out is as it is by default. */
export function commandLimits(configured: ConfiguredLimits): CommandLimits {
  const own = defaultLimits()
  return {
    processes: configured?.processes ?? own.processes,
    memoryMb: configured?.memory_mb ?? own.memoryMb,
    openFiles: configured?.open_files ?? own.openFiles,
    fileSizeMb: configured?.file_size_mb ?? own.fileSizeMb,
  }
}
