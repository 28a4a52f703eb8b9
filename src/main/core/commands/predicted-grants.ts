import type { Offer } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import type { Facts, FactTarget } from '@shared/domain/facts'
import type { Grant } from '@shared/domain/grant'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { formatHostPort, normaliseHost, parsePort } from '../network/host-rules'
import { mayConnect } from '../policy/may-connect'
import { isWithin, parentOf } from '../shell/paths'
import type { CommandGraph } from '../shell/graph'
import type { SeenInRehearsal } from '../turn/request-rehearsals'
import { covers } from './covered-grants'
import { grantsFor } from './offers'
import { foldersThatStay, withTreesRemoved, type NamesFolder } from './removed-trees'

/** Where a command that waits would run, as far as its grants depend on it. Paths are real. */
export interface PredictionContext {
  readonly home: string
  /** What it may write to without any grant. */
  readonly writable: readonly string[]
  /** False: it has a network, and hosts need no grant. */
  readonly asksHosts: boolean
  /** Whether a run could be laid out with this grant as it is meant. */
  readonly mayGrant: (grant: Grant) => boolean
  readonly names: NamesFolder
  /** True for what a tool notes beside its work. */
  readonly isIncidental: (evidence: Evidence) => boolean
}

/** What a command is predicted to need. `stays`: folders that it removes and can only empty. `lacks`: something it does can be given by no grant. */
export interface PredictedGrants {
  readonly grants: readonly Grant[]
  readonly stays: readonly string[]
  readonly lacks?: boolean
}

type WriteGrant = Extract<Grant, { kind: 'write' }>

/** More than this are not offered in a first question: nobody would read them. */
const mostPredicted = 32

const isOpen = (path: string, { writable }: PredictionContext): boolean =>
  writable.some((root) => isWithin(path, root))

const mayOpen = (folder: string, { home }: PredictionContext): boolean =>
  folder !== '/' && !isWithin(home, folder)

/** The narrowest first, of those that could let it through; the first that can be laid out is the grant. */
function firstOf(grants: readonly WriteGrant[], at: PredictionContext): readonly WriteGrant[] {
  const given = grants.find(
    (grant) =>
      !isWithin(at.home, grant.path) &&
      (grant.extent !== 'entry' || mayOpen(parentOf(grant.path), at)) &&
      at.mayGrant(grant),
  )
  return given ? [given] : []
}

const write = (path: string, extent: WriteGrant['extent']): WriteGrant => ({ kind: 'write', path, extent })

function grantForTarget(target: FactTarget, at: PredictionContext): readonly WriteGrant[] {
  const { access, kind, spared } = target
  const path = target.realPath ?? target.path
  const isThing = kind === 'file' || kind === 'directory' || kind === 'symlink' || kind === 'missing'
  if (access === 'read' || spared || !isThing || !path.startsWith('/') || isOpen(path, at)) return []
  const inside = write(path, kind === 'directory' ? 'tree' : 'file')
  switch (access) {
    case 'delete':
    case 'move':
      if (kind === 'missing') return []
      return firstOf([write(target.path, 'entry'), ...(kind === 'directory' ? [inside] : [])], at)
    case 'create':
      return firstOf(kind === 'missing' ? [write(path, 'entry'), inside] : [inside], at)
    case 'append':
    case 'write':
    case 'change':
      return firstOf([inside], at)
  }
}

const address = /\b(https?):\/\/(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[^/:?#\s'"]+)(?::(\d+))?/gi

/** The hosts that the command names by a whole address, with the port that it says or means. */
export function hostsNamed(
  { hosts }: Facts,
  { commands }: Pick<CommandGraph, 'commands'>,
): readonly Extract<Grant, { kind: 'host' }>[] {
  const named = new Set(hosts.map(({ host }) => normaliseHost(host)?.host))
  const found = new Map<string, Extract<Grant, { kind: 'host' }>>()
  const reaching = commands.filter((each) => mayConnect({ commands: [each], unreadable: [] }))
  for (const { text } of reaching.flatMap(({ words }) => words.filter(({ known }) => known)))
    for (const [, scheme = '', name = '', digits] of text.matchAll(address)) {
      const host = normaliseHost(name)?.host
      const port = digits === undefined ? (scheme.toLowerCase() === 'http' ? 80 : 443) : parsePort(digits)
      if (host === undefined || port === undefined || !named.has(host)) continue
      found.set(formatHostPort(host, port), { kind: 'host', host, port })
    }
  return [...found.values()]
}

/** What the facts say that a command needs beyond its policy: the places that it names to change, the hosts that it names. */
export function predictedByFacts(
  {
    facts,
    judged,
  }: { readonly facts: Facts; readonly judged: { readonly told: Pick<CommandGraph, 'commands'> } },
  at: PredictionContext,
): PredictedGrants {
  const places = facts.targets.flatMap((target) => grantForTarget(target, at))
  const gone = facts.targets.filter(({ access }) => access === 'delete' || access === 'move')
  return {
    grants: joined([...(at.asksHosts ? hostsNamed(facts, judged.told) : []), ...places]),
    stays: places
      .filter(({ path, extent }) => extent === 'tree' && gone.some((target) => target.path === path))
      .map(({ path }) => path),
  }
}

function grantForChange(
  { path, kind, type, from }: RehearsalChange,
  at: PredictionContext,
): readonly WriteGrant[] {
  const inPlace = write(path, type === 'folder' ? 'tree' : 'file')
  const places = [path, ...(from === undefined ? [] : [from])].filter((each) => !isOpen(each, at))
  return places.flatMap((place) => {
    switch (kind) {
      case 'mode':
        return firstOf([inPlace], at)
      // A program may put another file in its place: an entry is for both, its text alone is what is left.
      case 'changed':
        return firstOf([write(place, 'entry'), inPlace], at)
      case 'deleted':
        return firstOf([write(place, 'entry'), ...(type === 'folder' ? [inPlace] : [])], at)
      // A text can be written into a file that is made for it; no folder, link or other file can take its place.
      case 'created':
        return firstOf([write(place, 'entry'), ...(type === 'file' ? [inPlace] : [])], at)
      case 'moved':
        return firstOf([write(place, 'entry')], at)
    }
  })
}

/** What a rehearsal showed that a command needs beyond its policy. */
export function predictedByRehearsal(seen: SeenInRehearsal, at: PredictionContext): PredictedGrants {
  const reported = seen.evidence.filter(({ kind }) => at.asksHosts || kind !== 'network')
  // One by one: what cannot be granted says nothing of the others.
  const opens = (folder: string): boolean => mayOpen(folder, at)
  const needs = withTreesRemoved(reported, at.names, opens).map((each) => ({
    isWrite: each.kind === 'write',
    grants: grantsFor([each], { home: at.home, names: at.names }),
  }))
  const refused = needs.flatMap(({ grants }) => grants ?? [])
  const known = joined(refused.filter(at.mayGrant))
  const changes = seen.changes.filter(
    ({ path }) => !at.isIncidental({ kind: 'write', target: path, source: 'kernel', backend: '' }),
  )
  const isKnown = ({ path }: RehearsalChange): boolean => covers(known, write(path, 'file'))
  const more = changes.flatMap((change) => (isKnown(change) ? [] : grantForChange(change, at)))
  const lacks =
    needs.some(({ isWrite, grants }) => isWrite && grants === undefined) ||
    changes.some(
      (change) => !isOpen(change.path, at) && !isKnown(change) && !covers(more, write(change.path, 'file')),
    )
  const emptied = seen.changes.filter(({ kind }) => kind === 'deleted')
  return {
    grants: joined([...known, ...more]),
    lacks,
    stays: [
      ...new Set([
        ...foldersThatStay(reported, at.names, opens),
        ...more.flatMap(({ path, extent }) =>
          extent === 'tree' && emptied.some((change) => change.path === path) ? [path] : [],
        ),
      ]),
    ],
  }
}

function joined(grants: readonly Grant[]): readonly Grant[] {
  const wide = grants.toSorted((one, other) => Number(isFile(one)) - Number(isFile(other)))
  return wide.reduce<readonly Grant[]>(
    (kept, grant) => (covers(kept, grant) ? kept : [...kept.filter((each) => !covers([grant], each)), grant]),
    [],
  )
}

const isFile = (grant: Grant): boolean => grant.kind === 'write' && grant.extent === 'file'

/**
 * The offers with what is predicted in the narrow one: a yes to it is then not followed by a question for the same thing. After a
 * rehearsal it has another id, so that no answer given before is one to it. Undefined: they stay as they are.
 */
export function withPredicted(
  offers: readonly Offer[],
  { grants: predicted, stays }: PredictedGrants,
  by: 'facts' | 'rehearsal',
): readonly Offer[] | undefined {
  const only = offers.find(({ kind }) => kind === 'only-this')
  // What the kernel reported of a path is more exact than what is predicted of it.
  const known = new Set(
    only?.grants.map((grant) => (grant.kind === 'write' || grant.kind === 'git-settings' ? grant.path : '')),
  )
  const more = predicted.filter(
    (grant) => !covers(only?.grants ?? [], grant) && !(grant.kind === 'write' && known.has(grant.path)),
  )
  if (only === undefined || more.length === 0 || more.length > mostPredicted) return undefined
  const wider: Offer = {
    ...only,
    ...(by === 'rehearsal' ? { id: `${only.id}-rehearsed` } : {}),
    grants: [...joined([...only.grants, ...more])],
    means: meaning(only.means, stays, by),
  }
  return offers.map((offer) => (offer === only ? wider : offer))
}

function meaning(means: Offer['means'], stays: readonly string[], by: 'facts' | 'rehearsal'): Offer['means'] {
  if (means.kind === 'run') {
    // Its words alone do not say whether that is all that the agent had in mind.
    const mayFail = by === 'facts' && means.mayFail
    return { kind: 'run', ...(mayFail && { mayFail }), ...(stays.length > 0 && { stays: [...stays] }) }
  }
  return means.kind === 'run-again' ? { ...means, stays: [...new Set([...means.stays, ...stays])] } : means
}
