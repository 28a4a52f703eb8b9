import type { Sandbox } from '../../core/ports/sandbox'

/** The sandbox of a system that has none: says so, and runs nothing (fails closed). */
export function createNoSandbox(platform: NodeJS.Platform): Sandbox {
  const reason = `there is no sandbox for ${platform}`
  const status = { kind: 'unavailable', reason, remedy: 'Use Linux, macOS or Windows' } as const
  return {
    confinement: 'none',
    status: () => Promise.resolve(status),
    recheck: () => Promise.resolve(status),
    run: () => Promise.resolve({ kind: 'failed', reason }),
  }
}
