import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Evidence } from '@shared/domain/evidence'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunningStops } from '../../../core/run/running-stops'
import { classifyAddress, mappedIpv4 } from '../../../core/network/address-class'
import { formatHostPort } from '../../../core/network/host-rules'
import { formatIp } from '../../../core/network/ip-address'
import { atRealPlace, couldHappen, type AttemptList, type WritesSeen, type TriedAddress } from './attempts'
import type { MountPlan } from '../mounts/mount-plan'
import { isMasked, type Mask } from '../mounts/mask'
import type { Observation } from './observer'
import type { Ran } from './run-result'
import { expandHome, type UnreadableSettings } from '../protection/unreadable-places'
import { meantSockets, refusedSockets } from '../network/unix-sockets'
import { isUnder, kernelPlaces } from '../writable-roots'

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
      mask.kind === 'pinned' ? mask.path === path && replaces.test(syscall) : isMasked(path, mask),
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

const depth = (path: string): number => path.split('/').length

/**
 * Of what a run tried to remove, the folders that would have been empty then: a program that removes a tree never gets to the
 * folders while what is in them stays. Returns a look-up of the topmost such folder above a path; undefined: there is none.
 */
async function emptiedFolders(paths: readonly string[]): Promise<(path: string) => string | undefined> {
  const removed = new Set(paths)
  const found = new Set<string>()
  const open = new Set(paths.map((path) => dirname(path)))
  while (open.size > 0) {
    // The deepest first: what lies above depends on it.
    const folder = [...open].reduce((deepest, each) => (depth(each) > depth(deepest) ? each : deepest))
    open.delete(folder)
    const names = await readdir(folder).catch(() => []) // gone meanwhile, or not to be read
    if (folder === '/' || names.length === 0 || !names.every((name) => removed.has(join(folder, name))))
      continue
    removed.add(folder)
    found.add(folder)
    open.add(dirname(folder))
  }
  return (path) =>
    [...found]
      .filter((folder) => folder !== path && isUnder(path, folder))
      .reduce<string | undefined>(
        (top, each) => (top === undefined || isUnder(top, each) ? each : top),
        undefined,
      )
}

/**
 * The pinned folders of which a run removed everything that it could: what is left in them is what masks hold, and the run was
 * kept from removing that too. Whoever removes one needs the masks in it lifted together. Returns a look-up of the topmost such
 * folder at or above a path; `refused` are the places that the run was kept from removing.
 */
async function strippedPlaces(
  masks: readonly Mask[],
  refused: readonly string[],
): Promise<(path: string) => string | undefined> {
  const kinds = new Map(masks.map(({ path, kind }) => [path, kind]))
  const wasTried = (path: string): boolean => refused.some((each) => isUnder(each, path))
  const isStripped = async (folder: string): Promise<boolean> => {
    const names = await readdir(folder).catch(() => []) // gone meanwhile, or closed
    const left = names.map((name) => join(folder, name))
    return left.length > 0 && left.every((path) => kinds.has(path) && wasTried(path))
  }
  // One that only holds others, as the folder of all worktrees, is left out: nobody needs all of them.
  const solid = new Set(masks.flatMap(({ path, kind }) => (kind === 'pinned' ? [] : [dirname(path)])))
  const pins = masks.filter(({ kind, path }) => kind === 'pinned' && solid.has(path) && wasTried(path))
  const found = await Promise.all(pins.map(async ({ path }) => ((await isStripped(path)) ? [path] : [])))
  const stripped = found.flat().sort((one, other) => one.length - other.length)
  return (path) => stripped.find((folder) => isUnder(path, folder))
}

/** The rest of a path's last part, as it stands in text, must not go on: `.ssh` is not named by `.sshrc`. */
const ends = (text: string, at: number): boolean => !/[\w.-]/.test(text.charAt(at) || ' ')

/** Output without the launcher's own line, which lists what is closed: `ps` shows it, and has nothing to do with that. */
const withoutLauncher = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !(line.includes('bwrap') && line.includes(' --ro-bind ')))
    .join('\n')

/** Those of some places that the command or its output names, also with `~`. */
export function namedPlaces<Place extends Pick<Mask, 'path'>>(
  places: readonly Place[],
  texts: readonly string[],
  home: string | undefined,
): readonly Place[] {
  const own = texts.map(withoutLauncher)
  const named = (path: string): boolean => {
    const short = home !== undefined && isUnder(path, home) ? `~${path.slice(home.length)}` : path
    return [path, short].some((form) =>
      own.some((text) => {
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

/**
 * What a run that failed was kept from reading, by what it is: nobody saw it try. Stores of the person's home alone: the engine's own and what the
 * configuration closes are nobody's to open here. Nothing where a person has just refused it a connection, which it failed for.
 */
async function closedReads(
  { plan: { closed }, spec: { reads } }: MountPlan,
  refused: readonly Evidence[],
  { home, engineHome, unreadable }: UnreadableSettings,
): Promise<readonly Evidence[]> {
  if (home === undefined || !reads || refused.some(({ operation }) => operation === 'denied')) return []
  const shut = [engineHome, ...unreadable.map((path) => expandHome(path, home))]
  const stores = closed.filter(
    ({ path }) => isUnder(path, home) && !shut.some((each) => each !== undefined && isUnder(path, each)),
  )
  if (stores.length === 0) return []
  const targets = (await reads()).filter((each) => stores.some(({ path }) => isUnder(each, path)))
  return targets.map((target) => ({ kind: 'read', target, source: 'command', backend }))
}

/** Who saw what a run tried: the kernel, where it was observed, and the run's proxy. */
export interface Seen {
  readonly attempts: AttemptList | undefined
  readonly proxy: readonly Evidence[]
}

/**
 * What the sandbox refused a run: writes, connections through its proxy and past it; and for one that failed, or of which a part did, what it may have
 * been kept from reading.
 */
export async function runEvidence(
  mountPlan: MountPlan,
  { attempts, proxy }: Seen,
  result: Ran,
  unreadable: UnreadableSettings,
): Promise<readonly Evidence[]> {
  const { spec, plan } = mountPlan
  const refused = [...(attempts ? await evidenceOf(attempts, rulesOf(mountPlan)) : []), ...proxy]
  const { policy } = spec
  if (attempts && !opensNetwork(policy))
    refused.push(...refusedAddresses(attempts.addresses(), { alone: refused.length === 0 }, backend))
  if (result.kind === 'exited' && result.exitCode === 0 && attempts?.failedPart === undefined) return refused
  if (attempts) refused.push(...refusedSockets(attempts.sockets, backend))
  const known = await closedReads(mountPlan, refused, unreadable)
  const guessed = guessReads(plan.closed, [...spec.command, result.output.aggregated], unreadable.home)
  return [
    ...refused,
    ...known,
    ...guessed.filter(({ target }) => !known.some((each) => isUnder(each.target, target))),
  ]
}

/** Addresses that are within the sandbox, or nobody's in particular: whatever came of these, the sandbox did not stop it. */
const within = new Set(['loopback', 'unspecified', 'multicast'])
/** Where names are looked up. */
const lookupPort = 53

/**
 * What a command tried to reach past the proxy, in a network namespace that leads nowhere: each such address was refused,
 * with the kernel as the source. Looking up a name goes before almost everything, also where the proxy then does the
 * work: it counts only where `alone` says that nothing else was stopped.
 */
function refusedAddresses(
  tried: readonly TriedAddress[],
  { alone }: { readonly alone: boolean },
  backend: string,
): readonly Evidence[] {
  const outside = tried.filter(({ bytes, port }) => port !== 0 && !within.has(classifyAddress({ bytes })))
  const beyond = outside.filter(({ port }) => port !== lookupPort)
  const counted = beyond.length === 0 && alone ? outside : beyond
  const byTarget = new Map(
    counted.map(({ bytes, port, syscall }) => [
      formatHostPort(formatIp(mappedIpv4({ bytes }) ?? { bytes }), port),
      syscall,
    ]),
  )
  return [...byTarget].map(([target, operation]) => ({
    kind: 'network',
    target,
    operation,
    source: 'kernel',
    backend,
  }))
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
