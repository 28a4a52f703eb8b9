import { spawn, type ChildProcess } from 'node:child_process'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
import { showsSign, type EscapeArea, type EscapeAttempt } from './attempts'
import { shPrepared } from './held'
import type { User, World } from './world'

/** Whether the sign showed, and what was said. */
export interface Looked {
  readonly out: boolean
  readonly brief: unknown
}

/** Where an attempt is tried; without a way: without the sandbox. */
export interface Trial {
  readonly world: World
  readonly way?: 'fresh' | 'prepared'
}

/** A process that is none of the sandbox's business, owned by the world's user. */
export function startVictim(user: User): ChildProcess {
  const other = user === 'ordinary' && process.getuid?.() === 0
  return spawn('sleep', ['600'], { stdio: 'ignore', ...(other ? { uid: 65_534, gid: 65_534 } : {}) })
}

/** The end of a run in one line, for a failing test. */
export const brief = (result: RunResult): unknown =>
  'output' in result ? { kind: result.kind, said: result.output.aggregated.slice(-600) } : result

/** What an attempt's scripts see. */
export const envOf = (
  area: EscapeArea,
  attempt: EscapeAttempt,
  world: World,
): Readonly<Record<string, string>> => ({
  OUT: world.outside,
  WORK: world.workspace,
  ...area.env?.(world),
  ...attempt.env,
})

async function succeeds(area: EscapeArea, attempt: EscapeAttempt, { world, way }: Trial): Promise<Looked> {
  const victim = startVictim(world.user)
  try {
    const env = { ...envOf(area, attempt, world), VICTIM: String(victim.pid) }
    const prepared = await world.sh(area.prepare, { confined: false, env })
    if (prepared.kind !== 'exited' || prepared.exitCode !== 0)
      throw new Error(`not prepared: ${JSON.stringify(brief(prepared))}`)
    const options = { env, policy: area.policy }
    const ran =
      way === 'prepared'
        ? await shPrepared(world, attempt.script, options)
        : await world.sh(attempt.script, { ...options, confined: way === 'fresh' })
    if (way === 'fresh') await world.rest()
    if (ran.kind === 'failed') throw new Error(ran.reason)
    if (attempt.check === undefined) return { out: showsSign(ran), brief: brief(ran) }
    const checked = await world.sh(attempt.check, { confined: false, env })
    return { out: showsSign(checked), brief: [brief(ran), brief(checked)] }
  } finally {
    victim.kill('SIGCONT')
    victim.kill('SIGKILL')
  }
}

/** How an attempt goes by itself; of what the whole machine shares, as it was to go if it went so once in three times. */
export async function lookFor(
  wanted: boolean,
  area: EscapeArea,
  attempt: EscapeAttempt,
  trial: Trial,
): Promise<Looked> {
  let went = await succeeds(area, attempt, trial)
  for (let tries = 1; attempt.shared && went.out !== wanted && tries < 3; tries += 1)
    went = await succeeds(area, attempt, trial)
  return went
}
