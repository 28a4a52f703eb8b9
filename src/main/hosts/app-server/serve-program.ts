import type { ProgramEnd } from '../program-end'
import { readVersion } from '../read-version'
import type { AppServerEngine } from '../cli/composed-engine'
import { runAppServer } from './run-app-server'

/** What the entry file hands over. */
export interface ProgramWorld {
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly end: ProgramEnd
  readonly home: () => string
  readonly compose: (options: { env: NodeJS.ProcessEnv; version: string }) => Promise<AppServerEngine>
}

/**
 * `countersign app-server` as a process of its own, on standard input and output. Resolves with the exit code. The engine
 * is composed at the first request that needs it, so that the first answer is quick and a bad configuration is told as an
 * answer.
 */
export async function serveProgram({ moduleDir, end, home, compose }: ProgramWorld): Promise<number> {
  const { env } = process
  const version = readVersion(moduleDir)
  return runAppServer({
    input: process.stdin,
    output: process.stdout,
    version,
    env,
    end,
    home,
    compose: () => compose({ env, version }),
  })
}
