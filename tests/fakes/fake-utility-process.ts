import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { UtilityForks } from '../../src/main/hosts/desktop/fork-utility'

const shim = join(import.meta.dirname, 'parent-port-shim.ts')

/** Electron's utilityProcess on plain Node: a real process, spoken to through `process.parentPort` alone. */
export const fakeUtilityProcess: UtilityForks = {
  fork(program, args, { cwd, env }) {
    const child = fork(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', shim],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return {
      kill: () => child.kill(),
      postMessage: (message: unknown) => {
        if (child.connected) child.send(message as object)
      },
      on: ((event: string, listener: (value: unknown) => void) => child.on(event, listener)) as never,
    }
  },
}
