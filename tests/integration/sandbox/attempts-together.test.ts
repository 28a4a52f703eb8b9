import { expect, test } from 'vitest'
import { inFull, oneBySeed } from '../../fakes/by-seed'
import { startVictim } from './harness/attempt-alone'
import type { EscapeAttempt } from './harness/attempts'
import { together, triedPlainly } from './harness/attempts-together'
import { controlKey, isKnown, keepKnown } from './harness/controls'
import { openWorlds, users } from './harness/world'

/** What is told of attempts that share a sandbox, in one that lets everything out. */
const worlds = openWorlds()

const check = '[ -e "$OUT/new" ] && echo ESCAPED'
const attempts: readonly EscapeAttempt[] = [
  { name: 'gets out', script: 'echo x > "$OUT/new"', check },
  { name: 'is held, beside one that got out', script: 'echo x > "$OUT/none/new"', check },
  { name: 'says so itself', script: 'cat a', check: undefined },
  { name: 'says so, and is not asked', script: 'echo ESCAPED', check },
  { name: 'leaves something running', script: '(sleep 600; echo ESCAPED) & exit 3', check },
  {
    name: 'gets out by what it leaves',
    script: '(echo x > "$OUT/new"; : > up; sleep 600) & until [ -e up ]; do :; done',
    check,
  },
  { name: 'ends what runs it', script: 'kill -9 $PPID', check },
  { name: 'comes after it', script: ':', check },
].map(({ check: own, ...row }) => (own === undefined ? row : { ...row, check: own }))
const area = {
  prepare: 'rm -rf "$OUT"/*; echo ESCAPED > a',
  policy: { mode: 'danger-no-network' },
}

test.for(
  oneBySeed(
    'attempts together',
    users.flatMap((user) => (['fresh', 'prepared'] as const).map((way) => ({ user, way }))),
  ),
)('each is told apart, as $user, $way', async ({ user, way }) => {
  const victim = startVictim(user)
  try {
    const world = worlds.of(user)
    const ends = await together(area, attempts, { world, way, victim: victim.pid ?? 0 })
    expect(attempts.map((each) => [each.name, ends.get(each)?.kind])).toEqual([
      ['gets out', 'out'],
      ['is held, beside one that got out', 'held'],
      ['says so itself', 'out'],
      ['says so, and is not asked', 'held'],
      ['leaves something running', 'held'],
      ['gets out by what it leaves', 'out'],
      ['ends what runs it', 'unknown'],
      ['comes after it', 'unknown'],
    ])
    const controls = await triedPlainly(area, attempts.slice(0, 6), world)
    expect([...controls.values()].map(({ out }) => out)).toEqual([true, false, true, false, false, true])
  } finally {
    victim.kill('SIGKILL')
  }
})

test('a control is known when it was kept, and only as it was', () => {
  const row = { name: 'a row of no table', script: 'true' }
  keepKnown(controlKey('ordinary', row))
  expect(isKnown(controlKey('ordinary', row))).toBe(!inFull())
  for (const other of [
    controlKey('root', row),
    controlKey('ordinary', { ...row, script: 'false' }),
    '../controls',
  ])
    expect(isKnown(other)).toBe(false)
})
