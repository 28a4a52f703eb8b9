import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packEngine } from '../../src/main/adapters/engine-archive/engine-archive'
import type { PackedEngine } from '../../src/main/core/host-link/install-engine'

/**
 * An engine in the places that a real one has, of 2 MB that do not compress: its Node says this version (`says`: another) and no more, and `bin/sleep` is a
 * program of its own that can run.
 */
export async function smallEngine(base: string, version: string, says = version): Promise<PackedEngine> {
  const root = join(base, `engine-${version}`)
  const write = (path: string, content: string | Buffer, mode = 0o644): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content, { mode })
  }
  write('package.json', '{}')
  write('out/main/cli.js', '')
  write('out/main/rest.bin', randomBytes(2_000_000))
  // Deeper than the name in a tar may be.
  const deep = `out/${'a-long-name/'.repeat(12)}file`
  write(deep, 'x')
  const node = `#!/bin/sh\n[ "$(cat "\${0%/node_modules/*}/${deep}")" = x ] && echo ${says}\n`
  write('node_modules/node/bin/node', node, 0o755)
  write('bin/countersign', `#!/bin/sh\necho ${version}\n`, 0o755)
  copyFileSync('/bin/sleep', join(root, 'bin/sleep'))
  return packEngine(root, version)
}
