import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostPipes, lineId } from '../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../src/main/adapters/system/clock'
import { HostClient } from '../../src/main/core/host-link/host-client'
import { appServerHome } from './app-server-home'
import type { Answer, RecordedRequest } from './model-server'
import { openPodman, type Container } from './podman'
import { runCli, type CliOptions, type Ran } from './run-cli'
import { endEngines, engineProgram, enginesOf } from './ssh-host'

/** Another user's Podman needs more than machines of tests have; and for another user nothing in the stand-in would be root's, bubblewrap least of all. */
export const noContainer = process.getuid?.() === 0 ? false : 'containers of tests need root'

/**
 * What no container runtime makes: a place without capabilities in which no user namespace can be made, and in which nothing shows that it is a
 * container. The rest is this machine, so that an engine that is kept there is found.
 */
function unsigned(): readonly string[] {
  const place = ['--unshare-user', '--disable-userns', '--uid', '0', '--gid', '0', '--cap-drop', 'ALL']
  // A machine of tests may have been made from an image itself.
  const without = existsSync('/.dockerenv') ? ['--ro-bind', '/dev/null', '/.dockerenv'] : []
  return ['bwrap', ...place, '--dev-bind', '/', '/', '--tmpfs', '/run', ...without]
}

/** This machine's home with hosts in its config.toml that lead into a container of Debian's Podman, all to one home there. */
export interface ContainerWorld {
  /** Made as Podman makes them, in which no sandbox can be made; and one in which it can, where an entry is `plain`. */
  readonly container: Container
  readonly open: Container
  /** The home of the person there; `base` in it is that of the engine there. */
  readonly folder: string
  readonly base: string
  readonly project: string
  /** A folder that is nobody's: neither the project's nor the home's. */
  readonly beside: string
  /** Lists these hosts, each with its `confinement`, if it has one, and whether the place shows that it is a container; in this home or in another. */
  configure(hosts: Readonly<Record<string, ContainerEntry>>, home?: string): void
  run(args: readonly string[], more?: Partial<CliOptions>): Promise<Ran>
  /** A client of the engine that such an entry leads to. `close` leaves it. */
  client(entry: ContainerEntry): HostClient
  readonly env: NodeJS.ProcessEnv
  engines(): readonly number[]
  endEngines(): Promise<void>
  close(): Promise<void>
}

/** `sign: false`: nothing shows that it is a container. `plain`: a container in which a sandbox can be made. `bare`: the same with nothing of this checkout in it. */
export interface ContainerEntry {
  readonly confinement?: 'container'
  readonly sign?: boolean
  readonly plain?: boolean
  readonly bare?: boolean
}

/** What its engine and its Node are in. */
const checkout = join(import.meta.dirname, '../..')

/** Makes one; turns there take the script's answers. */
export async function containerWorld(
  script: (request: RecordedRequest) => Answer | undefined,
  config = '',
  policy = 'on-request',
): Promise<ContainerWorld> {
  const there = await appServerHome(script, { policy, config })
  const here = mkdtempSync('/var/tmp/cs-here-')
  const home = join(here, 'home')
  mkdirSync(home, { mode: 0o700 })
  const beside = mkdtempSync('/var/tmp/cs-beside-')
  const podman = openPodman()
  const parts = { readable: [checkout, here], writable: [there.folder, beside] }
  const open = await podman.run('open', { ...parts, unmasked: true })
  const container = await podman.run('shop-dev', { ...parts, unmasked: false })
  const empty = await podman.run('bare', { readable: [], writable: [beside], unmasked: true })
  const engine = engineProgram(here, there.base, { TEST_MODEL_KEY: 'key' })
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LANG: 'C.UTF-8',
    COUNTERSIGN_HOME: home,
    ...podman.env,
  }
  const { out } = await runCli(['--version'], { env })
  const commandOf = ({ sign: signed = true, plain = false, bare }: ContainerEntry): readonly string[] =>
    bare ? empty.command : plain ? open.command : signed ? container.command : unsigned()
  return {
    ...{ folder: there.folder, base: there.base, project: there.project, beside, env, container, open },
    configure(hosts, of = home) {
      const tables = Object.entries(hosts).map(([name, entry]) => {
        const confinement = entry.confinement ? `confinement = "${entry.confinement}"\n` : ''
        const there = entry.bare ? '' : `engine = "${engine}"\n`
        return `[hosts.${name}]\ncommand = ${JSON.stringify(commandOf(entry))}\n${there}${confinement}`
      })
      writeFileSync(join(of, 'config.toml'), tables.join(''))
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
      await podman.close()
      await there.remove()
      for (const folder of [here, beside]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
