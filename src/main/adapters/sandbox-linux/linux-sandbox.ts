import type { SandboxStatus } from '@shared/domain/doctor'
import type { Sandbox, RunResult, RunSpec, OutputListener } from '../../core/ports'
import { runProcess } from '../process-execa/run-process'
import { bwrapArgs } from './bwrap-args'
import { findProgram } from './find-program'
import { findSeccompLauncher } from './find-seccomp-launcher'
import { observe } from './observer'
import { makePlaceholders } from './placeholder'
import { probe } from './probe'
import { writableRoots } from './writable-roots'

const backend = 'bubblewrap'

async function runConfined(
  launcher: string,
  spec: RunSpec,
  world: { signal: AbortSignal; onOutput: OutputListener },
): Promise<RunResult> {
  const { policy, permit, command } = spec
  const roots = writableRoots(policy, spec.workspace, spec.env.TMPDIR)
  let placeholders
  try {
    placeholders = makePlaceholders(permit.grants)
  } catch (error) {
    return {
      kind: 'failed',
      reason: `the granted path cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
  const helper = findSeccompLauncher()
  const observation = helper === undefined ? undefined : await observe(backend)
  const args = bwrapArgs({
    writable: roots,
    grants: permit.grants,
    network: policy.mode !== 'danger-full-access' && policy.network_access,
    cwd: spec.cwd,
    staging: spec.staging,
    observer: helper !== undefined && observation ? { helper, socket: observation.socket } : undefined,
    command,
  })
  const result = await runProcess(
    { file: launcher, args, cwd: spec.cwd, env: spec.env, timeoutMs: spec.timeoutMs },
    world.signal,
    world.onOutput,
  )
  const granted = permit.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
  const evidence = (await observation?.finish([...roots, ...granted])) ?? []
  placeholders.settle()
  return result.kind === 'failed' ? result : { ...result, evidence }
}

/**
 * The Linux sandbox over bubblewrap. `path` is the PATH the launcher is looked for on, once, and again on `recheck`.
 * Fails closed: without a launcher that works every run is `failed` and nothing is started.
 */
export function createLinuxSandbox(path: string | undefined): Sandbox {
  let checked: Promise<{ status: SandboxStatus; launcher: string | undefined }> | undefined
  const check = async () => {
    const launcher = findProgram('bwrap', path)
    return { status: await probe(launcher), launcher }
  }
  return {
    status: async () => (await (checked ??= check())).status,
    recheck: async () => (await (checked = check())).status,
    async run(spec, signal, onOutput) {
      const { status, launcher } = await (checked ??= check())
      if (spec.permit.confinement !== 'sandbox')
        return { kind: 'failed', reason: 'this run is not permitted in the sandbox' }
      if (launcher === undefined || status.kind === 'unavailable')
        return { kind: 'failed', reason: status.kind === 'unavailable' ? status.reason : 'no launcher' }
      return runConfined(launcher, spec, { signal, onOutput })
    },
  }
}
