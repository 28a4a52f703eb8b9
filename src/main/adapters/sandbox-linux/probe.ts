import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { SandboxStatus } from '@shared/domain/doctor'
import { runProcess } from '../process-execa/run-process'
import { bwrapArgs } from './bwrap-args'

/** The exact command that installs bubblewrap, by the distribution's package manager. */
export function installRemedy(): string {
  const managers = [
    ['/usr/bin/apt-get', 'sudo apt install bubblewrap'],
    ['/usr/bin/dnf', 'sudo dnf install bubblewrap'],
    ['/usr/bin/pacman', 'sudo pacman -S bubblewrap'],
    ['/usr/bin/zypper', 'sudo zypper install bubblewrap'],
    ['/sbin/apk', 'sudo apk add bubblewrap'],
  ] as const
  return managers.find(([program]) => existsSync(program))?.[1] ?? 'Install the package bubblewrap'
}

async function restrictedByAppArmor(): Promise<boolean> {
  const text = await readFile('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').catch(
    () => '0',
  )
  return text.trim() === '1'
}

const nothing = (): void => undefined

/**
 * Tries the launcher on a harmless program with the very arguments real runs get. Every failure is `unavailable` with a
 * reason and the step that repairs it (fails closed).
 */
export async function probe(launcher: string | undefined): Promise<SandboxStatus> {
  if (launcher === undefined)
    return { kind: 'unavailable', reason: 'bubblewrap is missing', remedy: installRemedy() }
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, timeoutMs: 10_000 }
  const signal = new AbortController().signal
  const args = bwrapArgs({
    writable: [],
    grants: [],
    network: false,
    cwd: '/',
    observer: undefined,
    command: [launcher, '--version'],
  })
  const trial = await runProcess({ file: launcher, args, ...options }, signal, nothing)
  if (trial.kind === 'exited' && trial.exitCode === 0) {
    const version = /bubblewrap (\S+)/.exec(trial.output.stdout)?.[1] ?? 'of unknown version'
    return { kind: 'available', backend: 'bubblewrap', version }
  }
  const said = trial.kind === 'failed' ? trial.reason : (trial.output.stderr.trim().split('\n')[0] ?? '')
  const remedy = (await restrictedByAppArmor())
    ? 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
    : 'sudo sysctl -w kernel.unprivileged_userns_clone=1'
  return { kind: 'unavailable', reason: `bubblewrap does not work here: ${said.slice(0, 200)}`, remedy }
}
