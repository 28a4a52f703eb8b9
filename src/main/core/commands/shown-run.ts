import type { ApprovalRequest } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import type { FactTarget } from '@shared/domain/facts'
import type { Grant } from '@shared/domain/grant'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RunPromise, ShownRun } from '@shared/domain/run-promise'
import { formatHostPort } from '../network/host-rules'

type ShownPath = ShownRun['paths'][number]

/** So many paths and hosts are kept with a yes. */
const mostPaths = 200
const mostHosts = 60

const removes = /^(unlink|rmdir|rename)/

const shownPath = (path: string, goes: boolean, below: boolean): ShownPath => ({
  path,
  ...(goes && { goes }),
  ...(below && { below }),
})

/** The places that the facts say are changed. */
export function pathsOfFacts(targets: readonly FactTarget[]): readonly ShownPath[] {
  return targets
    .filter(({ access }) => access !== 'read')
    .flatMap(({ path, realPath, access, kind }) => {
      const goes = access === 'delete' || access === 'move'
      return [path, ...(realPath === undefined ? [] : [realPath])].map((each) =>
        shownPath(each, goes, kind === 'directory' || goes),
      )
    })
}

function ofEvidence(evidence: readonly Evidence[]): ShownRun {
  const writes = evidence.filter(({ kind, target }) => kind === 'write' && target.startsWith('/'))
  return {
    by: 'facts',
    paths: writes.map(({ target, operation = '' }) => shownPath(target, removes.test(operation), false)),
    hosts: evidence.filter(({ kind }) => kind === 'network').map(({ target }) => target),
  }
}

const hostsOf = (grants: readonly Grant[]): readonly string[] =>
  grants.flatMap((grant) => (grant.kind === 'host' ? [formatHostPort(grant.host, grant.port)] : []))

/** What an earlier run did beyond what was shown is shown with the question that it is the reason for. */
const ofEarlier = (earlier: RunPromise | undefined): Pick<ShownRun, 'paths' | 'hosts'> => ({
  paths: (earlier?.more ?? []).map(({ path, kind }) => shownPath(path, kind === 'deleted', false)),
  hosts: [...(earlier?.hosts ?? [])],
})

/**
 * What a person was shown of a command before the yes. A rehearsal is what was shown only where it went through to its end and met no
 * limit: without a network, say, a program does less than it will, and nothing can be held against it. Its changes count all the same.
 */
export function shownOf({ rehearsal, assessment, stop, offers }: ApprovalRequest): ShownRun {
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  const whole = found?.status === 'done' && found.limits.length + found.moreLimits === 0
  const changes = found?.changes ?? []
  const counted = found ? Object.values(found.counts).slice(0, 5) : []
  const { targets = [], hosts = [] } = assessment.facts ?? {}
  const reported = ofEvidence(stop.evidence)
  const earlier = ofEarlier(stop.exceeded)
  const paths = [
    ...earlier.paths,
    ...changes.flatMap(({ path, kind, type, from }) => [
      shownPath(path, kind === 'deleted', type === 'folder' && kind !== 'mode'),
      ...(from === undefined ? [] : [shownPath(from, true, true)]),
    ]),
    ...pathsOfFacts(targets),
    ...reported.paths,
  ]
  const cut = paths.length > mostPaths || counted.reduce((all, each) => all + each, 0) > changes.length
  return {
    by: whole ? 'rehearsal' : 'facts',
    paths: paths.slice(0, mostPaths),
    hosts: [
      ...new Set([
        ...earlier.hosts,
        ...hosts.map(({ host }) => host),
        ...(found?.attempts.map(({ target }) => target) ?? []),
        ...reported.hosts,
        ...offers.flatMap(({ grants }) => hostsOf(grants)),
      ]),
    ].slice(0, mostHosts),
    ...(cut && { cut }),
  }
}

/** What was shown for grants that let a run through together; of one that does not say, as of a star, what it is for alone. */
export function shownForGrants(records: readonly StoredGrant[]): ShownRun {
  const shown = records.map((record) => record.shown)
  const known = shown.flatMap((each) => each ?? [])
  return {
    by: shown.every((each) => each?.by === 'rehearsal') ? 'rehearsal' : 'facts',
    paths: known.flatMap(({ paths }) => paths),
    hosts: [...known.flatMap(({ hosts }) => hosts), ...records.flatMap(({ grants }) => hostsOf(grants))],
    ...(known.some(({ cut }) => cut) && { cut: true }),
  }
}
