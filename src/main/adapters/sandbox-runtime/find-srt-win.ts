import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where sandbox-runtime's Windows helper lies for this machine, outside the asar when packaged: the system cannot run a
 * program inside an archive. Undefined when there is none; the library then says that it is missing.
 */
export function findSrtWin(): string | undefined {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@anthropic-ai/sandbox-runtime')
  const helper = join(dirname(entry), '..', 'vendor', 'srt-win', process.arch, 'srt-win.exe')
  const unpacked = helper.replace(/app\.asar([\\/])/, 'app.asar.unpacked$1')
  return existsSync(unpacked) ? unpacked : undefined
}
