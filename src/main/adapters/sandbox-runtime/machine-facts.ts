import { access, constants, readFile } from 'node:fs/promises'
import type { SandboxStatus } from '@shared/domain/doctor'
import { hiddenProc } from '../../core/run/hidden-proc'
import type { Installer, MachineFacts } from './doctor-checks'

const managers: readonly (readonly [program: string, installer: Installer])[] = [
  ['/usr/bin/apt-get', 'apt'],
  ['/usr/bin/dnf', 'dnf'],
  ['/usr/bin/pacman', 'pacman'],
  ['/usr/bin/zypper', 'zypper'],
  ['/sbin/apk', 'apk'],
]

/** A small file's text without the line end; undefined when there is none, which says that the kernel has no such switch. */
async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}

async function executable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false, // not there, or not ours to start: the same to us
  )
}

async function installerOf(): Promise<Installer> {
  for (const [program, installer] of managers) if (await executable(program)) return installer
  return 'unknown'
}

/**
 * Looks at the machine. Starts nothing: whether bwrap works is taken from the sandbox's own status, and on Windows its
 * reason too. `find` looks a launcher up by its trusted absolute path.
 */
export async function readMachineFacts(
  platform: NodeJS.Platform,
  find: (program: string) => string | undefined,
  status: SandboxStatus,
): Promise<MachineFacts> {
  const linux = platform === 'linux'
  const read = (file: string) => (linux ? textOf(file) : Promise.resolve(undefined))
  const [kernel, modules, appArmor, maxNamespaces, clone, installer] = await Promise.all([
    read('/proc/version'),
    read('/sys/kernel/security/lsm'),
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    read('/proc/sys/user/max_user_namespaces'),
    read('/proc/sys/kernel/unprivileged_userns_clone'),
    linux ? installerOf() : Promise.resolve('unknown' as const),
  ])
  const available = status.kind === 'available'
  return {
    platform,
    installer,
    kernel,
    bwrap: linux ? find('bwrap') : undefined,
    socat: linux ? find('socat') : undefined,
    bwrapWorks: linux ? available : undefined,
    hidesProc: linux && !available && status.reason === hiddenProc,
    landlockWorks: linux && available ? status.landlock !== false : undefined,
    securityModules: modules?.split(',') ?? [],
    appArmorRestrictsUserns: appArmor,
    maxUserNamespaces: maxNamespaces,
    usernsClone: clone,
    sandboxExec: platform === 'darwin' ? await executable('/usr/bin/sandbox-exec') : undefined,
    windowsProblems: platform === 'win32' ? (available ? [] : [status.reason]) : undefined,
  }
}
