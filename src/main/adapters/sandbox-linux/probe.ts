import { existsSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFile } from 'node:fs/promises'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { RunResult } from '../../core/ports/sandbox'
import { runProcess } from '../process-execa/run-process'
import { bwrapArgs } from './mounts/bwrap-args'
import { controlGroups } from './mounts/control-groups'
import { confineStage } from './confine/confine-stage'
import type { FoundLauncher } from './find-program'
import { hiddenProc, hiddenProcRemedy, isProcHidden } from '../../core/run/hidden-proc'
import { keptVariable } from './mounts/kept-missing'
import { noLimits } from './limits/command-limits'
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
  const { folder, helper, confine } = machinery
  const args = bwrapArgs({
    writable: [],
    masks: [],
    files: [],
    standIns: folder,
    network: 'own',
    groups: controlGroups(),
    cwd: '/',
    stages: [
      ...(confine === undefined ? [] : [confineStage(confine, { writable: [], files: [] }, noLimits)]),
      ...(helper ? [{ binds: [], wrap: (command: readonly string[]) => [helper.path, ...command] }] : []),
    ],
    command: [launcher, '--version'],
  })
  const kept = helper?.standsIn === true ? keptVariable(['/countersign-probe']) : {}
  const spec = { file: launcher, args, cwd: '/', env: { PATH: '/usr/bin:/bin', ...kept }, timeoutMs: 10_000 }
  return runProcess({ ...spec, descriptors: machinery.descriptors }, new AbortController().signal, nothing)
}

/** What the machine can do: whether commands can be contained, and with which parts; undefined: with none. */
export interface ProbeResult {
  readonly status: SandboxStatus
  readonly machinery: Machinery | undefined
  /** The launcher is there and the system refused it what a sandbox is made of. Absent: it did not, or another thing is missing. */
  readonly refused?: boolean
}

/** What the launcher says where it may make no namespace, or nothing in one; a machine that is full or busy refuses in other words. */
const refusal =
  /^bwrap: (?!.*(?:temporarily unavailable|cannot allocate memory)).*(?:not permitted|permission denied|no permissions to create|max_\*_namespaces exceeded)/i

const worked = (trial: RunResult): trial is Extract<RunResult, { kind: 'exited' }> & { exitCode: 0 } =>
  trial.kind === 'exited' && trial.exitCode === 0

/**
 * Tries the launcher on a harmless program with the very arguments real runs get, with all parts and, if that fails,
 * ever fewer. Every failure is `unavailable` with a reason and the step that repairs it (fails closed).
 */
export async function probe(found: FoundLauncher, machinery: Machinery): Promise<ProbeResult> {
  const unavailable = (reason: string, remedy: string): ProbeResult => ({
    status: { kind: 'unavailable', reason, remedy },
    machinery: undefined,
  })
  if (found.kind === 'missing') return unavailable('bubblewrap is missing', installRemedy())
  if (found.kind === 'replaceable')
    return unavailable(
      `${found.file} is not used as bubblewrap: somebody else than root could have put it there`,
      installRemedy(),
    )
  const launcher = found.file
  const wholes = [machinery, ...(machinery.helper?.standsIn === true ? [machinery.withoutStandingIn()] : [])]
  const variants = [
    ...wholes.flatMap((parts) => [
      () => parts,
      ...(parts.confine ? [() => parts.withoutLandlock(), () => parts.withoutConfine()] : []),
    ]),
    ...(machinery.helper ? [() => machinery.withoutHelper()] : []),
  ]
  let trial: RunResult = { kind: 'failed', reason: 'it was not tried' }
  for (const variant of variants) {
    const parts = variant()
    trial = await tryOut(launcher, parts)
    if (!worked(trial)) continue
    const version = /bubblewrap (\S+)/.exec(trial.output.stdout)?.[1] ?? 'of unknown version'
    const withoutLandlock = machinery.confine?.landlock === true && parts.helper && !parts.confine?.landlock
    return {
      status: {
        kind: 'available',
        backend: 'bubblewrap',
        version,
        ...(withoutLandlock && { landlock: false }),
      },
      machinery: parts,
    }
  }
  const said = trial.kind === 'failed' ? trial.reason : (trial.output.stderr.trim().split('\n')[0] ?? '')
  const restricted = await restrictedByAppArmor()
  const setting = restricted ? 'apparmor_restrict_unprivileged_userns=0' : 'unprivileged_userns_clone=1'
  const none = isProcHidden(said)
    ? unavailable(hiddenProc, hiddenProcRemedy)
    : unavailable(`bubblewrap does not work here: ${said.slice(0, 200)}`, `sudo sysctl -w kernel.${setting}`)
  return { ...none, refused: trial.kind === 'exited' && refusal.test(said) }
}
