import { homedir } from 'node:os'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { OpenRunNetwork } from '../../core/network/run-network'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../core/ports/sandbox'
import type { Rehearser } from '../../core/rehearsal/rehearser'
import { ConfinedRunner } from './run/confined-runner'
import { containerSign, containerUse } from './container-sign'
import { findLauncher, findProgram } from './find-program'
import { identifies, withIdentity } from './mounts/grant-identity'
import { canStandIn } from './mounts/kept-missing'
import { grantMounts } from './mounts/grant-mounts'
import { commandLimits, type ConfiguredLimits } from './limits/command-limits'
import { openMachinery, type Machinery } from './machinery'
import { probe, type ProbeResult } from './probe'
import { Rehearsals } from './rehearsal/rehearsals'
import { rehearsalFolder } from './rehearsal/staging'
import { canStage, withStagedSettings } from './protection/staged-settings'
import { searchWith } from './repositories/search-repositories'
import { SessionNetworks } from './network/session-networks'
import type { UnreadableSettings } from './protection/unreadable-places'
import { writablePlaces } from './writable-roots'

/** What a person says of what commands may read and have. */
export type SandboxSettings = UnreadableSettings & {
  readonly home: string
  readonly limits?: ConfiguredLimits
  /** What must be done before the first command begins; it never rejects. */
  readonly after?: Promise<void>
}

/** What the sandbox is told besides the launcher's PATH. */
export interface LinuxSandboxOptions {
  /** The person's home directory, whose credential stores are closed. Default: the process's own. */
  readonly home?: string
  /** The engine's home ($COUNTERSIGN_HOME), closed to every command. Default: none. */
  readonly engineHome?: string | undefined
  /** What must be done before the first command begins; it never rejects. Default: nothing. */
  readonly after?: Promise<void>
  /** `[sandbox] unreadable` and `readable` of config.toml. */
  readonly unreadable?: readonly string[]
  readonly readable?: readonly string[]
  /** Private keys below the home, which are closed too. Default: none are looked for. */
  readonly keys?: UnreadableSettings['keys']
  /** `[sandbox.limits]` of config.toml: what commands may have of the machine. Default: as defaultLimits says. */
  readonly limits?: ConfiguredLimits
  /** `$XDG_RUNTIME_DIR`, where sockets belong. Default: the temporary folder. */
  readonly runtimeDir?: string | undefined
  /** False: commands are contained without being observed, and denials carry no evidence. Default: they are. */
  readonly observed?: boolean
  /** False: whoever observes does no calls in the place of a command, as on systems where it cannot. Default: it does where it can. */
  readonly standsIn?: boolean
  /** What a host entry says that holds commands where no sandbox can be made (docs/hosts.md). Default: nothing, and every command is a question. */
  readonly confinement?: 'container' | undefined
  /** Opens the filtered network of a run that wants one. Default: such a run has no network. */
  readonly openNetwork?: OpenRunNetwork
}

/** What this sandbox tells besides, of what it keeps prepared. */
export interface Preparing {
  /** The mounts of the sandbox that is held for a turn's next command (`mnt:[4026532179]`), once it is; undefined: none is held. */
  settled(): Promise<string | undefined>
}

interface Checked {
  readonly status: SandboxStatus
  readonly runner: ConfinedRunner | undefined
  /** This process's own, in which nothing is for commands. */
  readonly folder?: string
}

/** What a command planted is looked for with it, so that nothing is contained without. */
const withoutFind: SandboxStatus = {
  kind: 'unavailable',
  reason: 'the program find is missing, or somebody but root could have replaced it',
  remedy: 'Install the package findutils',
}

/**
 * The Linux sandbox over bubblewrap. `path` is the PATH the launcher is looked for on, once, and again on `recheck`.
 * Fails closed: without a launcher that works every run is `failed` and nothing is started.
 */
export function createLinuxSandbox(
  path: string | undefined,
  options: LinuxSandboxOptions = {},
): Sandbox & Rehearser & Preparing {
  const { observed = true, home = homedir(), engineHome, unreadable = [], readable = [], keys } = options
  let machinery: Promise<Machinery> | undefined
  let checked: Promise<Checked> | undefined
  /** By launcher: runs of one launcher must know of each other, whenever it was looked at. */
  const runners = new Map<string, ConfinedRunner>()
  const rehearsals = new WeakMap<ConfinedRunner, Rehearsals>()
  /** What is rehearsed in the background: whoever closes the engine waits until it has cleared away. */
  const underway = new Set<Promise<unknown>>()

  let couldBeMade = false
  const check = async (): Promise<Checked> => {
    const { refused = false, ...found } = await checkSandbox()
    const { status } = found
    couldBeMade ||= status.kind === 'available'
    return status.kind === 'available' || options.confinement === undefined
      ? found
      : { ...found, status: { ...status, container: containerUse({ couldBeMade, refused }, containerSign) } }
  }

  const checkSandbox = async (): Promise<Checked & Pick<ProbeResult, 'refused'>> => {
    const found = findLauncher('bwrap', path)
    const launcher = found.kind === 'found' ? found.file : undefined
    try {
      machinery ??= openMachinery(
        { observed, standsIn: options.standsIn ?? canStandIn() },
        options.runtimeDir,
      )
      const parts = await machinery
      const { status, machinery: working, refused } = await probe(found, parts)
      if (launcher === undefined || working === undefined)
        return { status, runner: undefined, ...(refused && { refused }) }
      const find = findLauncher('find', [path, '/usr/bin:/bin'].join(':'))
      if (find.kind !== 'found') return { status: withoutFind, runner: undefined }
      const nsenter = findLauncher('nsenter', [path, '/usr/bin:/bin'].join(':'))
      const { helper, confine } = working
      const key = [launcher, helper !== undefined, helper?.standsIn, confine?.landlock].join(' ')
      const made = runners.get(key)
      const runner =
        made ??
        new ConfinedRunner({
          launcher,
          machinery: working,
          search: searchWith(find.file),
          limits: commandLimits(options.limits),
          unreadable: { home, engineHome, unreadable, readable, keys },
          openNetwork: options.openNetwork,
          socat: () => findProgram('socat', path),
          networks: nsenter.kind === 'found' ? new SessionNetworks(launcher, nsenter.file) : undefined,
        })
      runners.set(key, runner)
      const { path: own, shared } = working.folder
      const folders = [...(engineHome === undefined ? [] : [rehearsalFolder(engineHome)]), shared]
      if (!made)
        rehearsals.set(runner, new Rehearsals({ launcher, runner, shared, own, folders, engineHome }))
      return { status, runner, folder: own }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      machinery = undefined
      runners.clear()
      const reason = `the sandbox's own folder cannot be made: ${error.message}`
      return {
        status: { kind: 'unavailable', reason, remedy: 'Make the temporary folder writable' },
        runner: undefined,
      }
    }
  }

  const rehearsing = async (): Promise<Rehearsals | { readonly problem: string }> => {
    const { status, runner } = await (checked ??= check())
    const found = runner && rehearsals.get(runner)
    return found ?? { problem: status.kind === 'unavailable' ? status.reason : 'there is no launcher' }
  }

  return {
    confinement: 'bubblewrap',
    identify: withIdentity,
    lays: (grant) =>
      identifies(grant) &&
      (grant.kind !== 'git-settings' || canStage(grant)) &&
      !('problem' in grantMounts([grant], [])) &&
      !(grant.kind === 'write' && [...runners.values()].some((runner) => runner.keepsShut(grant.path))),
    status: async () => (await (checked ??= check())).status,
    recheck: async () => (await (checked = check())).status,
    prefetch(workspace, policy) {
      const begin = async (): Promise<void> => {
        const { runner } = await (checked ??= check())
        runner?.prefetch(writablePlaces(policy, workspace, undefined).roots)
      }
      // After the answer that is on its way. What fails here fails again for the run, which says so.
      setImmediate(() => void begin().catch(() => undefined)).unref()
    },
    async whyNonePrepared(spec) {
      const { runner } = await (checked ??= check())
      return runner?.whyNonePrepared(spec)
    },
    async rehearse(spec, signal) {
      const found = await rehearsing()
      if ('problem' in found) return { kind: 'unavailable', reason: found.problem }
      const rehearsal = found.rehearse(spec, signal)
      underway.add(rehearsal)
      return rehearsal.finally(() => underway.delete(rehearsal))
    },
    async whyNoRehearsal() {
      const found = await rehearsing()
      return 'problem' in found ? found.problem : found.whyNot()
    },
    async whyNoSharedNetwork() {
      const { runner } = await (checked ??= check())
      return runner?.whyNoSharedNetwork()
    },
    async close() {
      await Promise.allSettled(underway)
      for (const runner of runners.values()) runner.close()
      await Promise.all([...runners.values()].flatMap((runner) => rehearsals.get(runner)?.close() ?? []))
    },
    async rest() {
      await Promise.all([...runners.values()].map((runner) => runner.rest()))
    },
    async settled() {
      const { runner } = await (checked ??= check())
      return runner?.settled()
    },
    async leave(session) {
      await Promise.all([...runners.values()].map((runner) => runner.leave(session)))
    },
    async settingsBelow(folder) {
      return (await Promise.all([...runners.values()].map((runner) => runner.settingsBelow(folder)))).flat()
    },
    async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
      // Looked at meanwhile: what contains nothing yet need not wait for what others left.
      const [{ status, runner, folder }] = await Promise.all([(checked ??= check()), options.after])
      if (spec.permit.confinement !== 'sandbox')
        return { kind: 'failed', reason: 'this run is not permitted in the sandbox' }
      if (!runner || folder === undefined)
        return { kind: 'failed', reason: status.kind === 'unavailable' ? status.reason : 'no launcher' }
      return withStagedSettings(spec, folder, (given) => runner.run(given, signal, onOutput))
    },
  }
}
