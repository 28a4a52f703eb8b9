import type { Evidence } from '@shared/domain/evidence'
import type { GitStanding, Floor } from '@shared/domain/facts'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { RehearseMode } from '@shared/domain/settings'
import type { RequestRehearsal, ShownRehearsal } from '@shared/domain/request-rehearsal'
import type { FactsReader } from '../assessment/facts/facts-reader'
import { mayHoldSecrets } from '../assessment/checks/secret-places'
import type { TextDiff } from '../ports/patch-files'
import type { ReadLimits } from '../ports/read-files'
import type {
  SeenInRehearsal,
  RequestRehearsals,
  TakenRehearsal,
  WaitingCommand,
} from '../turn/request-rehearsals'
import { FolderLine } from './folder-line'
import { rehearsalBounds, type ConfiguredBounds, type RehearsalBounds } from './rehearsal-bounds'
import { beyondOf, foldersRefused, rehearsalOf, rehearseTwice, type RehearsalParts } from './rehearse-typed'
import type { FoundRehearsal, ShowingRules } from './rehearser'
import { mostShown, showRehearsal } from './show-rehearsal'

/** What requests are rehearsed with. Settings are asked for anew with each request. */
export interface RequestRehearsalParts extends Omit<RehearsalParts, 'assess'> {
  readonly mode: () => RehearseMode | undefined
  readonly bounds: () => ConfiguredBounds | undefined
  readonly limits: ReadLimits
  readonly reader: FactsReader
  readonly textDiff: TextDiff
  readonly redact: (text: string) => string
}

/** Deletions that git is asked about, how long and how much may be looked at for them together. */
const asksGit = { most: 20, ms: 500, entries: 50_000 } as const
/** A run on copies that has no limit of its own is ended after so long: what runs for longer is for a sandbox. */
const longestRunMs = 3_600_000
/** More changes are not kept: what is not shown whole can be put in place by a rule, which looks at all of them. */
const mostKept = 20_000

/**
 * Rehearses what waits for a person, in the background: one request of a folder at a time, the others in the order in which they came.
 * By itself what `auto` (the default) finds contained; the rest when it is asked for.
 */
export function createRequestRehearsals(parts: RequestRehearsalParts): RequestRehearsals {
  const line = new FolderLine(parts.clock)
  return {
    async whyNot() {
      if (parts.mode() === 'off') return 'rehearsals are switched off'
      return parts.sandbox.whyNoRehearsal ? parts.sandbox.whyNoRehearsal() : 'this system has no rehearsals'
    },
    open(waiting) {
      const mode = parts.mode() ?? 'auto'
      if (mode === 'off') return undefined
      const { signal, onUpdate, turn } = waiting
      const isOver = (): boolean => signal.aborted
      const rule = notContained(waiting.checked.floor)
      const atFirst: RequestRehearsal =
        mode === 'ask'
          ? { state: 'offered', because: 'asks' }
          : rule === undefined
            ? { state: 'running' }
            : { state: 'offered', because: 'not-contained', rule }
      const { sessionId: session, cwd: folder } = turn
      const over = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      const mostMs = (): number => rehearsalBounds(parts.bounds()).timeoutMs
      let begun = false
      let kept: ReturnType<typeof takenOf>
      /** What the next in the line waits for, besides the run: what becomes of it, and that being done. */
      let decided: Promise<void> | undefined
      let inPlace: Promise<unknown> | undefined
      const given = (): TakenRehearsal | undefined => {
        const taken = kept
        kept = undefined
        if (!taken) return undefined
        const freed = Promise.withResolvers<undefined>()
        inPlace = Promise.race([freed.promise, over])
        line.waitFor({ session, folder }, inPlace, mostMs())
        return { ...taken, free: () => taken.free().finally(() => freed.resolve(undefined)) }
      }
      signal.addEventListener('abort', () => void kept?.free(), { once: true })
      const begin = (): boolean => {
        if (begun || isOver()) return false
        begun = true
        const run = async (): Promise<void> => {
          if (isOver()) return
          const { found, seen, kept: ours } = await rehearseWaiting(waiting, parts)
          if (isOver()) {
            await ours?.free()
            return
          }
          kept = ours
          onUpdate({ state: 'found', found }, seen)
          await Promise.race([decided, over])
          await inPlace
        }
        const ends = waiting.asRun ? AbortSignal.any([signal, waiting.asRun.stop]) : signal
        // A second try of what holds the line already waits for nobody.
        if (waiting.hosts) void run()
        else line.join({ session, folder }, run, { mostMs: mostMs(), signal: ends })
        return true
      }
      return {
        atFirst,
        begin: () => {
          if (atFirst.state === 'running') begin()
        },
        take: (id) => (kept?.id === id && kept.applies ? given() : undefined),
        takeAny: given,
        hold() {
          const release = Promise.withResolvers<undefined>()
          decided = release.promise.then(() => undefined)
          return () => release.resolve(undefined)
        },
        ask: () => {
          if (!begin()) return false
          onUpdate({ state: 'running' })
          return true
        },
      }
    },
  }
}

/**
 * What a rehearsal contains, by the first part of a rule's id: changes of files, which are made on copies; code, which runs in the
 * sandbox; and the network, which there is none of.
 */
const contained = new Set([
  'code',
  'delete',
  'escape',
  'git',
  'harmless',
  'network',
  'packages',
  'persist',
  'project',
  'unknown',
  'unreadable',
  'write',
])
const ofDevices = /\.device$/

/**
 * The first rule with a high level whose harm a rehearsal would not contain: rights, services, the machine's own parts, its resources,
 * devices, and what would show secrets. What is not known is not contained. Undefined: it can be rehearsed unasked.
 */
export function notContained({ reasons }: Floor): string | undefined {
  return reasons.find(
    ({ level, rule }) =>
      level === 'high' && (!contained.has(rule.split('.')[0] ?? '') || ofDevices.test(rule)),
  )?.rule
}

/** Never rejects: what goes wrong makes it unavailable, with the reason. */
async function rehearseWaiting(
  waiting: WaitingCommand,
  parts: RequestRehearsalParts,
): Promise<{
  readonly found: ShownRehearsal
  readonly seen: SeenInRehearsal | undefined
  readonly kept: ReturnType<typeof takenOf>
}> {
  const began = parts.clock.now()
  const configured = rehearsalBounds(parts.bounds())
  const bounds = waiting.asRun
    ? { ...configured, timeoutMs: Math.min(waiting.asRun.timeoutMs, longestRunMs) }
    : configured
  let found: FoundRehearsal
  let refused: readonly Evidence[] = []
  let git: ReadonlyMap<RehearsalChange, GitStanding> = new Map()
  try {
    ;({ found, refused } = await twice(waiting, parts, bounds))
    if (found.kind === 'ran' && !waiting.signal.aborted) git = await gitOf(found.changes, waiting, parts)
  } catch (error) {
    found = { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
  const rehearsal = rehearsalOf(found, bounds, parts.clock.now() - began)
  return {
    found: showRehearsal(rehearsal, found, { git, redact: parts.redact }),
    seen: found.kind === 'ran' ? { ...seenIn(found, refused), began } : undefined,
    kept: takenOf(found),
  }
}

/** What it was refused at first and in the end, and what it changed: what it needs beyond its policy. */
function seenIn(
  { result, changes, over }: Extract<FoundRehearsal, { kind: 'ran' }>,
  refused: readonly Evidence[],
): Omit<SeenInRehearsal, 'began'> {
  const ended = result.kind === 'exited' && result.exitCode === 0 && over === undefined
  const evidence = [...new Set([...refused, ...result.evidence])]
  return { evidence, changes, whole: ended && result.evidence.length === 0 }
}

type Again = Parameters<typeof rehearseTwice>[2]

/** What of a command's own run on copies is worth another: a run that failed soon, by what a question would be about. */
const worthAgain =
  (soonMs: number): NonNullable<Again['stoppedBy']> =>
  ({ exitCode, durationMs, evidence }) =>
    exitCode === 0 || durationMs > soonMs ? [] : evidence

/** With what it may write to on copies; what is let connect is tried once. */
function twice(
  waiting: WaitingCommand,
  parts: RequestRehearsalParts,
  bounds: RehearsalBounds,
): Promise<{ readonly found: FoundRehearsal; readonly refused: readonly Evidence[] }> {
  const { command, cwd, turn, checked, evidence, hosts, asRun } = waiting
  const signal = asRun ? AbortSignal.any([waiting.signal, asRun.stop]) : waiting.signal
  const named = new Set([...beyondOf(checked.facts), ...foldersRefused(evidence, turn.cwd)])
  const wanted = {
    command,
    cwd,
    policy: turn.sandboxPolicy,
    workspace: turn.cwd,
    shows: showingRules(turn.cwd, turn.sandboxPolicy, parts),
    keeps: { most: mostKept, cutOff: asRun !== undefined && asRun.timeoutMs <= longestRunMs },
    ...(hosts && { hosts }),
    ...(asRun && { onOutput: asRun.onOutput }),
    ...{ bounds, beyond: [...named] },
  }
  const soonMs = rehearsalBounds(parts.bounds()).timeoutMs / 2
  const stoppedBy = hosts ? () => [] : asRun && worthAgain(soonMs)
  return rehearseTwice(wanted, parts, { signal, ...(stoppedBy && { stoppedBy }) })
}

/** What is kept of a rehearsal that ended by itself, or with the command's own time; `applies`: a person may take it. Undefined: nothing is. */
function takenOf(
  found: FoundRehearsal,
): (TakenRehearsal & { readonly id: string; readonly applies: boolean }) | undefined {
  if (found.kind !== 'ran' || found.result.kind === 'cancelled' || !found.kept) return undefined
  const { result, changes, kept } = found
  if (kept.kind === 'kept') {
    const { id } = kept
    const applies = changes.length <= mostShown.changes
    return {
      id,
      applies,
      result,
      changes,
      apply: (left) => kept.apply(left),
      free: () => kept.free(),
    }
  }
  // Nothing has to be put in place of what changed nothing: it has run.
  if (kept.because !== 'nothing') return undefined
  const nothing = {
    apply: () => Promise.resolve({ kind: 'applied' } as const),
    free: () => Promise.resolve(),
  }
  return { id: '', applies: false, result, changes, ...nothing }
}

function showingRules(
  workspace: string,
  policy: WaitingCommand['turn']['sandboxPolicy'],
  { limits, textDiff, workspace: world }: RequestRehearsalParts,
): ShowingRules {
  const home = world.home()
  const roots = policy.mode === 'workspace-write' ? [workspace, ...policy.writable_roots] : [workspace]
  return {
    most: mostShown.contents,
    maxBytes: 65_536,
    maxShown: 400_000,
    secret: (path) => mayHoldSecrets(path, home),
    judge: limits.judge(roots),
    hunks: (before, after) => textDiff.hunks(before, after),
  }
}

async function gitOf(
  changes: readonly RehearsalChange[],
  { turn }: WaitingCommand,
  { reader }: RequestRehearsalParts,
): Promise<ReadonlyMap<RehearsalChange, GitStanding>> {
  const gone = changes.filter(({ kind }) => kind === 'deleted').slice(0, asksGit.most)
  if (gone.length === 0) return new Map()
  const { ms, entries } = asksGit
  const reading = reader.open({ budget: { ms, entries }, roots: [turn.cwd] })
  const standing = new Map<RehearsalChange, GitStanding>()
  for (const change of gone) {
    const { git } = await reading.path(change.path, 'below')
    if (git) standing.set(change, { ...git })
  }
  return standing
}
