import { describe, expect, it } from 'vitest'
import { DoctorCheck } from '@shared/domain/doctor'
import {
  sandboxChecks,
  type MachineFacts,
} from '../../../../../src/main/adapters/sandbox-runtime/doctor-checks'

const linux: MachineFacts = {
  platform: 'linux',
  installer: 'apt',
  kernel: 'Linux version 6.18.0-1-amd64 (debian-kernel@lists.debian.org)',
  bwrap: '/usr/bin/bwrap',
  socat: '/usr/bin/socat',
  bwrapWorks: true,
  hidesProc: false,
  landlockWorks: true,
  securityModules: ['lockdown', 'capability', 'landlock', 'yama', 'apparmor'],
  appArmorRestrictsUserns: undefined,
  maxUserNamespaces: '63000',
  usernsClone: '1',
  sandboxExec: undefined,
  windowsProblems: undefined,
}
const elsewhere = {
  ...linux,
  kernel: undefined,
  bwrap: undefined,
  socat: undefined,
  bwrapWorks: undefined,
  landlockWorks: undefined,
  securityModules: [],
}
const mac: MachineFacts = { ...elsewhere, platform: 'darwin', sandboxExec: true }
const windows: MachineFacts = { ...elsewhere, platform: 'win32', windowsProblems: [] }
const fails = { ...linux, bwrapWorks: false }

const shown = (facts: MachineFacts) =>
  sandboxChecks(facts).map(({ id, status, remedy }) => [id, status, remedy])

const socatOk = ['socat', 'ok', undefined]

describe('what the doctor says of the sandbox', () => {
  it.each<[string, MachineFacts, unknown[]]>([
    ['all is well on Linux', linux, [socatOk]],
    ['all is well on macOS', mac, []],
    ['all is well on Windows', windows, []],
    ['socat is missing', { ...linux, socat: undefined }, [['socat', 'warn', 'sudo apt install socat']]],
    [
      'socat is missing on Fedora',
      { ...linux, socat: undefined, installer: 'dnf' },
      [['socat', 'warn', 'sudo dnf install socat']],
    ],
    [
      'bubblewrap is missing',
      { ...linux, bwrap: undefined, bwrapWorks: false },
      [['bubblewrap', 'missing', 'sudo apt install bubblewrap'], socatOk],
    ],
    [
      'bubblewrap is missing, no known package manager',
      { ...linux, bwrap: undefined, bwrapWorks: false, installer: 'unknown' },
      [['bubblewrap', 'missing', 'Install the package bubblewrap'], socatOk],
    ],
    [
      'WSL 1',
      {
        ...fails,
        kernel: 'Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com) (gcc version 5.4.0)',
      },
      [
        ['wsl1', 'missing', 'In Windows PowerShell: wsl --list, then wsl --set-version <distribution> 2'],
        socatOk,
      ],
    ],
    [
      'WSL 1 before a missing bubblewrap',
      { ...linux, bwrap: undefined, kernel: 'Linux version 4.4.0-22621-Microsoft (x@y)' },
      [['wsl1', 'missing', expect.any(String)], socatOk],
    ],
    [
      'WSL 2 is no obstacle',
      { ...linux, kernel: 'Linux version 5.15.153.1-microsoft-standard-WSL2 (root@host)' },
      [socatOk],
    ],
    [
      'user namespaces set to none',
      { ...fails, maxUserNamespaces: '0' },
      [
        [
          'max-user-namespaces',
          'missing',
          "echo 'user.max_user_namespaces = 15000' | sudo tee /etc/sysctl.d/60-user-namespaces.conf && sudo sysctl --system",
        ],
        socatOk,
      ],
    ],
    [
      "Debian's own switch is off",
      { ...fails, usernsClone: '0' },
      [
        [
          'userns-clone',
          'missing',
          "echo 'kernel.unprivileged_userns_clone = 1' | sudo tee /etc/sysctl.d/60-user-namespaces.conf && sudo sysctl --system",
        ],
        socatOk,
      ],
    ],
    [
      'AppArmor as in Ubuntu 24.04',
      { ...fails, appArmorRestrictsUserns: '1' },
      [
        [
          'apparmor-userns',
          'missing',
          "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile bwrap /usr/bin/bwrap flags=(unconfined) {' '  userns,' '}' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap",
        ],
        socatOk,
      ],
    ],
    [
      'AppArmor restricts, but a profile lets bwrap work',
      { ...linux, appArmorRestrictsUserns: '1' },
      [socatOk],
    ],
    [
      'a container that hides parts of /proc, whatever else is off',
      { ...fails, hidesProc: true, usernsClone: '0' },
      [
        [
          'hidden-proc',
          'missing',
          'Start the container as an ordinary user, with: podman run --security-opt unmask=ALL',
        ],
        socatOk,
      ],
    ],
    [
      'no known reason',
      fails,
      [['bubblewrap-fails', 'missing', '/usr/bin/bwrap --unshare-user --ro-bind / / true'], socatOk],
    ],
    [
      'sandbox-exec is missing',
      { ...mac, sandboxExec: false },
      [['sandbox-exec', 'missing', 'Reinstall macOS from Recovery, which keeps your files']],
    ],
    [
      'Windows is not set up',
      { ...windows, windowsProblems: ['Windows sandbox user is not provisioned'] },
      [['srt-win', 'missing', 'npx @anthropic-ai/sandbox-runtime windows-install']],
    ],
    [
      'Windows could not be asked',
      { ...windows, windowsProblems: undefined },
      [['srt-win', 'missing', 'npx @anthropic-ai/sandbox-runtime windows-install']],
    ],
  ])('%s', (_, facts, rows) => {
    expect(shown(facts)).toEqual(rows)
  })

  it('says why Landlock alone is not used, only where there is Landlock', () => {
    const details = [linux.securityModules, ['yama']].map((securityModules) =>
      sandboxChecks({ ...linux, bwrap: undefined, securityModules })[0]?.detail.includes('Landlock alone'),
    )
    expect(details).toEqual([true, false])
  })

  it('every row fits the schema, and every missing one has a remedy and says what follows', () => {
    const rows = [fails, { ...mac, sandboxExec: false }, { ...windows, windowsProblems: ['x'] }].flatMap(
      sandboxChecks,
    )
    for (const row of rows) expect(DoctorCheck.safeParse(row).success).toBe(true)
    const missing = rows.filter((row) => row.status === 'missing')
    expect([
      missing.length,
      missing.every((row) => row.detail.includes('outside the sandbox') && row.remedy),
    ]).toEqual([3, true])
  })
})
