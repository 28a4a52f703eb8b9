import type { SandboxStatus } from '@shared/domain/doctor'

/** The names of what contains commands, as events and status show them. */
export type BackendName = Extract<SandboxStatus, { kind: 'available' }>['backend']

/**
 * Which adapter contains commands on a platform: our own bubblewrap on Linux, sandbox-runtime on macOS and Windows.
 * `none` everywhere else: no sandbox, so that every command becomes an approval (fails closed).
 */
export function chooseBackend(platform: NodeJS.Platform): 'sandbox-linux' | 'sandbox-runtime' | 'none' {
  if (platform === 'linux') return 'sandbox-linux'
  return platform === 'darwin' || platform === 'win32' ? 'sandbox-runtime' : 'none'
}

/** What sandbox-runtime contains commands with on a platform; it supports Linux too, where we use it in tests only. */
export function runtimeBackend(platform: NodeJS.Platform): BackendName | undefined {
  if (platform === 'darwin') return 'seatbelt'
  if (platform === 'win32') return 'srt-win'
  return platform === 'linux' ? 'bubblewrap' : undefined
}
