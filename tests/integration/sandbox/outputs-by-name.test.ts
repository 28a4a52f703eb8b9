import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { openWorlds, users as all } from './harness/world'

const users = oneBySeed('outputs by name', all)

/** Each user by turns. */
const chosen = oneBySeed('users of outputs by name', users)

/** The outputs of a command, opened by their names. */
const worlds = openWorlds()

const rows: readonly (readonly [name: string, script: string, stdout: string, stderr: string])[] = [
  ['/dev/stdout and /dev/stderr', 'echo a > /dev/stdout; echo b > /dev/stderr', 'a\n', 'b\n'],
  ['/dev/fd and /proc/self/fd', 'echo a > /dev/fd/1; echo b > /proc/self/fd/2', 'a\n', 'b\n'],
  ['a program that opens them', 'echo a | tee /dev/stderr /dev/stdout', 'a\na\n', 'a\n'],
  ['what comes before and after', 'echo 1; echo 2 >> /dev/stdout; echo 3', '1\n2\n3\n', ''],
  ['one for the other', 'echo a > /dev/stderr 2>&1; exec 2>&1; echo b > /dev/stderr', 'b\n', 'a\n'],
  ['where they were turned to', 'echo a > f; { echo b >> /dev/stdout; } >> f; cat f', 'a\nb\n', ''],
  ['more than a pipe holds', 'head -c 300000 /dev/zero | tr "\\0" x > /dev/stdout', 'x'.repeat(300_000), ''],
  ['in a child', 'sh -c "echo a > /dev/stdout; (echo b > /dev/stderr) & wait"', 'a\n', 'b\n'],
  [
    'what runs on when the command has ended',
    'exec 3> /dev/stdout; (sleep 30; echo late >&3) & echo early >&3',
    'early\n',
    '',
  ],
]

describe.each(chosen)('as %s', (user) => {
  test.for(rows)('%s', async ([, script, stdout, stderr]) => {
    const world = worlds.of(user)
    const fresh = await world.sh(`rm -f f; ${script}`)
    expect(fresh).toMatchObject({ kind: 'exited', exitCode: 0, output: { stdout, stderr } })
    const prepared = await shPrepared(world, `rm -f f; ${script}`)
    if (prepared.kind !== 'exited') throw new Error(JSON.stringify(prepared))
    const said = prepared.output.stdout.replace(/^entered by .*\n/, '')
    expect([said, prepared.output.stderr]).toEqual([stdout, stderr])
  })
})

test('forty commands at once each have outputs of their own', async () => {
  const world = worlds.of(chosen[0] ?? 'ordinary')
  const said = await Promise.all(
    Array.from({ length: 40 }, (_, at) => world.sh(`echo ${String(at)} > /dev/stdout`, { inTurn: false })),
  )
  expect(said.map((each) => ('output' in each ? each.output.stdout : each.reason))).toEqual(
    Array.from({ length: 40 }, (_, at) => `${String(at)}\n`),
  )
})
