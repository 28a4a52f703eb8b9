import type { FactHost, FactRow, Facts, FactTarget, LookThrough } from '@shared/domain/facts'
import { contactsOf } from '../actions/network'
import type { View } from '../checks/rule'
import type { Verdict } from '../checks/judge-checks'
import { codeAlarm } from '../checks/code'
import type { PathFact } from '../facts/facts-reader'
import type { Finding, Touched } from '../facts/gather'
import { contentInWords, gitInWords, nameInWords, pathInWords, timeInWords } from '../facts/in-words'
import { isInside } from '../facts/places'

const maxRows = 24
const maxEach = 6
const maxTargets = 40
const maxLines = 400

const labels = {
  delete: 'Deletes',
  move: 'Moves',
  write: 'Writes',
  change: 'Changes',
  append: 'Appends to',
  create: 'Creates',
  read: 'Reads',
} as const

/** Which hosts the session has met, for saying whether a host is new. */
export interface HostHistory {
  readonly seen: readonly string[]
  readonly granted: readonly string[]
}

/** What git knows of it; a thing that goes and that git does not know cannot be brought back by it. */
function gitPart(
  { fact, place }: Finding,
  access: Touched['action']['access'],
  complete: boolean,
): string | undefined {
  if (place === 'git') return undefined // git's own files are in no commit, which is not worth a word
  if (fact.files === 0) return undefined
  if (fact.git) return gitInWords(fact.git)
  const goes = access === 'delete' || access === 'write'
  const is = fact.kind === 'file' || fact.kind === 'directory'
  // What was not looked at in time may well be in one.
  return goes && is && complete ? 'in no repository' : undefined
}

function describe(finding: Finding, access: Touched['action']['access'], view: View): string {
  const { fact, place } = finding
  const { landmarks } = view.findings
  const parts = [
    contentInWords(fact),
    finding.stays ? 'stays: it is a folder, and the program removes none like it' : undefined,
    fact.realPath !== undefined && fact.realPath !== fact.path
      ? `leads to ${pathInWords(fact.realPath, landmarks)}`
      : undefined,
    fact.newestMs === undefined || fact.kind === 'missing'
      ? undefined
      : `newest change ${timeInWords(fact.newestMs)} UTC`,
    gitPart(finding, access, view.findings.complete),
    isInside(place)
      ? 'inside the workspace'
      : place === 'temporary'
        ? 'in the temporary folder'
        : 'outside the workspace',
  ]
  return `${pathInWords(fact.path, landmarks)}: ${parts.filter((part) => part !== undefined && part !== '').join('; ')}`
}

function targetRows(touched: readonly Touched[], view: View): FactRow[] {
  return touched.flatMap((each): FactRow[] => {
    const label = labels[each.action.access]
    if (!each.known)
      return [
        {
          label,
          value: `${nameInWords(each.action.target.text)}: ${each.action.target.paths.length > 0 ? 'not looked at' : 'not known before it runs'}`,
          known: false,
        },
      ]
    if (each.found.length === 0)
      return [
        {
          label,
          value: `${nameInWords(each.action.target.text)}: ${each.complete ? 'fits no file' : 'could not be looked through'}`,
          known: each.complete,
        },
      ]
    const all = each.found.filter(({ place }) => place !== 'harmless-device')
    const shown = all.slice(0, maxEach)
    const rows = shown.map((finding) => ({
      label,
      value: describe(finding, each.action.access, view),
      known: finding.fact.kind !== 'unknown',
      ...(isInside(finding.place) ? {} : { local: true as const }),
    }))
    const rest = all.length - shown.length
    if (rest === 0 && each.complete) return rows
    const more = each.complete ? `${rest.toLocaleString('en-US')} more` : 'more than were looked at'
    return [
      ...rows,
      { label, value: `and ${more}: ${nameInWords(each.action.target.text)}`, known: each.complete },
    ]
  })
}

function repositoryRows(view: View): FactRow[] {
  return [...view.findings.repositories.values()].slice(0, 2).flatMap((repository): FactRow[] => {
    const { branch, upstream, remotes, executables, gaps, inside } = repository
    const count = (value: number | undefined, word: string): string =>
      value === undefined ? `${word} not known` : `${value} ${word}`
    const position = upstream
      ? `, upstream ${upstream.remote}/${upstream.branch}: ${count(upstream.ahead, 'ahead')}, ${count(upstream.behind, 'behind')}`
      : ', no upstream'
    const rows: FactRow[] = [
      {
        label: 'Branch',
        value: branch === undefined ? 'none (detached, or not known)' : `${branch}${position}`,
        known: branch !== undefined,
      },
      ...(remotes.length > 0
        ? [
            {
              label: 'Remote',
              value: remotes
                .slice(0, 4)
                .map(({ name, url }) => `${name} ${url.replace(/\/\/[^/@]*@/, '//')}`)
                .join('; '),
              known: true,
            },
          ]
        : []),
      ...(executables.length > 0
        ? [
            {
              label: 'Git starts',
              value: `programs set in its configuration: ${executables.slice(0, 6).join(', ')}`,
              known: true,
            },
          ]
        : []),
      ...gaps.slice(0, 3).map((gap) => ({ label: 'Not known', value: gap, known: false })),
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

const historyInWords = {
  granted: 'granted before',
  seen: 'seen before',
  new: 'not seen before in this session',
} as const

function hostRows(hosts: readonly FactHost[]): FactRow[] {
  return hosts.slice(0, 6).map(({ host, warning, history }) => ({
    label: 'Host',
    value: [host, warning, history === undefined ? undefined : historyInWords[history]]
      .filter((part) => part !== undefined)
      .join('; '),
    known: true,
  }))
}

function circumstanceRows(view: View): FactRow[] {
  const { commands, unreadable, documents } = view.graph
  const elevated = commands.find((command) => command.elevated)
  const remote = commands.find((command) => command.host !== undefined)
  const scripts = documents.slice(1).map(({ title }) => title)
  return [
    ...(elevated
      ? [
          {
            label: 'Rights',
            value: `another user's (${view.graph.commands[elevated.parent ?? -1]?.program ?? 'sudo'})`,
            known: true,
          },
        ]
      : []),
    ...(remote?.host === undefined ? [] : [{ label: 'Runs on', value: remote.host, known: true }]),
    ...(scripts.length > 0
      ? [{ label: 'Looks into', value: [...new Set(scripts)].slice(0, 6).join('; '), known: true }]
      : []),
    ...unreadable
      .slice(0, 6)
      .map(({ reason }) => ({ label: 'Not seen through', value: reason, known: false })),
  ]
}

function targetOf({ fact, place }: Finding, access: FactTarget['access']): FactTarget {
  const { path, kind, realPath, files, bytes, counted, newestMs, git, reason } = fact
  const optional = <K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> =>
    value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>)
  return {
    path,
    access,
    kind,
    inside: isInside(place),
    exact: counted,
    ...optional('realPath', realPath === path ? undefined : realPath),
    ...optional('files', files),
    ...optional('bytes', bytes),
    ...optional('newestMs', newestMs),
    ...optional('git', git),
    ...optional('reason', reason),
  }
}

const isWorthShowing = (fact: PathFact): boolean => !/^\/dev\/(null|stdout|stderr|tty)$/.test(fact.path)

/** What would really run, line by line; the lines on which a rule of the highest level holds are marked. */
export function lookThrough(
  view: View,
  verdicts: readonly Verdict[],
  level: string | undefined,
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
    const lines = document.text.replace(/\n$/, '').split('\n')
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
  const distinct = rows.filter(
    (row, at) => rows.findIndex((each) => each.label === row.label && each.value === row.value) === at,
  )
  if (!view.findings.complete)
    distinct.unshift({
      label: 'Not complete',
      value: 'there was more than could be looked at in time',
      known: false,
    })
  const targets = touched.flatMap(({ action, found }) =>
    found.filter(({ fact }) => isWorthShowing(fact)).map((finding) => targetOf(finding, action.access)),
  )
  const rest = distinct.length - maxRows
  const shown = rest > 0 ? distinct.slice(0, maxRows - 1) : distinct
  const left = { label: 'Not shown', value: `${String(rest + 1)} more lines like these`, known: false }
  return { rows: rest > 0 ? [...shown, left] : shown, targets: targets.slice(0, maxTargets) }
}
