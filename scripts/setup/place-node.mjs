// Puts the Node that runs this in the place of the pinned one, where npm carries no such build (macOS, Windows on ARM): after
// `npm ci --ignore-scripts`. It must be the very version that package-lock.json pins.
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './places.mjs'
import { pinnedNode } from './run.mjs'

const lock = /** @type {{ packages: Record<string, { version: string }> }} */ (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
)
const pinned = lock.packages['node_modules/node']?.version
if (process.argv.includes('--print')) {
  console.log(pinned)
} else if (pinned !== process.versions.node) {
  console.error(
    `This is Node ${process.versions.node}; expected ${String(pinned)}, which package-lock.json pins.`,
  )
  process.exitCode = 1
} else {
  mkdirSync(dirname(pinnedNode), { recursive: true })
  copyFileSync(process.execPath, pinnedNode)
  chmodSync(pinnedNode, 0o755)
}
