import { homedir } from 'node:os'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { OpenRunNetwork } from '../../core/network/run-network'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../core/ports'
import { ConfinedRunner } from './confined-runner'
import { findLauncher } from './find-program'
import { withIdentity } from './grant-identity'
import { commandLimits, type ConfiguredLimits } from './limits/command-limits'
import { openMachinery, type Machinery } from './machinery'
import { probe } from './probe'
import { searchWith } from './search-repositories'
import type { UnreadableSettings } from './unreadable-places'
import { writablePlaces } from './writable-roots'

/** What a person says of what commands may read and have. */
export type SandboxSettings = UnreadableSettings & {
  readonly home: string
  readonly limits?: ConfiguredLimits
}

/** What the sandbox is told besides the launcher's PATH. */
export interface LinuxSandboxOptions {
  /** The person's home directory, whose credential stores are closed. Default: the process's own. */
  readonly home?: string
  /** The engine's home ($COUNTERSIGN_HOME), closed to every command. Default: none. */
  readonly engineHome?: string | undefined
  /** `[sandbox] unreadable` and `readable` of config.toml. */
  readonly unreadable?: readonly string[]
  readonly readable?: readonly string[]
  /** `[sandbox.limits]` of config.toml: what commands may have of the machine. Default: as defaultLimits says. */
  readonly limits?: ConfiguredLimits
  /** `$XDG_RUNTIME_DIR`, where sockets belong. Default: the temporary folder. */
  readonly runtimeDir?: string | undefined
  /** False: commands are contained without being observed, and denials carry no evidence. Default: they are. */
  readonly observed?: boolean
  /** Opens the filtered network of a run that wants one. Default: such a run has no network. */
  readonly openNetwork?: OpenRunNetwork
}

interface Checked {
  readonly status: SandboxStatus
  readonly runner: ConfinedRunner | undefined
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
export function createLinuxSandbox(path: string | undefined, options: LinuxSandboxOptions = {}): Sandbox {
  const { observed = true, home = homedir(), engineHome, unreadable = [], readable = [] } = options
  let machinery: Promise<Machinery> | undefined
  let checked: Promise<Checked> | undefined
  /** By launcher: runs of one launcher must know of each other, whenever it was looked at. */
  const runners = new Map<string, ConfinedRunner>()

  const check = async (): Promise<Checked> => {
    const found = findLauncher('bwrap', path)
    const launcher = found.kind === 'found' ? found.file : undefined
    try {
      machinery ??= openMachinery(observed, options.runtimeDir)
      const parts = await machinery
      const { status, machinery: working } = await probe(found, parts)
      if (launcher === undefined || working === undefined) return { status, runner: undefined }
      const find = findLauncher('find', [path, '/usr/bin:/bin'].join(':'))
      if (find.kind !== 'found') return { status: withoutFind, runner: undefined }
      const key = [launcher, working.helper !== undefined, working.confine?.landlock].join(' ')
      const made = runners.get(key)
      const runner =
        made ??
        new ConfinedRunner({
          launcher,
          machinery: working,
          search: searchWith(find.file),
          limits: commandLimits(options.limits),
          unreadable: { home, engineHome, unreadable, readable },
          openNetwork: options.openNetwork,
        })
      runners.set(key, runner)
      return { status, runner }
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

  return {
    confinement: 'bubblewrap',
    identify: withIdentity,
    status: async () => (await (checked ??= check())).status,
    recheck: async () => (await (checked = check())).status,
    foresee(workspace, policy) {
      const begin = async (): Promise<void> => {
        const { runner } = await (checked ??= check())
        runner?.foresee(writablePlaces(policy, workspace, undefined).roots)
      }
      // After the answer that is on its way. What fails here fails again for the run, which says so.
      setImmediate(() => void begin().catch(() => undefined)).unref()
    },
    async rest() {
      await Promise.all([...runners.values()].map((runner) => runner.rest()))
    },
    async settingsBelow(folder) {
      return (await Promise.all([...runners.values()].map((runner) => runner.settingsBelow(folder)))).flat()
    },
    async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
      const { status, runner } = await (checked ??= check())
      if (spec.permit.confinement !== 'sandbox')
        return { kind: 'failed', reason: 'this run is not permitted in the sandbox' }
      if (!runner)
        return { kind: 'failed', reason: status.kind === 'unavailable' ? status.reason : 'no launcher' }
      return runner.run(spec, signal, onOutput)
    },
  }
}
