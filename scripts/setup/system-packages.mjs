import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** The programs that the project may need from the system, each with the package that brings it on Debian, and by the same name on most others. */
const packageOf = {
  bwrap: 'bubblewrap',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  socat: 'socat',
  rg: 'ripgrep',
  'ssh-add': 'openssh-client',
  sshd: 'openssh-server',
  kubectl: 'kubernetes-client',
  podman: 'podman',
  // What Podman starts a container by where a machine has both kinds of control groups.
  runc: 'runc',
  ccache: 'ccache',
  // What the project's own packages are taken apart and looked through with.
  appstreamcli: 'appstream',
  'desktop-file-validate': 'desktop-file-utils',
  lintian: 'lintian',
  mksquashfs: 'squashfs-tools',
  rpmbuild: 'rpm',
}

/** What all tests together need. */
export const programsOfTests = /** @type {readonly Program[]} */ (Object.keys(packageOf))

/** @typedef {keyof typeof packageOf} Program */

/** The package tools we know, and how a person installs with them. */
const installers = /** @type {const} */ ({
  'apt-get': 'apt install',
  dnf: 'dnf install',
  pacman: 'pacman -S',
  zypper: 'zypper install',
})

/**
 * What there is to do about missing programs: nothing, run these commands one after the other, or tell the person.
 * @typedef {{ kind: 'ready' }
 *   | { kind: 'install', packages: string[], commands: string[][] }
 *   | { kind: 'tell', line: string }} PackagePlan
 */

/**
 * Decides, without touching the system, how missing programs come in. Only apt is run by us; elsewhere the command is
 * for a person. One command per package: a distribution that lacks one of them still gets the other.
 * @param {{ missing: readonly Program[], tool: keyof typeof installers | undefined, rights: 'root' | 'sudo' | 'none' }} facts
 * @returns {PackagePlan}
 */
export function planPackages({ missing, tool, rights }) {
  if (missing.length === 0) return { kind: 'ready' }
  const packages = missing.map((program) => packageOf[program])
  if (tool === 'apt-get' && rights !== 'none') {
    const prefix = rights === 'sudo' ? ['sudo', '-n'] : []
    const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q']
    const installs = packages.map((name) => [...apt, 'install', '-y', '--no-install-recommends', name])
    return { kind: 'install', packages, commands: [[...apt, 'update'], ...installs] }
  }
  return { kind: 'tell', line: tellLine(packages, tool) }
}

/** @param {string[]} packages @param {keyof typeof installers | undefined} tool */
function tellLine(packages, tool) {
  const names = packages.join(' ')
  if (tool === undefined) return `Missing: ${names}. Install with your system's package tool.`
  return `Missing: ${names}. Install with: sudo ${installers[tool]} ${names}`
}

/**
 * Looks for the programs on the path and installs or names what is missing. Never throws: a missing program shows in
 * the app's doctor, and fails the tests that need it. Only Linux has any; elsewhere nothing is done.
 * @param {readonly Program[]} programs
 */
export async function ensureSystemPackages(programs) {
  if (process.platform !== 'linux') return
  // Servers lie where a user's own path may not lead.
  const path = [process.env.PATH ?? '', '/usr/sbin'].join(delimiter)
  const missing = programs.filter((program) => !isOnPath(program, path))
  if (missing.length === 0) return
  const tool = knownTools().find((name) => isOnPath(name))
  const plan = planPackages({ missing, tool, rights: await rights() })
  if (plan.kind === 'tell') console.log(plan.line)
  if (plan.kind !== 'install') return
  console.log(`Installing ${plan.packages.join(' and ')} with apt …`)
  for (const command of plan.commands) {
    const [program = '', ...args] = command
    const { code, output } = await run(program, args, { capture: true, timeoutMs: 600_000 })
    // A failed update is no reason to stop: the lists on the machine may do.
    if (code !== 0 && args.includes('install')) console.log(lastLine(output))
  }
  const still = missing.filter((program) => !isOnPath(program, path))
  if (still.length > 0)
    console.log(
      tellLine(
        still.map((program) => packageOf[program]),
        tool,
      ),
    )
}

function knownTools() {
  return /** @type {(keyof typeof installers)[]} */ (Object.keys(installers))
}

/** @returns {Promise<'root' | 'sudo' | 'none'>} */
async function rights() {
  if (process.getuid?.() === 0) return 'root'
  if (!isOnPath('sudo')) return 'none'
  const { code } = await run('sudo', ['-n', 'true'], { capture: true, timeoutMs: 10_000 })
  return code === 0 ? 'sudo' : 'none'
}

/**
 * Whether a path holds an executable of that name.
 * @param {string} program
 * @param {string} [path] default: this process's PATH
 */
export function isOnPath(program, path = process.env.PATH ?? '') {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      // Not in this folder.
      return false
    }
  })
}

/** @param {string} output */
function lastLine(output) {
  return output.trim().split('\n').at(-1) ?? ''
}
