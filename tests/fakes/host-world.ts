import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appServerHome } from './app-server-home'
import type { Answer, ModelServer, RecordedRequest } from './model-server'
import { cliEntry, runProgram, type CliOptions, type Ran } from './run-cli'
import { endEngines, engineProgram, enginesOf, startSshHost, type SshHost } from './ssh-host'

/** This machine's home with a host `build1` in its config.toml, which is a real ssh away and has a home and a model of its own. */
export interface HostWorld {
  /** The home of the person there; `base` in it is that of the engine there. */
  readonly folder: string
  readonly base: string
  /** A folder there. */
  readonly project: string
  readonly engine: string
  readonly ssh: SshHost
  readonly model: ModelServer
  readonly version: string
  /** What programs here have as environment. */
  readonly env: NodeJS.ProcessEnv
  /** Runs the command line here. */
  run(args: readonly string[], more?: Partial<CliOptions>): Promise<Ran>
  /** Writes this machine's config.toml anew, with these hosts besides. */
  configure(hosts: string): void
  /** The processes of the engine that is kept there. */
  engines(): readonly number[]
  close(): Promise<void>
}

/** The environment of a test without what names homes, keys and agents of whoever runs it. */
const plainEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
})

/** Makes one; turns there take the script's answers. `entry`: the built command line; `password`: that of the user there. */
export async function hostWorld(
  script: readonly Answer[] | ((request: RecordedRequest) => Answer | undefined),
  policy = 'on-failure',
  entry = cliEntry,
  password?: string,
): Promise<HostWorld> {
  const there = await appServerHome(script, { policy })
  const here = mkdtempSync('/var/tmp/cs-here-')
  const ssh = await startSshHost(here, password)
  const key = { TEST_MODEL_KEY: there.env.TEST_MODEL_KEY ?? 'key' }
  const engine = engineProgram(here, there.base, key, entry)
  const home = join(here, 'home')
  mkdirSync(home, { mode: 0o700 })
  const configure = (hosts: string): void => {
    const build1 = `[hosts.build1]\ncommand = ${JSON.stringify(ssh.command)}\nengine = ${JSON.stringify(engine)}\n`
    writeFileSync(join(home, 'config.toml'), `${build1}${hosts}`)
  }
  configure('')
  const env = { ...plainEnv(), COUNTERSIGN_HOME: home }
  const run: HostWorld['run'] = (args, more = {}) =>
    runProgram(process.execPath, [entry, ...args], { env, ...more })
  const { out } = await run(['--version'])
  return {
    ...{ env, version: out.trim() },
    ...{
      folder: there.folder,
      base: there.base,
      project: there.project,
      engine,
      ssh,
      model: there.server,
      configure,
    },
    engines: () => enginesOf(there.base),
    run,
    async close() {
      await endEngines(there.base)
      await ssh.close()
      await there.remove()
      rmSync(here, { recursive: true, force: true })
    },
  }
}
