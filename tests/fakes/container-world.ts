import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostPipes, lineId } from '../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../src/main/adapters/system/clock'
import { HostClient } from '../../src/main/core/host-link/host-client'
import { appServerHome } from './app-server-home'
import type { Answer, RecordedRequest } from './model-server'
import { runCli, type CliOptions, type Ran } from './run-cli'
import { endEngines, engineProgram, enginesOf } from './ssh-host'

/** A stand-in of a container is one for root alone: for another user nothing in it would be root's, bubblewrap least of all. */
export const noStandIn = process.getuid?.() === 0 ? false : 'the stand-in of a container needs root'

/**
 * What stands in for `docker exec -i`: a place without capabilities in which no user namespace can be made, with the file that Podman leaves in its
 * containers, or without. No container runtime is there on machines of tests. The rest is this machine, so that an engine that is kept there is found.
 */
export function asInContainer({ sign }: { readonly sign?: string }): readonly string[] {
  const place = ['--unshare-user', '--disable-userns', '--uid', '0', '--gid', '0', '--cap-drop', 'ALL']
  // A machine of tests may have been made from an image itself.
  const without = existsSync('/.dockerenv') ? ['--ro-bind', '/dev/null', '/.dockerenv'] : []
  const of = sign === undefined ? [] : ['--ro-bind', sign, '/run/.containerenv']
  return ['bwrap', ...place, '--dev-bind', '/', '/', '--tmpfs', '/run', ...without, ...of]
}

/** This machine's home with hosts in its config.toml that lead into the stand-in of a container, all to one home there. */
export interface ContainerWorld {
  readonly base: string
  readonly project: string
  /** Lists these hosts, each with its `confinement`, if it has one, and whether the place shows that it is a container. */
  configure(hosts: Readonly<Record<string, ContainerEntry>>): void
  run(args: readonly string[], more?: Partial<CliOptions>): Promise<Ran>
  /** A client of the engine that such an entry leads to. `close` leaves it. */
  client(entry: ContainerEntry): HostClient
  readonly env: NodeJS.ProcessEnv
  engines(): readonly number[]
  endEngines(): Promise<void>
  close(): Promise<void>
}

/** `plain`: this machine as it is, in which a sandbox can be made. */
export interface ContainerEntry {
  readonly confinement?: 'container'
  readonly sign?: boolean
  readonly plain?: boolean
}

/** Makes one; turns there take the script's answers. */
export async function containerWorld(
  script: (request: RecordedRequest) => Answer | undefined,
  config = '',
): Promise<ContainerWorld> {
  const there = await appServerHome(script, { policy: 'on-request', config })
  const here = mkdtempSync('/var/tmp/cs-here-')
  const home = join(here, 'home')
  mkdirSync(home, { mode: 0o700 })
  const sign = join(here, 'containerenv')
  writeFileSync(sign, 'engine="podman-5.4.2"\n')
  const engine = engineProgram(here, there.base, { TEST_MODEL_KEY: 'key' })
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', COUNTERSIGN_HOME: home }
  const { out } = await runCli(['--version'], { env })
  const commandOf = ({ sign: signed = true, plain = false }: ContainerEntry): readonly string[] =>
    plain ? ['env'] : asInContainer(signed ? { sign } : {})
  return {
    ...{ base: there.base, project: there.project, env },
    configure(hosts) {
      const tables = Object.entries(hosts).map(([name, entry]) => {
        const confinement = entry.confinement ? `confinement = "${entry.confinement}"\n` : ''
        return `[hosts.${name}]\ncommand = ${JSON.stringify(commandOf(entry))}\nengine = "${engine}"\n${confinement}`
      })
      writeFileSync(join(home, 'config.toml'), tables.join(''))
    },
    run: (args, more = {}) => runCli(args, { env, ...more }),
    client: (entry) =>
      new HostClient({
        open: hostPipes(
          {
            command: [...commandOf(entry)],
            engine,
            ...(entry.confinement && { confinement: entry.confinement }),
          },
          env,
        ),
        ...{ version: out.trim(), clock: systemClock, lineId, withinMs: 60_000 },
      }),
    engines: () => enginesOf(there.base),
    endEngines: () => endEngines(there.base),
    async close() {
      await endEngines(there.base)
      await there.remove()
      rmSync(here, { recursive: true, force: true })
    },
  }
}
