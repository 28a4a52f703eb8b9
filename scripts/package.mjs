// Makes installers for this system in release/. Everything after `--` goes to electron-builder, except:
//   --stub  a stand-in for the Electron runtime, to look at what a package holds; with --dir only
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './setup/build.mjs'
import { obtainRuntime } from './setup/electron-runtime.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { runTool } from './setup/run.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  const stub = args.includes('--stub')
  if (stub && !args.includes('--dir')) throw new Error('--stub makes no installer: use it with --dir.')
  await prepare([])
  await ensureBuilt()
  const rest = args.filter((arg) => arg !== '--stub')
  return stub ? packageStub(rest) : packageReal(rest)
})

/** @param {string[]} args */
async function packageReal(args) {
  // electron-builder would fetch it by itself, but tell its absence in many lines and after many tries.
  const runtime = await obtainRuntime({ retry: true })
  if (runtime.kind === 'none') throw new Error(`${runtime.reason}: no package was made.`)
  return build(['--config', 'electron-builder.yml', ...args])
}

/** @param {string[]} args */
async function packageStub(args) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stub-'))
  try {
    writeFileSync(
      join(folder, 'electron'),
      '#!/bin/sh\necho "This is a stand-in for Electron." >&2\nexit 1\n',
    )
    chmodSync(join(folder, 'electron'), 0o755)
    return await build(['--linux', '--config', 'build/stub.yml', `-c.electronDist=${folder}`, ...args])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string[]} args */
async function build(args) {
  const { code } = await runTool('electron-builder', ['--publish', 'never', ...args])
  return code
}
