import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The checkout that packages are made of. */
export const root = resolve(import.meta.dirname, '../../..')

/** The machine's processor, in electron-builder's words. */
export const arch = process.arch === 'arm64' ? 'arm64' : 'x64'

/** Long enough for an installer on a busy machine. */
export const packingLimit = 500_000

/** How long the stand-in for AppImage's runtime is: what follows it is the file system. */
export const runtimeLength = 4096

/**
 * The C library before 2.41 loses a wake-up where several threads wait for one (bug 25847). The builder does one thing after another: seen once, all
 * four of libuv's threads slept beside a file that was to be read, and nothing else came that would have woken them.
 */
const oneWorker = { UV_THREADPOOL_SIZE: '1' }

/**
 * Makes packages over a stand-in for the Electron runtime with the project's own script, into a new folder. `args` are the script's. Throws
 * with what it printed.
 */
export async function packStandIn(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'countersign-package-'))
  // Everyone may go through it: what is inside is run as another user, too.
  chmodSync(output, 0o755)
  const all = ['scripts/package.mjs', '--stub', ...args, `-c.directories.output=${output}`]
  const made = promisify(execFile)(process.execPath, all, {
    cwd: root,
    maxBuffer: 1e8,
    timeout: packingLimit,
    env: { ...process.env, ...oneWorker, ...env },
  })
  await made.catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`packaging failed:\n${stdout}${stderr}`, { cause: error })
  })
  return output
}

/** The laid-out application of a package folder. */
export function unpackedIn(output: string): string {
  return join(output, arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
}

/** The one file of a folder with this ending. */
export function fileIn(folder: string, ending: string): string {
  const found = readdirSync(folder).filter((name) => name.endsWith(ending))
  if (found[0] === undefined || found.length > 1)
    throw new Error(`${folder} has ${String(found.length)} *${ending}`)
  return join(folder, found[0])
}

/**
 * The builder's own tools come from where tests may not go: here are those of the distribution, and an AppImage runtime that is none
 * (such a file can be taken apart, not started). Gives the variables that name them.
 */
export function distributionTools(): NodeJS.ProcessEnv {
  const tools = mkdtempSync(join(tmpdir(), 'countersign-tools-'))
  symlinkSync(onPath('desktop-file-validate'), join(tools, 'desktop-file-validate'))
  // Compressing takes longer than all else, and nobody looks at it.
  const squash = `#!/bin/sh\nexec '${onPath('mksquashfs')}' "$@" -noI -noD -noF -noX\n`
  writeFileSync(join(tools, 'mksquashfs'), squash, { mode: 0o755 })
  mkdirSync(join(tools, 'runtimes'))
  mkdirSync(join(tools, 'lib', arch), { recursive: true })
  writeFileSync(join(tools, 'runtimes', `runtime-${arch}`), Buffer.alloc(runtimeLength))
  const fpm = join(tools, 'fpm')
  writeFileSync(
    fpm,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'fpm.ts')}' "$@"\n`,
    { mode: 0o755 },
  )
  return { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: fpm }
}

/** Runs a program of the system and gives what it printed, both ways. Throws where it cannot be started. */
export function ask(
  program: string,
  args: readonly string[],
  cwd?: string,
): { code: number | null; text: string } {
  const ran = spawnSync(onPath(program), args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    ...(cwd === undefined ? {} : { cwd }),
  })
  return { code: ran.status, text: `${ran.stdout}${ran.stderr}` }
}

/** Where a program is; throws, naming the package that brings it, where it is not: nothing is left out quietly. */
export function onPath(name: string): string {
  if (name.startsWith('/')) return name
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(
      `${name} is missing: npm test installs it, or apt install lintian rpm desktop-file-utils appstream squashfs-tools`,
    )
  return found
}
