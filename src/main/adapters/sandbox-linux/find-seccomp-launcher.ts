import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where sandbox-runtime's `apply-seccomp` lies for this machine (x64 and arm64 only), outside the asar when packaged.
 * Undefined when there is none: commands are then contained, but denials carry no kernel evidence.
 */
export function findSeccompLauncher(): string | undefined {
  if (process.arch !== 'x64' && process.arch !== 'arm64') return undefined
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@anthropic-ai/sandbox-runtime')
  const helper = join(dirname(entry), '..', 'vendor', 'seccomp', process.arch, 'apply-seccomp')
  const unpacked = helper.replace('app.asar/', 'app.asar.unpacked/')
  return existsSync(unpacked) ? unpacked : undefined
}
