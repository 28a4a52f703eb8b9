import type { RiskCategory, RiskLevel } from '@shared/domain/assessment'
import type { Evidence } from '@shared/domain/evidence'
import type { Facts, Floor } from '@shared/domain/facts'
import type { WhatWasRead } from '@shared/domain/what-was-read'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { effectOf } from './shown/shown-effect'
import { commandParts } from './shown/parts'
import { assessmentBudget, type FactsBudget, type FactsReader } from './facts/facts-reader'
import type { Landmarks } from './facts/places'
import { findLandmarks, gather, type Findings } from './facts/gather'
import { bindPlaces } from './facts/named-places'
import { bindCarried, bindStarted } from './facts/started-files'
import { factHosts, factRows, lookThrough, type HostHistory } from './shown/rows'
import { secretTexts } from './shown/secret-texts'
import { createView, findVerdicts, floorOf, type Verdict } from './checks/judge-checks'
import { withHidden } from './checks/hidden-texts'
import type { RecordTable } from '../programs/record-table'
import { readGraph } from '../shell/read-graph'
import type { ShellTreeReader } from '../shell/shell-tree'
import type { Workspace } from '../ports/workspace'
import type { ReadText } from './read-texts'
import type { CommandGraph } from '../shell/graph'

/** The command in question. `cwd` is absolute; `workspace` is the session's folder, `cwd` when it is left out. */
export interface CommandQuestion {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly workspace?: string
  readonly policy: SandboxPolicy
  /** What was stopped of it, where it has run. */
  readonly evidence?: readonly Evidence[]
  /** A yes may be given on it: what it starts is taken up in `read`, not only what is analysed. */
  readonly binds?: true
}

/** The parts of the world that an assessment needs, and what is known of the session around it. */
export interface AssessmentParts {
  readonly reader: FactsReader
  readonly trees: ShellTreeReader
  readonly home: string
  /** The engine's own home; absent: it has none that a command could change. */
  readonly engineHome?: string
  readonly user?: string
  readonly tmpdir?: string
  readonly hosts?: HostHistory
  readonly budget?: FactsBudget
  /** Absent: what a command starts by a name is not known. */
  readonly workspace?: Pick<Workspace, 'program'>
  /** What a person says of programs in records of their own: it raises what is known here, and never lowers it. */
  readonly own?: RecordTable | undefined
  /** Milliseconds since the epoch. */
  now(): number
}

/** Facts and floor of one command. `level` is the floor's, or `not-assessed` when the checks have no opinion. */
export interface CommandAssessment {
  readonly facts: Facts
  readonly floor: Floor
  readonly level: RiskLevel
  readonly categories: readonly RiskCategory[]
  readonly tookMs: number
  readonly read: WhatWasRead
  /** Those of the texts that were read which may be shown. */
  readonly shown: readonly ReadText[]
  /** False: a part of what would run could not be read, so that no digest stands for it. */
  readonly seenThrough: boolean
  /** What gives places their meaning, with links followed. */
  readonly landmarks: Landmarks
  /**
   * Everything that it would run, texts that are not told included, and every rule that holds for it. `told` is what stands in texts that
   * are: no word of the rest is for a sentence, an offer or a model.
   */
  readonly judged: Pick<CommandGraph, 'commands' | 'documents' | 'unreadable'> & {
    readonly verdicts: readonly Verdict[]
    readonly told: Pick<CommandGraph, 'commands' | 'unreadable'>
  }
}

/** A rule that holds for a text which nobody is told of: without what it found. */
const unreported = ({ detail: _, act: __, ...verdict }: Verdict): Verdict => ({ ...verdict, detail: '…' })

function rootsOf({ workspace, cwd, policy }: CommandQuestion): readonly string[] {
  const own = workspace ?? cwd
  return policy.mode === 'workspace-write' ? [own, ...policy.writable_roots] : [own]
}

/**
 * Facts and checks of one command: reads it, looks at what it would touch, and judges that. Runs nothing, asks no model,
 * changes nothing. Never throws for what the command or the file system holds; a part that cannot be read makes the
 * floor at least medium.
 */
export async function assessCommand(
  question: CommandQuestion,
  parts: AssessmentParts,
): Promise<CommandAssessment> {
  const started = parts.now()
  const { home, engineHome, tmpdir, user } = parts
  // The first one loads the grammar, which is not to be taken from the time for looking.
  await parts.trees.tree('')
  const roots = rootsOf(question)
  const reading = parts.reader.open({ budget: parts.budget ?? assessmentBudget, roots })
  const read = (use: 'show' | 'judge'): Promise<CommandGraph> =>
    readGraph(
      question.argv,
      { cwd: question.cwd, home, user, tmpdir },
      {
        trees: parts.trees,
        readSource: (path) => reading.text(path, use),
        own: parts.own,
        isMissing: async (path) => (await reading.path(path, 'entry')).realKind === 'missing',
      },
    )
  const [graph, landmarks] = await Promise.all([
    read('show'),
    findLandmarks(
      {
        roots,
        home,
        engineHome,
        temporary: ['/tmp', '/var/tmp', ...(tmpdir === undefined ? [] : [tmpdir])],
      },
      reading,
    ),
  ])
  const findings = await gather(graph, reading, landmarks, parts.own)
  const view = createView(graph, findings, parts.own)
  const verdicts = findVerdicts(view)
  const shown = floorOf(graph, verdicts)
  const startsUp = verdicts.some(({ rule }) => rule.effect === 'start-up')
  /** Takes up what a yes is given on besides the texts; returns what could not be, by name. */
  const bind = async (of: CommandGraph, found: Findings): Promise<readonly string[]> =>
    question.binds && parts.workspace
      ? [
          ...(await bindStarted(of, reading, {
            workspace: parts.workspace,
            roots: [...roots, ...landmarks.roots],
          })),
          ...(await bindPlaces(of, found, reading)),
          ...(startsUp ? await bindCarried(of.commands, found, reading) : []),
        ]
      : []
  const isWithheld = reading.withheld()
  const unread = new Set(await bind(graph, findings))
  if (isWithheld) reading.withholdNames()
  const hidden = isWithheld ? await read('judge') : undefined
  const hiddenFindings = hidden && (await gather(hidden, reading, landmarks, parts.own))
  // What is named in a text that is not told is a word of that text.
  for (const name of hidden && hiddenFindings ? await bind(hidden, hiddenFindings) : [])
    if (!unread.has(name)) unread.add('')
  const isReadable = graph.unreadable.length === 0 && (hidden ?? graph).unreadable.length === 0
  const secret = await secretTexts(reading, home)
  const known = {
    read: reading.read(),
    shown: reading.shown().filter(({ text }) => !secret.has(text)),
    seenThrough: unread.size === 0 && isReadable && !reading.read().some(({ digest }) => digest === 'unread'),
  }
  const behind = hidden && hiddenFindings && findVerdicts(createView(hidden, hiddenFindings, parts.own))
  const floor = behind ? withHidden(shown, behind) : shown
  const hosts = factHosts(view, parts.hosts)
  const line = commandParts(view, question.evidence ?? [])
  const rows = factRows(view, hosts)
  const facts: Facts = {
    effect: effectOf(view, verdicts),
    ...(line && { line }),
    ...rows,
    rows: [
      ...rows.rows,
      ...[...unread].slice(0, 6).map((by) => ({ kind: 'loads-unread', known: false, by }) as const),
    ],
    hosts,
    lookThrough: lookThrough(view, verdicts, floor.level, secret),
    readAtMs: started,
    complete:
      findings.complete &&
      isReadable &&
      unread.size === 0 &&
      !verdicts.some(({ rule }) => rule.unread === true),
  }
  return {
    facts,
    floor,
    level: floor.level ?? 'not-assessed',
    categories: floor.categories,
    tookMs: parts.now() - started,
    ...known,
    landmarks,
    judged: {
      commands: (hidden ?? graph).commands,
      documents: (hidden ?? graph).documents,
      unreadable: (hidden ?? graph).unreadable,
      verdicts: [...verdicts, ...(behind ?? []).map(unreported)],
      told: { commands: graph.commands, unreadable: graph.unreadable },
    },
  }
}
