import type { DoctorCheck } from '@shared/domain/doctor'
import { hiddenProcRemedy } from '../../core/run/hidden-proc'

/** Package managers we know the install command of. */
export type Installer = 'apt' | 'dnf' | 'pacman' | 'zypper' | 'apk' | 'unknown'

/** What was found on the machine, gathered by machine-facts; undefined where a platform has no such thing. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform
  readonly installer: Installer
  /** The text of /proc/version. */
  readonly kernel: string | undefined
  /** Absolute paths, undefined when missing. */
  readonly bwrap: string | undefined
  readonly socat: string | undefined
  /** Whether bwrap made a sandbox when it was tried; undefined when it was not tried. */
  readonly bwrapWorks: boolean | undefined
  /** That did not work since a container hides parts of /proc. */
  readonly hidesProc: boolean
  /** Whether Landlock could be used when it was tried; undefined when it was not tried. */
  readonly landlockWorks: boolean | undefined
  /** The kernel's security modules, from /sys/kernel/security/lsm. */
  readonly securityModules: readonly string[]
  /** /proc/sys/kernel/apparmor_restrict_unprivileged_userns, Ubuntu 23.10 and later. */
  readonly appArmorRestrictsUserns: string | undefined
  /** /proc/sys/user/max_user_namespaces. */
  readonly maxUserNamespaces: string | undefined
  /** /proc/sys/kernel/unprivileged_userns_clone, Debian's own switch. */
  readonly usernsClone: string | undefined
  /** Whether /usr/bin/sandbox-exec may be executed. */
  readonly sandboxExec: boolean | undefined
  /** What sandbox-runtime complains of on Windows; empty when it is set up. */
  readonly windowsProblems: readonly string[] | undefined
}

const commands: Readonly<Record<Installer, string>> = {
  apt: 'sudo apt install ',
  dnf: 'sudo dnf install ',
  pacman: 'sudo pacman -S ',
  zypper: 'sudo zypper install ',
  apk: 'sudo apk add ',
  unknown: 'Install the package ',
}

/** The exact command that installs a package, or a sentence where the machine's package manager is not known. */
export function installCommand(installer: Installer, name: string): string {
  return `${commands[installer]}${name}`
}

const closed = 'Every command stops for you and can only be allowed outside the sandbox.'

function missing(id: string, title: string, detail: string, remedy: string): DoctorCheck {
  return { id, title, status: 'missing', detail: `${detail} ${closed}`, remedy }
}

/** WSL 1 has no namespaces at all; its kernel names Microsoft with a capital letter and no WSL2. */
export function wslCheck(facts: MachineFacts): DoctorCheck | undefined {
  const { kernel = '' } = facts
  if (!/Microsoft/.test(kernel) || /WSL2|microsoft-standard/.test(kernel)) return undefined
  return missing(
    'wsl1',
    'This is WSL 1',
    'WSL 1 does not run a Linux kernel, so there is nothing to make a sandbox of.',
    'In Windows PowerShell: wsl --list, then wsl --set-version <distribution> 2',
  )
}

/** bubblewrap missing; where the kernel has Landlock, says why that alone is not used. */
export function bwrapCheck(facts: MachineFacts): DoctorCheck | undefined {
  if (facts.bwrap !== undefined) return undefined
  const landlock = facts.securityModules.includes('landlock')
    ? ' The kernel has Landlock, but Landlock alone hides no processes, no sockets and no metadata calls, so it is not used by itself.'
    : ''
  return missing(
    'bubblewrap',
    'bubblewrap is missing',
    `bubblewrap makes the sandbox on Linux.${landlock}`,
    installCommand(facts.installer, 'bubblewrap'),
  )
}

/** The AppArmor profile that lets bwrap, and it alone, make user namespaces. */
function appArmorRemedy(bwrap: string): string {
  const lines = [
    'abi <abi/4.0>,',
    'include <tunables/global>',
    `profile bwrap ${bwrap} flags=(unconfined) {`,
    '  userns,',
    '}',
  ]
  return `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap`
}

/** Why a bwrap that is there does not work: the first of the kernel's switches that forbids user namespaces. */
export function usernsCheck(facts: MachineFacts): DoctorCheck | undefined {
  const { bwrap, bwrapWorks, hidesProc, maxUserNamespaces, usernsClone, appArmorRestrictsUserns } = facts
  if (bwrap === undefined || bwrapWorks !== false) return undefined
  if (hidesProc)
    return missing(
      'hidden-proc',
      'This container hides parts of /proc',
      'Where some of it is hidden, the kernel lets no sandbox have a /proc of its own.',
      hiddenProcRemedy,
    )
  const title = 'User namespaces are switched off'
  if (maxUserNamespaces === '0')
    return missing(
      'max-user-namespaces',
      title,
      'user.max_user_namespaces is 0, so bubblewrap cannot start.',
      "echo 'user.max_user_namespaces = 15000' | sudo tee /etc/sysctl.d/60-user-namespaces.conf && sudo sysctl --system",
    )
  if (usernsClone === '0')
    return missing(
      'userns-clone',
      title,
      'kernel.unprivileged_userns_clone is 0, so bubblewrap cannot start for an ordinary user.',
      "echo 'kernel.unprivileged_userns_clone = 1' | sudo tee /etc/sysctl.d/60-user-namespaces.conf && sudo sysctl --system",
    )
  if (appArmorRestrictsUserns === '1')
    return missing(
      'apparmor-userns',
      'AppArmor restricts user namespaces',
      'kernel.apparmor_restrict_unprivileged_userns is 1 (the default of Ubuntu 24.04) and no profile exempts bubblewrap.',
      appArmorRemedy(bwrap),
    )
  return missing(
    'bubblewrap-fails',
    'bubblewrap does not work here',
    'It is installed but cannot make a sandbox, perhaps because this is a container that may not.',
    `${bwrap} --unshare-user --ro-bind / / true`,
  )
}

/** socat bridges the sandbox's empty network to the filtering proxy. Without it there are no grants of single hosts. */
export function socatCheck(facts: MachineFacts): DoctorCheck | undefined {
  if (facts.platform !== 'linux') return undefined
  return facts.socat === undefined
    ? {
        id: 'socat',
        title: 'socat is missing',
        status: 'warn',
        detail:
          'Single hosts cannot be granted without it: sandboxed commands have no network, unless the policy opens all of it.',
        remedy: installCommand(facts.installer, 'socat'),
      }
    : { id: 'socat', title: 'Single hosts can be granted', status: 'ok', detail: facts.socat }
}

/** Landlock closes what mounts cannot (decision 043). Without it commands are contained, but for one opening. */
export function landlockCheck(facts: MachineFacts): DoctorCheck | undefined {
  if (facts.landlockWorks !== false) return undefined
  const why = facts.securityModules.includes('landlock')
    ? 'The kernel has Landlock, but it did not work when it was tried; version 2 is needed (Linux 5.19).'
    : 'Version 2 of it is needed, and that it is switched on (Linux 5.19, landlock among the security modules).'
  return {
    id: 'landlock',
    title: 'Landlock is missing or too old',
    status: 'warn',
    detail: `Named pipes outside the workspace can be written to, and debuggers do not work in the sandbox. ${why}`,
    remedy: 'Use a kernel of Linux 5.19 or later, with landlock in the list of its lsm= parameter',
  }
}

/** macOS ships sandbox-exec; a system without it has been changed. */
export function seatbeltCheck(facts: MachineFacts): DoctorCheck | undefined {
  if (facts.platform !== 'darwin' || facts.sandboxExec === true) return undefined
  return missing(
    'sandbox-exec',
    'sandbox-exec is missing',
    '/usr/bin/sandbox-exec is part of macOS and cannot be executed here.',
    'Reinstall macOS from Recovery, which keeps your files',
  )
}

/** Windows needs its sandbox user and network filter set up once, with one confirmation by an administrator. */
export function windowsCheck(facts: MachineFacts): DoctorCheck | undefined {
  if (facts.platform !== 'win32' || facts.windowsProblems?.length === 0) return undefined
  return missing(
    'srt-win',
    'The Windows sandbox is not set up',
    `${facts.windowsProblems?.[0] ?? 'srt-win could not be asked'}.`.replace(/\.\.$/, '.'),
    'npx @anthropic-ai/sandbox-runtime windows-install',
  )
}

/** Every row that applies, the most basic cause first: once one says that there is no sandbox, those behind it are idle. */
export function sandboxChecks(facts: MachineFacts): readonly DoctorCheck[] {
  const linux = facts.platform === 'linux'
  const cause = linux
    ? (wslCheck(facts) ?? bwrapCheck(facts) ?? usernsCheck(facts))
    : (seatbeltCheck(facts) ?? windowsCheck(facts))
  return [cause, landlockCheck(facts), socatCheck(facts)].filter((check) => check !== undefined)
}
