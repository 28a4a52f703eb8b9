import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RunResult } from '../../../src/main/core/ports/sandbox'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { openWorld, users as all, type User, type World } from './harness/world'

const users = oneBySeed('limits', all)

/** Each user by turns. */
const chosen = oneBySeed('users of limits', users)

/** Small limits, each of which a command goes beyond; without them the same command succeeds. */
const limits = { processes: 60, memory_mb: 300, open_files: 100, file_size_mb: 5 }
const none = { processes: 0, memory_mb: 0, open_files: 0, file_size_mb: 0 }

const worlds = new Map<string, World>()
beforeAll(() => {
  const bundle = inject('hostBundle')
  for (const user of chosen)
    for (const [name, set] of Object.entries({ limits, none }))
      worlds.set(`${user} ${name}`, openWorld({ bundle, user, env: { CS_LIMITS: JSON.stringify(set) } }))
})
afterAll(() => {
  for (const world of worlds.values()) world.close()
})

const worldOf = (user: User, which: 'limits' | 'none'): World => {
  const world = worlds.get(`${user} ${which}`)
  if (!world) throw new Error('the worlds are opened before the tests')
  return world
}

const said = (result: RunResult): string => ('output' in result ? result.output.aggregated : result.reason)

/** A hundred children that stay a while; the last line says that they all were there. */
const many =
  'perl -e \'$| = 1; for (1 .. 100) { my $p = fork(); defined $p or die "Cannot fork: $!"; if (!$p) { sleep 4; exit } } sleep 3; print "all\\n"\''
const rows: readonly (readonly [name: string, script: string, told: RegExp])[] = [
  ['processes', many, /60 processes and threads.*\[sandbox\.limits\] processes/],
  [
    'memory of one process',
    'perl -e \'my $m = "x" x 400_000_000; sleep 3; print "all\\n"\'',
    /ended: this command used more than 300 MB of memory.*memory_mb/,
  ],
  [
    'memory of several processes',
    'for i in 1 2 3; do perl -e \'my $m = "x" x 150_000_000; sleep 3\' & done; wait; echo all',
    /ended: this command used more than 300 MB of memory.*memory_mb/,
  ],
  [
    'open files',
    'perl -e \'for (1 .. 200) { open($f[$_], "<", "/dev/null") or die "$!\\n" } print "all\\n"\'',
    /100 open files in one process.*open_files/,
  ],
  ['the size of a file', 'head -c 9000000 /dev/zero > big && echo all', /5 MB in one file.*file_size_mb/],
]

describe.each(chosen)('as %s', (user) => {
  test.for(rows)('%s', async ([, script, told]) => {
    const free = await worldOf(user, 'none').sh(script)
    expect(free, 'without limits').toMatchObject({ exitCode: 0, output: { stdout: 'all\n' } })
    const world = worldOf(user, 'limits')
    for (const result of [await world.sh(script), await shPrepared(world, script)]) {
      expect(said(result)).toMatch(told)
      expect(said(result)).not.toContain('all\n')
      expect(result).not.toMatchObject({ exitCode: 0 })
    }
  })

  test('commands of a session count together', async () => {
    const world = worldOf(user, 'limits')
    const hold = 'perl -e \'my $m = "x" x 100_000_000; sleep 4; print "all\\n"\''
    const all = await Promise.all([1, 2, 3].map(() => world.sh(hold, { inTurn: false })))
    const texts = all.map(said)
    expect(texts.filter((text) => text === 'all\n').length).toBeGreaterThan(0)
    expect(texts.join('')).toMatch(/the commands of this session together used more than 300 MB/)
  })

  test('a command that does not meet them hears nothing of them, whatever it prints', async () => {
    const world = worldOf(user, 'limits')
    const result = await world.sh('echo "Too many open files: Cannot fork"')
    expect(said(result)).toBe('Too many open files: Cannot fork\n')
  })

  test('no command can raise them', async () => {
    const world = worldOf(user, 'limits')
    const script = 'ulimit -n 5000 2>/dev/null; ulimit -f unlimited 2>/dev/null; ulimit -Hn; ulimit -Hf'
    expect(said(await world.sh(script))).toBe('100\n10240\n')
  })
})
