import type { SandboxStatus } from '@shared/domain/doctor'
import type { BackendName } from './choose-backend'

/** What sandbox-runtime says of the machine. */
export interface Dependencies {
  readonly supported: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The step that repairs what a line of the runtime complains of; its own words are in the reason. */
const remedies: readonly (readonly [sign: RegExp, remedy: string])[] = [
  [/bubblewrap|bwrap/, 'sudo apt install bubblewrap'],
  [/socat/, 'sudo apt install socat'],
  [/ripgrep/, 'sudo apt install ripgrep'],
  [/srt-win|windows|WFP|sandbox user|provision/i, 'npx @anthropic-ai/sandbox-runtime windows-install'],
]

/**
 * The runtime's own findings as our status. Any error makes the sandbox unavailable, and so does the one warning that
 * would take a wall away (Unix sockets not blocked).
 */
export function dependencyStatus(found: Dependencies, backend: BackendName, version: string): SandboxStatus {
  const fatal = [...found.errors, ...found.warnings.filter((warning) => warning.includes('unix socket'))]
  if (found.supported && fatal.length === 0) return { kind: 'available', backend, version }
  const reason = fatal.join('; ') || 'this platform has no sandbox'
  const remedy = remedies.find(([sign]) => sign.test(fatal[0] ?? ''))?.[1]
  return { kind: 'unavailable', reason, remedy: remedy ?? 'countersign doctor' }
}
