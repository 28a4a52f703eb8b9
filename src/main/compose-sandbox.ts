import { opensFiles } from '@shared/domain/sandbox-policy'
import { createRunNetworks, gateForRun } from './adapters/network-proxy/create-run-networks'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { createLinuxSandbox, type SandboxSettings } from './adapters/sandbox-linux/linux-sandbox'
import { unreadablePlaces } from './adapters/sandbox-linux/protection/unreadable-places'
import { writableRoots } from './adapters/sandbox-linux/writable-roots'
import { chooseBackend } from './adapters/sandbox-runtime/choose-backend'
import { findSrtWin } from './adapters/sandbox-runtime/find-srt-win'
import { forkNode } from './adapters/sandbox-runtime/fork-node'
import { createNoSandbox } from './adapters/sandbox-runtime/no-sandbox'
import { runtimeEnvironment } from './adapters/sandbox-runtime/runtime-environment'
import { createRuntimeSandbox } from './adapters/sandbox-runtime/runtime-sandbox'
import { systemClock } from './adapters/system/clock'
import type { RunSpec, Sandbox } from './core/ports/sandbox'
import type { Rehearser } from './core/rehearsal/rehearser'
import type { StartChild } from './core/ports/child-program'

/** What decides which sandbox there is. */
export interface SandboxChoice {
  readonly env: NodeJS.ProcessEnv
  /** The built program of one sandbox runtime, which stands beside the entry. */
  readonly runtimeProgram: string
  /** How that program is started. Default: by this Node. */
  readonly startChild?: StartChild
  /** What contains commands. Default: what the platform has. Only code can say this, nothing that a repository sets. */
  readonly backend?: ReturnType<typeof chooseBackend>
  /** What the host entry of whoever attaches says that holds commands where no sandbox can be made (decision 205). Absent: nothing does. */
  readonly confinement?: 'container' | undefined
}

/** The sandbox of this platform. */
export function composeSandbox(
  options: SandboxChoice,
  closed: SandboxSettings,
): Sandbox & Partial<Rehearser> {
  const { env, runtimeProgram, startChild = forkNode, backend = chooseBackend(process.platform) } = options
  const find = (program: string): string | undefined => findProgram(program, env.PATH)
  switch (backend) {
    case 'none':
      return createNoSandbox(process.platform)
    case 'sandbox-linux':
      return createLinuxSandbox(env.PATH, {
        ...closed,
        runtimeDir: env.XDG_RUNTIME_DIR,
        confinement: options.confinement,
        openNetwork: createRunNetworks({
          socat: () => find('socat'),
          clock: systemClock,
          runtimeFolder: env.XDG_RUNTIME_DIR,
        }),
      })
    case 'sandbox-runtime': {
      const roots = (spec: RunSpec) => writableRoots(spec.policy, spec.workspace, spec.env.TMPDIR)
      const [bwrap, socat, ripgrep] = [find('bwrap'), find('socat'), find('rg')]
      const srtWin = process.platform === 'win32' ? findSrtWin() : undefined
      return createRuntimeSandbox({
        platform: process.platform,
        program: runtimeProgram,
        startChild,
        home: closed.home,
        gateFor: (spec) => gateForRun(spec, systemClock),
        writableRoots: roots,
        env: runtimeEnvironment(env, process.platform),
        deniedReads: (spec) => {
          if (opensFiles(spec.policy)) return []
          const granted = spec.permit.grants.flatMap((grant) => ('path' in grant ? [grant.path] : []))
          const used = [...roots(spec), spec.workspace, ...(spec.staging === undefined ? [] : [spec.staging])]
          return unreadablePlaces(closed, granted, used).map(({ path }) => path)
        },
        ...(bwrap !== undefined && socat !== undefined && ripgrep !== undefined
          ? { tools: { bwrap, socat, ripgrep } }
          : {}),
        ...(srtWin === undefined ? {} : { srtWin }),
      })
    }
  }
}
