import { join } from 'node:path'
import { brief, envOf, type Looked } from './attempt-alone'
import { aloneWhy, sign, type EscapeArea, type EscapeAttempt } from './attempts'
import { inSequence, type Section, type StepEnd } from './sequence'
import { shPrepared } from './held'
import type { World } from './world'

/** How an attempt went among others: it was held, it got out, or nobody knows, since it or the run did not come to its end. */
export type Together =
  | { readonly kind: 'held' | 'unknown' }
  | { readonly kind: 'out'; readonly brief: unknown }

/** All of them together, however slow the machine is. A test has less, and says then what it waited for. */
const timeoutMs = 85_000

/** A workspace and a folder outside for one of them, each in the world's own. */
const placeOf = (world: World, at: number): World => ({
  ...world,
  workspace: join(world.workspace, `place-${String(at)}`),
  outside: join(world.outside, `place-${String(at)}`),
})

const empty = (world: World): string =>
  [world.workspace, world.outside]
    .map((folder) => `chmod -R u+rwX ${folder}; find ${folder} -mindepth 1 -maxdepth 1 -exec rm -rf {} +`)
    .join('\n')
const lay = ({ prepare }: EscapeArea): string => `mkdir -p "$WORK" "$OUT" && cd "$WORK" && {\n${prepare}\n}`

const shows = (end: StepEnd | undefined): boolean => end?.out.includes(sign) === true

/** Where the sign is looked for: the check's words where there is one, else the attempt's own. */
const toLookAt = (
  attempt: EscapeAttempt,
  ran: StepEnd | undefined,
  checked: StepEnd | undefined,
): StepEnd | undefined => (attempt.check === undefined ? ran : checked)

/** Tries each without the sandbox, by itself, in the place that it has among others, or in the workspace where it is alone in a sandbox. */
export async function triedPlainly(
  area: EscapeArea,
  attempts: readonly EscapeAttempt[],
  world: World,
): Promise<ReadonlyMap<EscapeAttempt, Looked>> {
  const sections = attempts.map((attempt, at): Section => {
    const place = aloneWhy(area, attempt) === undefined ? placeOf(world, at) : world
    const { script, check } = attempt
    const ready = `${place === world ? '' : `${empty(world)}\n`}${lay(area)}`
    const steps = [ready, script, ...(check === undefined ? [] : [check])]
    // The folder is there before the place is laid, and the place's own scripts begin in it.
    return {
      cwd: world.workspace,
      env: envOf(area, attempt, place),
      victim: true,
      steps: steps.map((step, index) => (index === 0 ? step : `cd "$WORK" || exit 1\n${step}`)),
    }
  })
  const { ends } = await inSequence(world, sections, (script) =>
    world.sh(script, { confined: false, timeoutMs }),
  )
  return new Map(
    attempts.map((attempt, at) => {
      const [ready, ran, checked] = ends[at] ?? []
      const out = ready?.code === 0 && shows(toLookAt(attempt, ran, checked))
      return [attempt, { out, brief: ends[at] }]
    }),
  )
}

/** Tries them one after the other in one sandbox. */
export async function together(
  area: EscapeArea,
  attempts: readonly EscapeAttempt[],
  {
    world,
    way,
    victim,
  }: { readonly world: World; readonly way: 'fresh' | 'prepared'; readonly victim: number },
): Promise<ReadonlyMap<EscapeAttempt, Together>> {
  const places = attempts.map((attempt, at) => {
    const place = placeOf(world, at)
    const env = { ...envOf(area, attempt, place), VICTIM: String(victim) }
    return { attempt, place, env }
  })
  const plainly = (script: string) => world.sh(script, { confined: false, timeoutMs })
  await plainly(empty(world))
  const laid = await inSequence(
    world,
    places.map(({ env }) => ({ cwd: world.workspace, env, steps: [lay(area)] })),
    plainly,
  )
  const options = { policy: area.policy, timeoutMs }
  const ran = await inSequence(
    world,
    places.map(({ attempt, place, env }) => ({ cwd: place.workspace, env, steps: [attempt.script] })),
    (script) => (way === 'prepared' ? shPrepared(world, script, options) : world.sh(script, options)),
  )
  if (way === 'fresh') await world.rest()
  const checked = await inSequence(
    world,
    places.map(({ attempt, place, env }) => ({ cwd: place.workspace, env, steps: [attempt.check ?? ':'] })),
    plainly,
  )
  const isUnassigned = ran.unassigned.includes(sign)
  return new Map(
    places.map(({ attempt }, at): [EscapeAttempt, Together] => {
      const [first, tried, looked] = [laid, ran, checked].map(({ ends }) => ends[at]?.[0])
      if (first?.code !== 0)
        throw new Error(`not prepared for ${attempt.name}: ${JSON.stringify(brief(laid.result))}`)
      if (isUnassigned || shows(toLookAt(attempt, tried, looked)))
        return [attempt, { kind: 'out', brief: [tried, looked, brief(ran.result)] }]
      const isOver = tried?.code !== undefined && looked?.code !== undefined
      return [attempt, { kind: isOver ? 'held' : 'unknown' }]
    }),
  )
}
