import { existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PATH with what the demo needs, and without bubblewrap. */
export function noSandboxPath(): string {
  const bin = mkdtempSync(join(tmpdir(), 'cs-bin-'))
  for (const program of ['git', 'bash', 'ls', 'cp', 'rm', 'head', 'env'])
    for (const folder of ['/usr/bin', '/bin'])
      if (existsSync(join(folder, program)) && !existsSync(join(bin, program)))
        symlinkSync(join(folder, program), join(bin, program))
  return bin
}
