import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nr } from './attempts'
import { shPrepared } from './waiting'
import { openWorlds, users, type User, type World, type Worlds } from './world'
import type { HostBundle } from './host-bundle'

/**
 * What developers do all day, in workspace-write without a network. Every command must exit 0. Only programs that a
 * Debian or Ubuntu with git has, and the Node that runs the tests; `if` names a program that may be missing.
 */
export interface Everyday {
  readonly name: string
  readonly script: string
  readonly if?: string
}

/** The worlds of a test file, which are there while its tests run. */
export interface EverydayWorlds {
  of(user: User): World
  bundle(): HostBundle
}

/** Opens them before the tests of the file that asks, and closes them afterwards. */
export function everydayWorlds(): EverydayWorlds {
  let worlds: Worlds | undefined
  const opened = (): Worlds => {
    if (!worlds) throw new Error('the worlds are opened before the tests')
    return worlds
  }
  beforeAll(() => {
    worlds = openWorlds()
  })
  afterAll(() => {
    worlds?.close()
  })
  return { of: (user) => opened().of(user), bundle: () => opened().bundle }
}

/** Lays out a workspace with a repository and one nested in it: made once for each world, beside its home, and copied. */
export const layRepository = `
  set -e; cd "$HOME"; find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -f /tmp/cs-move-*; cd "$WORK"
  tpl="$HOME/../template"
  if [ ! -d "$tpl" ]; then
    git init -q . && echo a > a && git add a && git commit -qm one
    git init -q nested && cd nested && echo a > a && git add a && git commit -qm one
    cp -a "$WORK" "$tpl"
  else
    cp -a "$tpl/." "$WORK/" && git update-index -q --refresh && git -C nested update-index -q --refresh
  fi
`
/** Who git says is at work. */
export const identity = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
}

/** Runs every row as every user: without the sandbox, in one of its own, and as the second command of a turn. Each must exit 0. */
export function everydayTable(worlds: EverydayWorlds, rows: readonly Everyday[]): void {
  describe.each(users)('as %s', (user) => {
    test.for(rows)('$name', async ({ script, if: program }, { skip }) => {
      const world = worlds.of(user)
      const env = {
        ...identity,
        WORK: world.workspace,
        NODE: worlds.bundle().node,
        PTRACE: nr('ptrace'),
        VMREAD: nr('process_vm_readv'),
      }
      if (program !== undefined) {
        const found = await world.sh(`${program} --version || command -v ${program}`, {
          confined: false,
          env,
        })
        if (found.kind !== 'exited' || found.exitCode !== 0) skip(`there is no ${program} on this machine`)
      }
      const prepared = await world.sh(layRepository, { confined: false, env })
      expect(prepared).toMatchObject({ kind: 'exited', exitCode: 0 })
      const plain = await world.sh(`set -e; ${script}`, { confined: false, env })
      expect(plain, 'without the sandbox').toMatchObject({ kind: 'exited', exitCode: 0 })
      await world.sh(layRepository, { confined: false, env })
      const fresh = await world.sh(`set -e; ${script}`, { env })
      expect(fresh).toMatchObject({ kind: 'exited', exitCode: 0 })
      await world.rest()
      await world.sh(layRepository, { confined: false, env })
      const second = await shPrepared(world, `set -e; ${script}`, { env })
      expect(second, 'as the second command of a turn').toMatchObject({ kind: 'exited', exitCode: 0 })
    })
  })
}
