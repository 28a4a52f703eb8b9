import { expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { lookFor, startVictim, type Looked } from './attempt-alone'
import { aloneWhy, type EscapeArea, type EscapeAttempt } from './attempts'
import { together, triedPlainly, type Together } from './attempts-together'
import { controlKey, isKnown, keepKnown } from './controls'
import { inGroups } from './in-groups'
import { openWorlds, users, type User } from './world'

/** How a command gets its sandbox: made for it, or prepared after the one before, as a turn's second command has it. */
const ways = ['fresh', 'prepared'] as const
/** How many share a sandbox, or a run without; fewer would start more of them, more would make one test wait for all of them. */
const mostTogether = ({ alone }: EscapeArea): number => (alone === undefined ? 24 : 8)

/**
 * Tries every attempt: first without the sandbox, where it must succeed, then in one sandbox together with others, each with a
 * workspace and a folder outside of its own, where it must not. One that shows the sign there, or did not come to its end, and one that
 * could disturb others, is tried in a sandbox that nothing else was tried in. The user and the way of starting are taken by turns, in full
 * all of them. An attempt with `needs` that fails without the sandbox is no test here, since this kernel cannot do at all what it tries: it
 * is left out beforehand, by name, and not counted.
 */
export async function escapeTable(area: EscapeArea, attempts: readonly EscapeAttempt[]): Promise<void> {
  const worlds = openWorlds()
  const size = mostTogether(area)
  const pairs = users.flatMap((user) => ways.map((way) => ({ name: `${user}, ${way}`, user, way })))
  const chosen = oneBySeed(`${attempts[0]?.name ?? ''} …`, pairs)
  const usersOf = (attempt: EscapeAttempt): readonly User[] => {
    const able = users.filter((user) => (attempt.users ?? users).includes(user))
    const wanted = chosen.flatMap(({ user }) => (able.includes(user) ? [user] : able.slice(0, 1)))
    return [...new Set(wanted)]
  }
  const waysChosen = ways.filter((each) => chosen.some(({ way }) => way === each))

  const keyOf = (attempt: EscapeAttempt, user: User): string =>
    controlKey(user, [area.prepare, area.env?.toString(), attempt])

  /** Whether it succeeds without the sandbox: as it went among others, and where it failed there, by itself. */
  const succeedsPlainly = async (
    attempt: EscapeAttempt,
    user: User,
    among: (attempt: EscapeAttempt) => Promise<Looked | undefined>,
  ): Promise<Looked> => {
    const key = keyOf(attempt, user)
    if (isKnown(key)) return { out: true, brief: 'known' }
    let went = await among(attempt)
    if (went?.out !== true) went = await lookFor(true, area, attempt, { world: worlds.of(user) })
    if (went.out) keepKnown(key)
    return went
  }

  const rows = attempts.flatMap((attempt) => usersOf(attempt).map((user) => ({ attempt, user })))
  const needing = inGroupsByUser(rows.filter(({ attempt }) => attempt.needs !== undefined))
  const possible: typeof rows = []
  for (const row of rows) {
    const { attempt, user } = row
    const isPossible =
      attempt.needs === undefined || (await succeedsPlainly(attempt, user, needing(user))).out
    if (isPossible) possible.push(row)
    else console.info(`no test here: ${attempt.name}, as ${user}: it needs ${attempt.needs ?? ''}`)
  }

  function inGroupsByUser(some: typeof rows) {
    const groups = users.map((user) => {
      const own = some.filter((row) => row.user === user).map(({ attempt }) => attempt)
      const unknown = own.filter((attempt) => !isKnown(keyOf(attempt, user)))
      return inGroups(unknown, size, (group) => triedPlainly(area, group, worlds.of(user)))
    })
    return (user: User) => (attempt: EscapeAttempt) =>
      groups[users.indexOf(user)]?.(attempt) ?? Promise.resolve(undefined)
  }
  const controls = inGroupsByUser(possible)

  const shared = new Map<string, (attempt: EscapeAttempt) => Promise<Together | undefined>>()
  for (const user of users)
    for (const way of waysChosen) {
      const own = possible.filter((row) => row.user === user && aloneWhy(area, row.attempt) === undefined)
      const run = async (group: readonly EscapeAttempt[]) => {
        const victim = startVictim(user)
        try {
          return await together(area, group, { world: worlds.of(user), way, victim: victim.pid ?? 0 })
        } finally {
          victim.kill('SIGKILL')
        }
      }
      shared.set(
        `${user} ${way}`,
        inGroups(
          own.map(({ attempt }) => attempt),
          size,
          run,
        ),
      )
    }

  test.for(possible.map((row) => ({ ...row, name: row.attempt.name })))(
    '$name, as $user',
    async ({ attempt, user }) => {
      const control = await succeedsPlainly(attempt, user, controls(user))
      expect(control, 'the control must succeed without the sandbox').toMatchObject({ out: true })
      for (const way of waysChosen) {
        const among = await shared.get(`${user} ${way}`)?.(attempt)
        if (among?.kind === 'held') continue
        const alone = await lookFor(false, area, attempt, { world: worlds.of(user), way })
        expect(alone, way).toMatchObject({ out: false })
        // A way out that is one only beside other attempts is one all the same.
        expect(among?.kind === 'out' ? among.brief : undefined, `${way}, beside others`).toBe(undefined)
      }
    },
  )
}
