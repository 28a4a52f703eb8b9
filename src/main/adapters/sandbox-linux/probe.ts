import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { RunResult } from '../../core/ports'
import { runProcess } from '../process-execa/run-process'
import { bwrapArgs } from './bwrap-args'
import type { FoundLauncher } from './find-program'
import type { Machinery } from './machinery'

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

async function tryOut(launcher: string, machinery: Machinery): Promise<RunResult> {
  const { folder, helper } = machinery
  const args = bwrapArgs({
    writable: [],
    masks: [],
    files: [],
    standIns: folder,
    network: false,
    cwd: '/',
    stages: helper ? [{ binds: [], wrap: (command) => [helper.path, ...command] }] : [],
    command: [launcher, '--version'],
  })
  const spec = { file: launcher, args, cwd: '/', env: { PATH: '/usr/bin:/bin' }, timeoutMs: 10_000 }
  return runProcess({ ...spec, descriptors: machinery.descriptors }, new AbortController().signal, nothing)
}

/** What the machine can do: whether commands can be contained, and whether the observer's helper works in there. */
export interface ProbeResult {
  readonly status: SandboxStatus
  readonly observed: boolean
}

const worked = (trial: RunResult): trial is Extract<RunResult, { kind: 'exited' }> =>
  trial.kind === 'exited' && trial.exitCode === 0

/**
 * Tries the launcher on a harmless program with the very arguments real runs get, with the helper and, if that fails,
 * without. Every failure is `unavailable` with a reason and the step that repairs it (fails closed).
 */
export async function probe(found: FoundLauncher, machinery: Machinery): Promise<ProbeResult> {
  const unavailable = (reason: string, remedy: string): ProbeResult => ({
    status: { kind: 'unavailable', reason, remedy },
    observed: false,
  })
  if (found.kind === 'missing') return unavailable('bubblewrap is missing', installRemedy())
  if (found.kind === 'replaceable')
    return unavailable(
      `${found.file} is not used as bubblewrap: somebody else than root could have put it there`,
      installRemedy(),
    )
  const launcher = found.file
  const first = await tryOut(launcher, machinery)
  const observed = machinery.helper !== undefined && worked(first)
  const trial = worked(first) || !machinery.helper ? first : await tryOut(launcher, machinery.withoutHelper())
  if (worked(trial)) {
    const version = /bubblewrap (\S+)/.exec(trial.output.stdout)?.[1] ?? 'of unknown version'
    return { status: { kind: 'available', backend: 'bubblewrap', version }, observed }
  }
  const said = trial.kind === 'failed' ? trial.reason : (trial.output.stderr.trim().split('\n')[0] ?? '')
  const remedy = (await restrictedByAppArmor())
    ? 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
    : 'sudo sysctl -w kernel.unprivileged_userns_clone=1'
  return unavailable(`bubblewrap does not work here: ${said.slice(0, 200)}`, remedy)
}
