import type { RiskCategory } from '@shared/domain/assessment'
import type { Act } from '@shared/domain/effect'
import type { Floor, FloorReason } from '@shared/domain/facts'
import type { Findings } from '../facts/gather'
import { builtInTable } from '../../programs/built-in'
import type { RecordTable } from '../../programs/record-table'
import type { CommandGraph, SimpleCommand } from '../../shell/graph'
import { atFolderOfGit } from '../../shell/nested/git-call'
import { codeRules } from './code'
import { deletionRules } from './deletion'
import { dryRunRules, withoutDryDeeds } from './dry-runs'
import { escapeRules } from './escapes'
import { flowInto } from './flows'
import { gitRules } from './git'
import { harmlessRules } from './harmless'
import { namesReadRules } from './names-read'
import { networkRules } from './network'
import { packageRules } from './packages'
import { persistenceRules } from './persistence'
import { privilegeRules } from './privilege'
import { projectToolRules } from './project-tools'
import { recordRule } from './record-rules'
import { remoteCodeRules } from './remote-code'
import { resourceRules } from './resources'
import { brief, type Rule, type View } from './rule'
import { secretRules } from './secrets'
import { serviceRules } from './services'
import { systemRules } from './system'
import { unverifiedRules } from './unverified'
import { unknownFolderRules } from './unknown-folder'
import { unknownPlaceRules } from './unknown-places'
import { unknownSettingRules } from './unknown-settings'
import { unknownWordRules } from './unknown-words'
import { windowsCallRules } from './windows/calls'
import { windowsFileRules } from './windows/files'
import { writingRules } from './writing'

/** Every rule, family by family. The order decides which reason comes first among those of one level. */
export const allRules: readonly Rule[] = [
  ...deletionRules,
  ...persistenceRules,
  ...writingRules,
  ...secretRules,
  ...remoteCodeRules,
  ...unverifiedRules,
  ...networkRules,
  ...privilegeRules,
  ...systemRules,
  ...gitRules,
  ...packageRules,
  ...serviceRules,
  ...codeRules,
  ...dryRunRules,
  ...escapeRules,
  ...resourceRules,
  ...windowsFileRules,
  ...windowsCallRules,
  ...unknownWordRules,
  ...namesReadRules,
  ...unknownFolderRules,
  ...unknownSettingRules,
  ...unknownPlaceRules,
  ...projectToolRules,
  ...harmlessRules,
]

/** A rule that held for a command, with what it found (see FloorReason). */
export interface Verdict extends Pick<FloorReason, 'detail' | 'act' | 'does'> {
  readonly command: SimpleCommand
  readonly rule: Omit<Rule, 'match'>
}

/** The id of every rule that comes of a person's own records. */
const ownRecord = 'own.record'

const rank = { low: 0, medium: 1, high: 2 } as const
const maxReasons = 12

/** The view that rules look through. */
export function createView(graph: CommandGraph, findings: Findings, own?: RecordTable): View {
  return {
    graph,
    findings,
    own,
    touched: (command) => findings.touched.get(command.id) ?? [],
    repository: (command) => findings.repositories.get(atFolderOfGit(command).cwd[0] ?? ''),
    code: (command) =>
      graph.documents.filter(({ runBy, language }) => runBy === command.id && language === 'code'),
    sources: (ids) => flowInto(ids, graph.commands),
  }
}

/** Every rule that holds, command by command. */
export function findVerdicts(view: View): readonly Verdict[] {
  const { home } = view.findings.landmarks
  return withoutDryDeeds(
    view.graph.commands.flatMap((command) => {
      const found = (match: true | string | Act): Pick<Verdict, 'detail' | 'act'> =>
        match === true ? {} : typeof match === 'string' ? { detail: brief(match, home) } : { act: match }
      const known = recordRule(command, builtInTable)
      const own = view.own && recordRule(command, view.own)
      return [
        ...(known ? [{ ...known, command, ...found(known.detail ?? true) }] : []),
        ...(own
          ? [{ ...own, command, rule: { ...own.rule, id: ownRecord }, ...found(own.detail ?? true) }]
          : []),
        ...allRules.flatMap((rule): Verdict[] => {
          const match = rule.match(command, view)
          return match === false ? [] : [{ command, rule, ...found(match) }]
        }),
      ]
    }),
  )
}

/** The reason that a rule gives. */
export function reasonOf({ rule, detail, act, does }: Verdict): FloorReason {
  const [category] = rule.categories
  return {
    rule: rule.id,
    level: rule.level,
    ...(category && { category }),
    ...(detail !== undefined && { detail }),
    ...(act && { act }),
    ...(does !== undefined && { does }),
  }
}

/** Two reasons that say the same. */
const keyOf = ({ rule, detail, act, does }: FloorReason): string =>
  JSON.stringify([rule, detail ?? does, act])

function unreadableReasons({ unreadable }: CommandGraph): FloorReason[] {
  return unreadable.map(({ reason }) => ({
    rule: 'unreadable',
    level: 'medium',
    detail: brief(reason),
  }))
}

/** The more general of the harmless rules first: what follows says nothing more beside one before it. */
const harmlessByReach = [
  'harmless.plain',
  'harmless.known-safe',
  'harmless.redirect',
  'harmless.function',
  'harmless.shell',
]

/** Without the reasons for which another one already speaks. */
function tellingReasons(reasons: readonly FloorReason[]): readonly FloorReason[] {
  const widest = harmlessByReach.findIndex((rule) => reasons.some((each) => each.rule === rule))
  return widest < 0 ? reasons : reasons.filter((each) => harmlessByReach.indexOf(each.rule) <= widest)
}

/**
 * The floor under a command, from the rules that hold for it: the highest level of any. Low only when every part is understood;
 * undefined when some part is not and no rule says more. What could not be analysed is at least medium.
 */
export function floorOf(graph: CommandGraph, verdicts: readonly Verdict[]): Floor {
  const found: FloorReason[] = [...verdicts.map(reasonOf), ...unreadableReasons(graph)]
  const top = found.reduce<Floor['level']>(
    (level, each) => (level === undefined || rank[each.level] > rank[level] ? each.level : level),
    undefined,
  )
  const opaque = new Set(graph.unreadable.map(({ command }) => command))
  const judged = new Set(verdicts.map(({ command }) => command.id))
  const understood = graph.commands.every(({ id }) => opaque.has(id) || judged.has(id))
  const level =
    top === 'low' && !understood
      ? undefined
      : graph.commands.length === 0 && top === undefined
        ? undefined
        : top
  const distinct = [...new Map(found.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
  const shown = tellingReasons(distinct)
    .filter((each) => each.level !== 'low' || level === 'low')
    .toSorted((a, b) => rank[b.level] - rank[a.level])
    .slice(0, maxReasons)
  const categories = new Set<RiskCategory>(
    verdicts
      .filter(({ rule }) => rule.level === level)
      .flatMap(({ rule }) => (rule.level === 'low' ? [] : rule.categories)),
  )
  return {
    ...(level === undefined ? {} : { level }),
    reasons: shown,
    categories: [...categories],
  }
}
