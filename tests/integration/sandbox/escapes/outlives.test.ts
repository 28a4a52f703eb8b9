import { spawnSync } from 'node:child_process'
import {
  openSync,
  closeSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { observePrograms } from '../../../../src/main/adapters/sandbox-linux/observe/observe-program'
import { processesWith } from '../../../fakes/processes-with'
import { oneBySeed } from '../../../fakes/by-seed'
import { openWorld, openWorlds, users as all, type World } from '../harness/world'

const users = oneBySeed('what outlives', all)

/** What must not be there any more when a command, its launcher or the engine is. */
const worlds = openWorlds()

async function until(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (condition()) return true
    await delay(25)
  }
  return false
}

/** A number that no other process sleeps for. */
const mark = (): string => String(100_000_000 + Math.floor(Math.random() * 800_000_000))

/** What stands in front of a command is ended with it: the first process of a sandbox does not always end with its launcher. */
test('nothing is left of a sandbox whose engine is gone before its command begins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cs-gone-'))
  const program = join(folder, 'observe')
  writeFileSync(program, Buffer.from(observePrograms[process.arch === 'arm64' ? 'arm64' : 'x64'], 'base64'), {
    mode: 0o755,
  })
  const seconds = mark()
  const script = `sleep ${seconds} </dev/null >/dev/null 2>&1 & exec "$1" touch "$2"`
  // As it is when bubblewrap's own wish to end with its parent came too late.
  const made = ['--unshare-user', '--unshare-pid', '--bind', '/', '/', '--proc', '/proc', '--dev', '/dev']
  const ran = spawnSync('bwrap', [...made, '/bin/sh', '-c', script, 'sh', program, join(folder, 'ran')], {
    env: {
      PATH: process.env['PATH'],
      COUNTERSIGN_OBSERVER_SOCKET: join(folder, 'nobody'),
      COUNTERSIGN_OBSERVER_WORD: 'word',
    },
    stdio: ['ignore', 'ignore', openSync(join(folder, 'said'), 'w')], // no pipe, which what is left would hold
  })
  expect(readFileSync(join(folder, 'said'), 'utf8')).toContain('whoever started this is gone')
  expect([ran.status, existsSync(join(folder, 'ran'))]).toEqual([125, false])
  const isGone = await until(() => processesWith(seconds).length === 0)
  for (const pid of processesWith(seconds)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true })
  expect(isGone).toBe(true)
})

const leftBehind: readonly { name: string; script: (seconds: string) => string }[] = [
  { name: 'a process in the background', script: (s) => `sleep ${s} & echo begun` },
  {
    name: 'a process that ignores signals',
    script: (s) => `(trap "" HUP TERM INT; exec sleep ${s}) & echo begun`,
  },
  {
    name: 'a daemon in a session of its own',
    script: (s) => `setsid sh -c "sleep ${s} & sleep ${s}" >/dev/null 2>&1 & echo begun`,
  },
  {
    name: 'a twice forked daemon that closed everything',
    script: (s) => `(setsid sh -c "exec 0<&- 1>&- 2>&-; sleep ${s} &" &) ; echo begun`,
  },
]

describe.each(users)('as %s', (user) => {
  test.each(leftBehind)('$name ends with the command', async ({ script }) => {
    const seconds = mark()
    const result = await worlds.of(user).sh(script(seconds))
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, output: { stdout: 'begun\n' } })
    expect(await until(() => processesWith(seconds).length === 0)).toBe(true)
  })

  test.each(leftBehind)('$name ends with a command that runs out of time', async ({ script }) => {
    const seconds = mark()
    const result = await worlds.of(user).sh(`${script(seconds)}; sleep ${seconds}`, { timeoutMs: 400 })
    expect(result).toMatchObject({ kind: 'timed-out' })
    expect(await until(() => processesWith(seconds).length === 0)).toBe(true)
  })

  const begin = async (world: World, seconds: string, inTurn = true): Promise<void> => {
    // It never answers: its launcher or its engine is killed first.
    void world
      .sh(
        `setsid sleep ${seconds} & (trap "" HUP TERM; sleep ${seconds}) & echo begun > up; sleep ${seconds}`,
        { inTurn },
      )
      .catch(() => undefined)
    expect(await until(() => existsSync(join(world.workspace, 'up')))).toBe(true)
    expect(await until(() => processesWith(seconds).length > 2)).toBe(true)
  }

  test.each([
    ['bwrap', false],
    ['enter', true],
  ])('nothing survives a launcher that is killed: %s', async (name, inTurn) => {
    const world = openWorld({ bundle: worlds.bundle, user })
    const seconds = mark()
    await begin(world, seconds, inTurn)
    const launcher = processesWith(
      `setsid sleep ${seconds} & (trap "" HUP TERM; sleep ${seconds}) & echo begun > up; sleep ${seconds}`,
    )
      .filter((pid) => readFileSync(`/proc/${String(pid)}/comm`, 'utf8') === `${name}\n`)
      .filter(
        (pid) => readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(' ')[3] === String(world.host.pid),
      )
    expect(launcher).toHaveLength(1)
    process.kill(launcher[0] ?? 0, 'SIGKILL')
    expect(await until(() => processesWith(seconds).length === 0)).toBe(true)
    world.close()
  })

  test('nothing survives an engine that is killed, and the next one tidies up after it', async () => {
    const world = openWorld({ bundle: worlds.bundle, user })
    const seconds = mark()
    await begin(world, seconds)
    world.host.kill('SIGKILL')
    expect(await until(() => processesWith(seconds).length === 0)).toBe(true)
    const next = openWorld({ bundle: worlds.bundle, user })
    await next.sh('true')
    expect(readdirSync(world.workspace).sort()).toEqual(['up'])
    next.close()
    world.close()
  })

  test('inherited descriptors do not reach the command, and those of the filter neither', async () => {
    writeFileSync('/var/tmp/cs-inherited', 'x')
    const inherited = openSync('/var/tmp/cs-inherited', 'r')
    const world = openWorld({
      bundle: worlds.bundle,
      user,
      // The number is high, as editors and shells leave them; Node closes low ones itself.
      stdio: [...Array.from({ length: 20 }, () => inherited)],
    })
    const list = 'for f in /proc/self/fd/*; do readlink "$f"; done'
    // What it prints to: the run's own pipes, whose names are gone.
    const outputs = 'for f in 1 2; do [ -p /proc/self/fd/$f ] && readlink /proc/self/fd/$f; done'
    const control = spawnSync('sh', ['-c', list], {
      stdio: ['ignore', 'pipe', 'pipe', inherited],
      encoding: 'utf8',
    })
    const { output } = (await world.sh(`${list}; echo --; ${outputs}`)) as { output: { stdout: string } }
    const [held = '', own = ''] = output.stdout.split('--\n')
    const printed = new Set(own.split('\n').filter((line) => / \(deleted\)$/.test(line)))
    closeSync(inherited)
    world.close()
    expect(control.stdout).toContain('cs-inherited')
    expect(
      held
        .split('\n')
        .filter(
          (line) =>
            line !== '' &&
            !printed.has(line) &&
            line !== '/dev/null' &&
            !/^(socket|pipe|anon_inode):|^\/proc\/\d+\/fd/.test(line),
        ),
    ).toEqual([])
  })
})
