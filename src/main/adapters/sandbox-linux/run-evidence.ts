import type { Evidence } from '@shared/domain/evidence'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunningStops } from '../../core/run/running-stops'
import { emptiedFolders } from './emptied-folders'
import { atRealPlace, couldHappen, type AttemptList, type WritesSeen } from './attempts'
import type { MountPlan } from './mount-plan'
import type { Mask } from './mask'
import type { Observation } from './observer'
import { refusedAddresses } from './refused-addresses'
import type { Ran } from './run-result'
import { strippedPlaces } from './stripped-places'
import { meantSockets, refusedSockets } from './unix-sockets'
import { isUnder, kernelPlaces } from './writable-roots'

const backend = 'bubblewrap'

const replaces = /^(rename|unlink|rmdir)/
const removes = /^(unlink|rmdir)/

/** Where a run may write, what is closed to it there, and what is mounted by itself. */
interface Rules {
  readonly writable: readonly string[]
  readonly masks: readonly Mask[]
  readonly mounted: readonly string[]
}

const rulesOf = ({ plan, grants, layout }: MountPlan): Rules => ({
  writable: [...layout.writable, ...layout.files],
  masks: [
    ...layout.masks,
    ...[...plan.kept, ...plan.taken].map((path) => ({ kind: 'read-only', path }) as const),
  ],
  mounted: [...grants.folders.filter((path) => layout.writable.includes(path)), ...layout.files],
})

/**
 * What the policy refused among what a command attempted, with the kernel as the source. A write is refused outside the
 * writable places, and at or below what is masked in them; `protectedBy` then names the mask, or the
 * pinned folder that was removed but for what masks hold. What is mounted by itself
 * (`mounted`) can be written to, but neither removed nor replaced. bubblewrap's own /dev and
 * /proc answer for themselves: what they refuse is no question of policy.
 */
async function evidenceOf(
  attempts: Pick<WritesSeen, 'all' | 'overflowed'>,
  rules: Rules,
): Promise<readonly Evidence[]> {
  const maskOver = (path: string, syscall: string): Mask | undefined =>
    rules.masks.findLast((mask) =>
      mask.kind === 'pinned' ? mask.path === path && replaces.test(syscall) : isUnder(path, mask.path),
    )
  const refused = attempts
    .all()
    .map(atRealPlace)
    .filter(({ path }) => !kernelPlaces.some((place) => isUnder(path, place)))
    .map((attempt) => ({ ...attempt, mask: maskOver(attempt.path, attempt.syscall) }))
    .filter(
      ({ path, mask, syscall }) =>
        mask !== undefined ||
        !rules.writable.some((root) => isUnder(path, root)) ||
        (replaces.test(syscall) && rules.mounted.includes(path)),
    )
  const could = await Promise.all(refused.map(couldHappen))
  const real = refused.filter((_, at) => could[at])
  const removed = real.filter(
    ({ syscall, role, mask }) => mask === undefined && replaces.test(syscall) && role !== 'to',
  )
  const kept = real.filter(({ syscall, mask }) => mask !== undefined && removes.test(syscall))
  const stripped = await strippedPlaces(
    rules.masks,
    kept.map(({ path }) => path),
  )
  const emptied = attempts.overflowed ? undefined : await emptiedFolders(removed.map(({ path }) => path))
  return real.map(({ syscall, path, mask }) => {
    const protectedBy = mask && removes.test(syscall) ? (stripped(path) ?? mask.path) : mask?.path
    const folder = mask === undefined ? emptied?.(path) : undefined
    return {
      kind: 'write',
      target: path,
      operation: syscall,
      source: 'kernel',
      backend,
      ...(protectedBy === undefined ? {} : { protectedBy }),
      ...(folder === undefined ? {} : { emptied: folder }),
    }
  })
}

/** The rest of a path's last part, as it stands in text, must not go on: `.ssh` is not named by `.sshrc`. */
const ends = (text: string, at: number): boolean => !/[\w.-]/.test(text.charAt(at) || ' ')

/** Those of some places that the command or its output names, also with `~`. */
export function namedPlaces<Place extends Pick<Mask, 'path'>>(
  places: readonly Place[],
  texts: readonly string[],
  home: string | undefined,
): readonly Place[] {
  const named = (path: string): boolean => {
    const short = home !== undefined && isUnder(path, home) ? `~${path.slice(home.length)}` : path
    return [path, short].some((form) =>
      texts.some((text) => {
        const at = text.indexOf(form)
        return at >= 0 && ends(text, at + form.length)
      }),
    )
  }
  return places.filter(({ path }) => named(path))
}

/** Nothing reports a read to us, so this is only ever a guess, and says so: it explains a failure and never widens anything. */
const guessReads = (...[closed, texts, home]: Parameters<typeof namedPlaces>): readonly Evidence[] =>
  namedPlaces(closed, texts, home).map(({ path }) => ({
    kind: 'read',
    target: path,
    source: 'guess',
    backend,
  }))

/** Who saw what a run tried: the kernel, where it was observed, and the run's proxy. */
export interface Seen {
  readonly attempts: AttemptList | undefined
  readonly proxy: readonly Evidence[]
}

/**
 * What the sandbox refused a run: writes, connections through its proxy and past it; and for one that failed what it may have
 * been kept from reading. `home` is the user's.
 */
export async function runEvidence(
  mountPlan: MountPlan,
  { attempts, proxy }: Seen,
  result: Ran,
  home: string | undefined,
): Promise<readonly Evidence[]> {
  const { spec, plan } = mountPlan
  const refused = [...(attempts ? await evidenceOf(attempts, rulesOf(mountPlan)) : []), ...proxy]
  const { policy } = spec
  if (attempts && !opensNetwork(policy))
    refused.push(...refusedAddresses(attempts.addresses(), { alone: refused.length === 0 }, backend))
  if (result.kind === 'exited' && result.exitCode === 0) return refused
  if (attempts) refused.push(...refusedSockets(attempts.sockets, backend))
  return [...refused, ...guessReads(plan.closed, [...spec.command, result.output.aggregated], home)]
}

/** The writes, and the sockets of the machine, that the sandbox refuses a run that goes on. */
export const runningStops = (mountPlan: MountPlan, observation: Observation | undefined): RunningStops => ({
  async take() {
    const seen = observation?.soFar().take()
    return seen
      ? [...(await evidenceOf(seen, rulesOf(mountPlan))), ...meantSockets(seen.sockets, backend)]
      : []
  },
  listen: (listener) => {
    observation?.listen(listener)
  },
})
