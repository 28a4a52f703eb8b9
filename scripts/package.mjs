// Makes installers for this system in release/. Everything after `--` goes to electron-builder, except:
//   --stub            a stand-in for the Electron runtime, to look at what a package holds (Linux); it says so in its name
//   --runtime FOLDER  an unpacked Electron runtime of the version in package-lock.json, or its zip; nothing is downloaded for it
//   --feed URL        where installed copies look for their updates; without it they look nowhere
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { shownOf, wantedOf } from './packaging/builder-words.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { obtainRuntime } from './setup/electron-runtime.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { runTool } from './setup/run.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  const stub = args.includes('--stub')
  const rest = withRuntime(withFeed(args.filter((arg) => arg !== '--stub')))
  await prepare([])
  await ensureBuilt()
  return stub ? packageStub(rest) : packageReal(rest)
})

/** @param {string[]} args @returns {string[]} */
function withFeed(args) {
  const at = args.indexOf('--feed')
  if (at === -1) return args
  const given = args[at + 1] ?? ''
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol !== 'https:')
    throw new Error(`--feed ${given}: expected an address with https, where the files of a release lie.`)
  return [
    ...args.slice(0, at),
    ...args.slice(at + 2),
    '-c.publish.provider=generic',
    `-c.publish.url=${url.href}`,
  ]
}

/** @param {string[]} args @returns {string[]} */
function withRuntime(args) {
  const at = args.indexOf('--runtime')
  if (at === -1) return args
  const given = args[at + 1] ?? ''
  const path = resolve(given)
  if (given === '' || !existsSync(path))
    throw new Error(`--runtime ${given}: expected a folder with an unpacked Electron runtime, or its zip.`)
  return [...args.slice(0, at), ...args.slice(at + 2), `-c.electronDist=${path}`]
}

/** @param {string[]} args */
async function packageReal(args) {
  const config = ['--config', 'electron-builder.yml']
  if (args.some((arg) => arg.startsWith('-c.electronDist='))) return build([...config, ...args])
  // electron-builder would fetch it by itself, but tell its absence in many lines and after many tries.
  const runtime = await obtainRuntime({ retry: true })
  if (runtime.kind === 'none')
    throw new Error(
      `${runtime.reason}: no package was made. ELECTRON_MIRROR names a mirror; -- --runtime FOLDER takes one that is here.`,
    )
  return build([...config, `-c.electronDist=${runtime.folder}`, ...args])
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
  const { code, output } = await runTool('electron-builder', ['--publish', 'never', ...args], {
    onLine: (line) => {
      const shown = shownOf(line)
      if (shown !== undefined) console.log(shown)
    },
  })
  const wanted = code === 0 ? undefined : wantedOf(output)
  if (wanted !== undefined) throw new Error(wanted)
  return code
}
