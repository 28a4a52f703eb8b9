import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chownSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, inject } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
import type { HostBundle } from './host-bundle'
import type { HostRequest } from './host'

/** Who the engine runs as: the uid of this process, and, where that is root, of a user without any rights besides. */
export type User = 'root' | 'ordinary'

/** The users that this machine lets us be. Only root can become another. */
export const users: readonly User[] = process.getuid?.() === 0 ? ['root', 'ordinary'] : ['ordinary']

const nobody = 65_534

/** One engine with a home, a workspace and a folder outside of it, all owned by its user and none below /tmp. */
export interface World {
  readonly user: User
  readonly folder: string
  readonly home: string
  readonly workspace: string
  readonly outside: string
  readonly host: ChildProcess
  run(request: Partial<HostRequest> & Pick<HostRequest, 'command' | 'confined'>): Promise<RunResult>
  sh(script: string, options?: Partial<HostRequest>): Promise<RunResult>
  /** The mounts of the sandbox that is held for the turn's next command, by the engine's own word; undefined: none is. */
  settled(): Promise<string | undefined>
  /** Ends the turn: nothing stands in the workspace for another command. */
  rest(): Promise<void>
  close(): void
}

/** What a world is made with. `env` is added to the engine's, `stdio` gives it descriptors from 3 on. */
export interface WorldOptions {
  readonly bundle: HostBundle
  readonly user: User
  readonly env?: Readonly<Record<string, string>>
  readonly stdio?: readonly number[]
  readonly withoutHelper?: boolean
  /** Whether its engine has a home of its own. Default: no. */
  readonly engineHome?: true
  /** Its engine has mounts of its own, which no other process sees; only root can give it any. `first` makes a script that lays them, as root. Default: no. */
  readonly ownMounts?: true | { readonly first: (user: User) => string }
}

export function openWorld({
  bundle,
  user,
  env = {},
  stdio = [],
  withoutHelper,
  engineHome,
  ownMounts,
}: WorldOptions): World {
  const other = user === 'ordinary' && process.getuid?.() === 0
  const folder = mkdtempSync('/var/tmp/cs-world-')
  const places = {
    home: join(folder, 'home'),
    workspace: join(folder, 'work'),
    outside: join(folder, 'outside'),
  }
  chmodSync(folder, 0o755)
  for (const place of Object.values(places)) mkdirSync(place)
  if (other) for (const place of [folder, ...Object.values(places)]) chownSync(place, nobody, nobody)
  const drop = other ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
  const first =
    typeof ownMounts === 'object' ? ['sh', '-ec', `${ownMounts.first(user)}\nexec "$@"`, 'sh'] : []
  const launch = ['--mount', '--', ...first, ...drop, bundle.node, bundle.script]
  const host = spawn(ownMounts ? 'unshare' : bundle.node, ownMounts ? launch : [bundle.script], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit', ...stdio] as StdioOptions,
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: places.home,
      LANG: 'C',
      CS_OBSERVED: withoutHelper === true ? 'no' : 'yes',
      ...(engineHome && { CS_ENGINE_HOME: join(folder, 'engine') }),
      ...env,
    },
    ...(other && !ownMounts ? { uid: nobody, gid: nobody } : {}),
  })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  if (!host.stdin || !host.stdout) throw new Error('the host has no pipes')
  const input = host.stdin
  input.on('error', () => undefined) // some tests kill the host while it works
  createInterface({ input: host.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as { id: number; result?: unknown; thrown?: string }
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.thrown === undefined) waiter?.resolve(reply.result)
    else waiter?.reject(new Error(reply.thrown))
  })
  let count = 0
  const ask = (request: Parameters<World['run']>[0]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      const whole = { id: count, cwd: places.workspace, workspace: places.workspace, ...request }
      input.write(`${JSON.stringify(whole)}\n`)
    })
  const run: World['run'] = (request) => ask(request) as Promise<RunResult>
  return {
    user,
    folder,
    ...places,
    host,
    run,
    settled: () => ask({ confined: true, command: [], settled: true }) as Promise<string | undefined>,
    async rest() {
      await run({ confined: true, command: [], rest: true })
    },
    sh: (script, options = {}) => run({ confined: true, command: ['sh', '-c', script], ...options }),
    close() {
      host.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One world for each user who is asked for. */
export interface Worlds {
  readonly bundle: HostBundle
  of(user: User): World
}

/** Opens them, each when it is asked for first, and closes and removes them after the tests of the file, or the group, that asks. */
export function openWorlds(options: Partial<WorldOptions> = {}): Worlds {
  const bundle = inject('hostBundle')
  const worlds = new Map<User, World>()
  afterAll(() => {
    for (const world of worlds.values()) world.close()
  })
  return {
    bundle,
    of(user) {
      const world = worlds.get(user) ?? openWorld({ ...options, bundle, user })
      worlds.set(user, world)
      return world
    },
  }
}
