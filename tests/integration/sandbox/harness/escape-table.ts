import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports'
import { showsSign, type EscapeAttempt } from './attempts'
import { shPrepared } from './waiting'
import { openWorlds, users, type User, type World } from './world'

/** A process that is none of the sandbox's business, owned by the world's user. */
function startVictim(user: User): ChildProcess {
  const other = user === 'ordinary' && process.getuid?.() === 0
  return spawn('sleep', ['600'], { stdio: 'ignore', ...(other ? { uid: 65_534, gid: 65_534 } : {}) })
}

/** What an area's attempts share. `prepare` is run without the sandbox before each try, in the workspace. */
export interface EscapeArea {
  readonly prepare: string
  readonly policy?: unknown
  readonly env?: (world: World) => Readonly<Record<string, string>>
}

/** The end of a run in one line, for a failing test. */
const brief = (result: RunResult): unknown =>
  'output' in result ? { kind: result.kind, said: result.output.aggregated.slice(-600) } : result

/**
 * Tries every attempt as every user this machine lets us be: first without the sandbox, where it must succeed, then in
 * one made for it and in one that was prepared, as a turn's second command has it, where it must not. An attempt with `needs` that fails without the sandbox is no test here, since this kernel cannot do
 * at all what it tries: it is left out beforehand, by name, and not counted.
 */
export async function escapeTable(area: EscapeArea, attempts: readonly EscapeAttempt[]): Promise<void> {
  const worlds = openWorlds()
  afterAll(() => {
    worlds.close()
  })

  const succeeds = async (attempt: EscapeAttempt, user: User, how: 'unconfined' | 'fresh' | 'prepared') => {
    const world = worlds.of(user)
    const victim = startVictim(user)
    try {
      const env = {
        OUT: world.outside,
        WORK: world.workspace,
        VICTIM: String(victim.pid),
        ...area.env?.(world),
        ...attempt.env,
      }
      const prepared = await world.sh(area.prepare, { confined: false, env })
      if (prepared.kind !== 'exited' || prepared.exitCode !== 0)
        throw new Error(`not prepared: ${JSON.stringify(brief(prepared))}`)
      const options = { env, policy: area.policy }
      const ran =
        how === 'prepared'
          ? await shPrepared(world, attempt.script, options)
          : await world.sh(attempt.script, { ...options, confined: how === 'fresh' })
      await world.rest()
      if (ran.kind === 'failed') throw new Error(ran.reason)
      if (attempt.check === undefined) return { out: showsSign(ran), brief: brief(ran) }
      const checked = await world.sh(attempt.check, { confined: false, env })
      return { out: showsSign(checked), brief: [brief(ran), brief(checked)] }
    } finally {
      victim.kill('SIGCONT')
      victim.kill('SIGKILL')
    }
  }

  /** As it went, or, of what is shared, as it was to go if it went so once in three times. */
  const wentAs = async (
    wanted: boolean,
    attempt: EscapeAttempt,
    ...rest: [User, Parameters<typeof succeeds>[2]]
  ) => {
    let went = await succeeds(attempt, ...rest)
    for (let tries = 1; attempt.shared && went.out !== wanted && tries < 3; tries += 1)
      went = await succeeds(attempt, ...rest)
    return went
  }

  const rows = attempts.flatMap((attempt) =>
    users.filter((user) => (attempt.users ?? users).includes(user)).map((user) => ({ attempt, user })),
  )
  const possible: typeof rows = []
  for (const row of rows) {
    const { attempt, user } = row
    if (attempt.needs === undefined || (await succeeds(attempt, user, 'unconfined')).out) possible.push(row)
    else console.info(`no test here: ${attempt.name}, as ${user}: it needs ${attempt.needs}`)
  }
  test.for(possible.map((row) => ({ ...row, name: row.attempt.name })))(
    '$name, as $user',
    async ({ attempt, user }) => {
      const control = await wentAs(true, attempt, user, 'unconfined')
      expect(control, 'the control must succeed without the sandbox').toMatchObject({ out: true })
      for (const how of ['fresh', 'prepared'] as const)
        expect(await wentAs(false, attempt, user, how), how).toMatchObject({ out: false })
    },
  )
}
