import { namedPath } from '@shared/domain/named-path'
import { withoutSecrets } from '@shared/domain/remote-address'
import {
  mostTargets,
  type FactHost,
  type FactRow,
  type Facts,
  type FactTarget,
  type LookThrough,
} from '@shared/domain/facts'
import type { FileAction } from '../actions/file-action'
import { contactsOf } from '../actions/contacts'
import type { View } from '../checks/rule'
import type { Verdict } from '../checks/judge-checks'
import { codeAlarm } from '../checks/code'
import type { PathFact, UpstreamFact } from '../facts/facts-reader'
import type { Finding, Touched } from '../facts/gather'
import { isInside } from '../facts/places'
import { sideOf } from './file-effect'
import { withoutKeys, type Secrecy } from './secret-texts'

const maxRows = 24
const maxEach = 6
const maxLines = 400

/** Which hosts the session has met, for saying whether a host is new. */
export interface HostHistory {
  readonly seen: readonly string[]
  readonly granted: readonly string[]
}

/** What is known of one path, as far as it is worth a row: git's own files are in no commit, and an empty folder in none. */
function shownTarget(finding: Finding, action: FileAction, view: View): FactTarget {
  const { git, ...target } = targetOf(finding, action, view)
  const { access } = action
  const { fact, place } = finding
  const silent = place === 'git' || fact.files === 0
  const goes = access === 'delete' || access === 'write'
  // Of a folder that is written in nobody asked git about the files.
  const is = fact.kind === 'file' || (fact.kind === 'directory' && access === 'delete')
  // What was not looked at in time may well be in one.
  const unversioned = !silent && !git && !finding.gone && goes && is && view.findings.complete
  return {
    ...target,
    ...(git && !silent && { git }),
    ...(unversioned && { unversioned }),
  }
}

function targetRows(touched: readonly Touched[], view: View): FactRow[] {
  return touched.flatMap(({ action, found, known, complete }): FactRow[] => {
    const { access, target } = action
    const name = target.text
    if (!known)
      return [
        {
          kind: 'unfound',
          access,
          name,
          why: target.paths.length > 0 ? 'not-looked' : 'at-run-time',
          known,
        },
      ]
    if (found.length === 0)
      return [{ kind: 'unfound', access, name, why: complete ? 'no-match' : 'unread', known: complete }]
    const all = found.filter(({ place }) => place !== 'harmless-device')
    const shown = all.slice(0, maxEach)
    const rows = shown.map((finding): FactRow => ({
      kind: 'target',
      target: shownTarget(finding, action, view),
      known: finding.fact.kind !== 'unknown',
      ...(isInside(finding.place) ? {} : { local: true }),
    }))
    const rest = all.length - shown.length
    if (rest === 0 && complete) return rows
    return [
      ...rows,
      { kind: 'more-targets', access, name, ...(complete && { count: rest }), known: complete },
    ]
  })
}

/** A remote without the secrets that its address may hold. */
const without = ({ name, url }: { readonly name: string; readonly url: string }) => ({
  name,
  url: withoutSecrets(url),
})

const upstreamOf = ({ remote, branch, ahead, behind }: UpstreamFact) => ({
  remote,
  branch,
  ...(ahead !== undefined && { ahead }),
  ...(behind !== undefined && { behind }),
})

function repositoryRows(view: View): FactRow[] {
  return [...view.findings.repositories.values()].slice(0, 2).flatMap((repository): FactRow[] => {
    const { branch, upstream, remotes, executables, gaps, inside } = repository
    const rows: FactRow[] = [
      {
        kind: 'branch',
        known: branch !== undefined,
        ...(branch !== undefined && { branch }),
        ...(branch !== undefined && upstream && { upstream: upstreamOf(upstream) }),
      },
      ...(remotes.length > 0
        ? [{ kind: 'remotes', known: true, remotes: remotes.slice(0, 4).map(without) } as const]
        : []),
      ...(executables.length > 0
        ? [{ kind: 'git-starts', known: true, settings: executables.slice(0, 6) } as const]
        : []),
      ...gaps.slice(0, 3).map((text) => ({ kind: 'gap', known: false, text }) as const),
    ]
    return inside ? rows : rows.map((row) => ({ ...row, local: true as const }))
  })
}

/** The hosts of all commands, each once. */
export function factHosts(view: View, history: HostHistory | undefined): FactHost[] {
  const found = new Map<string, FactHost>()
  for (const command of view.graph.commands)
    for (const { host, warning } of contactsOf(command)) {
      if (found.has(host) || found.size >= 20) continue
      const known =
        history && (history.granted.includes(host) ? 'granted' : history.seen.includes(host) ? 'seen' : 'new')
      found.set(host, {
        host,
        ...(warning === undefined ? {} : { warning }),
        ...(known === undefined ? {} : { history: known }),
      })
    }
  return [...found.values()]
}

const hostRows = (hosts: readonly FactHost[]): FactRow[] =>
  hosts.slice(0, 6).map((host) => ({ kind: 'host', known: true, host }))

function circumstanceRows(view: View): FactRow[] {
  const { commands, unreadable, documents } = view.graph
  const elevated = commands.find((command) => command.elevated)
  const remote = commands.find((command) => command.host !== undefined)
  const scripts = documents.slice(1).map(({ title }) => title)
  return [
    ...(elevated
      ? [{ kind: 'rights', known: true, by: commands[elevated.parent ?? -1]?.program ?? 'sudo' } as const]
      : []),
    ...(remote?.host === undefined ? [] : [{ kind: 'runs-on', known: true, host: remote.host } as const]),
    ...(scripts.length > 0
      ? [{ kind: 'looks-into', known: true, titles: [...new Set(scripts)].slice(0, 6) } as const]
      : []),
    ...unreadable.slice(0, 6).map(({ reason }) => ({ kind: 'unread', known: false, reason }) as const),
  ]
}

/** What goes through a link. */
const writes: ReadonlySet<FactTarget['access']> = new Set(['write', 'append', 'change'])

function targetOf({ fact, place, gone, stays }: Finding, action: FileAction, view: View): FactTarget {
  const { access, target, attributes } = action
  const { path, kind, realPath, files, bytes, counted, newestMs, git, reason } = fact
  const { landmarks } = view.findings
  return {
    path,
    name: namedPath(path, landmarks).name,
    access,
    kind,
    inside: isInside(place),
    place: sideOf(place),
    exact: counted,
    ...(realPath !== undefined &&
      realPath !== path && { realPath, realName: namedPath(realPath, landmarks).name }),
    ...(files !== undefined && { files }),
    ...(bytes !== undefined && { bytes }),
    ...(newestMs !== undefined && { newestMs }),
    ...(git && { git }),
    ...(gone && { gone }),
    ...(stays && { spared: true }),
    ...(target.spread === 'below' && target.filtered && target.fits === undefined && { filtered: true }),
    ...(attributes && { attributes: true }),
    ...(kind === 'symlink' && fact.realKind === 'file' && writes.has(access) && { leadsTo: 'file' }),
    ...(reason !== undefined && { reason }),
  }
}

const isWorthShowing = (fact: PathFact): boolean => !/^\/dev\/(null|stdout|stderr|tty)$/.test(fact.path)

/**
 * What would really run, line by line; the lines on which a rule of the highest level holds are marked. `secret` are the texts in which keys
 * stand.
 */
export function lookThrough(
  view: View,
  verdicts: readonly Verdict[],
  level: string | undefined,
  secret: ReadonlyMap<string, Secrecy> = new Map(),
): LookThrough[] {
  const { documents } = view.graph
  const marks = new Map<number, Set<number>>()
  const mark = (document: number, line: number): void => {
    marks.set(document, (marks.get(document) ?? new Set()).add(line))
  }
  if (level !== 'low')
    for (const { command, rule } of verdicts)
      if (rule.level === level) mark(command.place.document, command.place.line)
  documents.forEach((document, at) => {
    if (document.language === 'code')
      for (const line of codeAlarm(document, true)?.lines ?? []) mark(at, line)
  })
  return documents.flatMap((document, at): LookThrough[] => {
    if (at === 0) return []
    const how = secret.get(document.text)
    const text = how ? withoutKeys(document.text, how) : document.text
    const lines = text.replace(/\n$/, '').split('\n')
    return [
      {
        title: document.title,
        cut: lines.length > maxLines,
        lines: lines.slice(0, maxLines).map((text, index) => ({
          number: index + 1,
          text: text.slice(0, 2000),
          marked: marks.get(at)?.has(index + 1) ?? false,
        })),
      },
    ]
  })
}

/** Rows and targets of what the commands touch, what changes something first. */
export function factRows(view: View, hosts: readonly FactHost[]): Pick<Facts, 'rows' | 'targets'> {
  const touched = [...view.findings.touched.values()]
    .flat()
    .toSorted((a, b) => Number(a.action.access === 'read') - Number(b.action.access === 'read'))
  const rows = [
    ...targetRows(touched, view),
    ...hostRows(hosts),
    ...view.findings.packages,
    ...repositoryRows(view),
    ...circumstanceRows(view),
  ]
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  if (!view.findings.complete) distinct.unshift({ kind: 'not-complete', known: false })
  const targets = touched.flatMap(({ action, found }) =>
    found
      .filter(({ fact, place }) => isWorthShowing(fact) && place !== 'harmless-device')
      .map((finding) => targetOf(finding, action, view)),
  )
  const rest = distinct.length - maxRows
  const shown = rest > 0 ? distinct.slice(0, maxRows - 1) : distinct
  const left: FactRow = { kind: 'not-shown', known: false, count: rest + 1 }
  return { rows: rest > 0 ? [...shown, left] : shown, targets: targets.slice(0, mostTargets) }
}
