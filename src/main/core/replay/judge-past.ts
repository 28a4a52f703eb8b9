import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { RiskLevel } from '@shared/domain/risk'
import { opensFiles, opensNetwork, temporaryFolders, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { quoteCommand, quoteWord } from '@shared/domain/quote-shell'
import { pastReasons } from '@shared/messages/replay'
import { reasonInWords } from '@shared/messages/reason'
import { assessCommand, type CommandAssessment } from '../assessment/assess-command'
import { decideFirst } from '../commands/first-decision'
import { hostsNamed } from '../commands/predicted-grants'
import { judgeCommand } from '../commands/judge-command'
import { plainCommands, type PlainCommands } from '../effect-rules/command-pattern'
import { formatHostPort } from '../network/host-rules'
import { decidePatch } from '../patch/decide-patch'
import { parsePatch } from '../patch/parse-patch'
import type { TouchedPath } from '../patch/patch-grants'
import { recognisePatch } from '../patch/recognise-patch'
import { resolvePath } from '../patch/resolve-path'
import { protectedNames } from '../policy/tool-settings'
import type { PastAction, PastWanted } from '../ports/agent-histories'
import type { RecordTable } from '../programs/record-table'
import { isWithin, parentOf } from '../shell/paths'
import type { ShellParser } from '../shell/parse'
import type { ShellTreeReader } from '../shell/shell-tree'
import type { FactsReader, FactsReading, PathFact } from '../assessment/facts/facts-reader'
import type { ProgramLookup } from '../policy/program-lookup'

/** Why nothing is known of a place or a text. */
const notThen = 'what was there then is not known'

const unknownFact = (path: string): PathFact => ({
  path,
  kind: 'unknown',
  realKind: 'unknown',
  realPath: path,
  files: undefined,
  bytes: undefined,
  counted: false,
  newestMs: undefined,
  mode: undefined,
  git: undefined,
  reason: notThen,
})

const reading: FactsReading = {
  path: (path) => Promise.resolve(unknownFact(path)),
  text: () => Promise.resolve({ kind: 'not-read', reason: notThen }),
  bind: () => Promise.resolve(),
  lead: () => Promise.resolve(),
  standing: (paths) => Promise.resolve(paths.map(() => 'unknown')),
  read: () => [],
  shown: () => [],
  withheld: () => false,
  withholdNames: () => undefined,
  list: () => Promise.resolve(undefined),
  repository: () => Promise.resolve(undefined),
  complete: () => false,
}

/**
 * The machine as a past action found it, of which nothing is known: what lies there today is not what lay there then, so that nothing is looked
 * at. Places are told by their names alone, and every link is taken for what it is called.
 */
const pastFacts: FactsReader = { open: () => reading }

/** Programs by their names: one without a slash, or in a folder of the system, is taken to be the system's own. */
const pastPrograms: ProgramLookup = (word) => {
  const [, folder, name = word] = /^(\/(?:usr\/(?:local\/)?)?s?bin\/)?([^/]+)$/.exec(word) ?? []
  if (word === '' || name.includes('/')) return Promise.resolve(undefined)
  return Promise.resolve({ path: `${folder ?? '/usr/bin/'}${name}`, system: true })
}

/** What the past is judged by: the policies that new sessions have today. `home` is today's. */
export interface PastJudgeParts {
  readonly parser: ShellParser
  readonly trees: ShellTreeReader
  readonly own?: RecordTable | undefined
  readonly home: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
}

/**
 * What an action's own words name that a rule could have in it; what it did besides is not known. Paths are absolute, hosts `host:port`. `elsewhere`: it
 * connects to somewhere that they do not name, or not with its port.
 */
export interface NamedEffects {
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly hosts: readonly string[]
  readonly elsewhere?: true
}

/** What would be decided today. `command` is the action in one text; `commands` undefined: it is none of plain commands. */
export interface PastVerdict {
  readonly decision: 'run' | 'ask' | 'refuse'
  readonly level: RiskLevel
  readonly reason: string
  readonly command: string
  readonly commands: PlainCommands
  readonly named: NamedEffects
}

/** Judges one past action. Runs nothing and looks at nothing. */
export type JudgePast = (action: PastAction) => Promise<PastVerdict>

/** A sandbox that works: whether there was one then says nothing of today. */
const sandbox = { kind: 'available', backend: 'bubblewrap', version: '' } as const
const noEffects: NamedEffects = { writes: [], deletes: [], hosts: [] }
/** So many verdicts are kept: agents say the same again and again. */
const maxKept = 4000

/** The home folder of whoever worked there, as its path tells it; today's where it does not. */
export function homeOf(folder: string, home: string): string {
  return /^(\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(folder)?.[1] ?? home
}

/** The text of a script that a shell is given, and any other command as a shell takes it. */
function shownCommand(argv: readonly string[]): string {
  const [, option, script, ...more] = argv
  return /^-l?c$/.test(option ?? '') && script !== undefined && more.length === 0
    ? script
    : quoteCommand(argv)
}

/** What a sandbox would let be written, by name. */
function writable(policy: SandboxPolicy, workspace: string): readonly string[] {
  if (opensFiles(policy)) return ['/']
  if (policy.mode !== 'workspace-write') return []
  return [workspace, ...policy.writable_roots, ...temporaryFolders(policy)]
}

function namedBy({ facts, judged }: Pick<CommandAssessment, 'facts' | 'judged'>): NamedEffects {
  const changed = facts.targets.filter(({ access }) => access !== 'read')
  const gone = new Set(['delete', 'move'])
  const hosts = hostsNamed(facts, judged.told)
  const connects = judged.verdicts.some(({ rule }) => rule.categories.includes('network_access'))
  const elsewhere = connects && (hosts.length === 0 || hosts.length < facts.hosts.length)
  return {
    writes: changed.filter(({ access }) => !gone.has(access)).map(({ path }) => path),
    deletes: changed.filter(({ access }) => gone.has(access)).map(({ path }) => path),
    hosts: hosts.map(({ host, port }) => formatHostPort(host, port)),
    ...(elsewhere && { elsewhere }),
  }
}

/** What the sandbox would stop of it, as far as its words tell, in words; undefined: nothing is known. */
function stopped(named: NamedEffects, policy: SandboxPolicy, workspace: string): string | undefined {
  const open = writable(policy, workspace)
  const outside = [...named.writes, ...named.deletes].find(
    (path) => !open.some((root) => isWithin(path, root)),
  )
  if (outside !== undefined) return pastReasons.writes(outside)
  if (opensNetwork(policy)) return undefined
  const [host] = named.hosts
  if (host !== undefined) return pastReasons.connects(host)
  return named.elsewhere ? pastReasons.connectsElsewhere : undefined
}

const reasonOfFloor = ({ floor }: Pick<CommandAssessment, 'floor'>): string => {
  const [worst] = floor.reasons
  return worst ? reasonInWords(worst) : pastReasons.notListed
}

/** A judge of past actions with a memory of what it was asked last. */
export function createPastJudge(parts: PastJudgeParts): JudgePast {
  const kept = new Map<string, Promise<PastVerdict>>()
  return (action) => {
    const { cwd, workspace, wanted } = action
    const key = JSON.stringify([cwd, workspace, wanted])
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= maxKept) kept.clear()
    const verdict = judge(action, parts)
    // What is long is seldom said twice.
    if (key.length < 2000) kept.set(key, verdict)
    return verdict
  }
}

async function judge({ cwd, workspace, wanted }: PastAction, parts: PastJudgeParts): Promise<PastVerdict> {
  switch (wanted.kind) {
    case 'command':
      return judgePastCommand(wanted, cwd, workspace, parts)
    case 'edit': {
      const resolved = (paths: readonly string[]) => paths.map((path) => resolvePath(cwd, path))
      return judgeEdit(
        { writes: resolved(wanted.writes), removes: resolved(wanted.removes) },
        workspace,
        parts,
      )
    }
    case 'patch':
      return judgePatch(wanted.body, cwd, workspace, parts)
  }
}

const assess = (
  argv: readonly string[],
  cwd: string,
  workspace: string,
  { trees, own, home, sandboxPolicy }: PastJudgeParts,
): Promise<CommandAssessment> =>
  assessCommand(
    { argv, cwd, workspace, policy: sandboxPolicy },
    { reader: pastFacts, trees, own, home: homeOf(workspace, home), now: () => 0 },
  )

async function judgePastCommand(
  { argv, escalated }: Extract<PastWanted, { kind: 'command' }>,
  cwd: string,
  workspace: string,
  parts: PastJudgeParts,
): Promise<PastVerdict> {
  const { parser, approvalPolicy, sandboxPolicy } = parts
  const found = await recognisePatch(argv, parser)
  if (found.kind === 'patch')
    return judgePatch(found.body, resolvePath(cwd, found.folder ?? '.'), workspace, parts)
  const turn = { cwd: workspace, sandboxPolicy, approvalPolicy }
  let looked: CommandAssessment | undefined
  const judgement = await judgeCommand({ command: argv, cwd }, turn, {
    parser,
    programs: pastPrograms,
    assessments: {
      judge: async () => (looked ??= await assess(argv, cwd, workspace, parts)),
    },
  })
  const first = decideFirst({
    ...{ approvalPolicy, sandboxPolicy, sandbox, classification: judgement, escalated },
    // What it would have done on copies is not known: only what its words name says whether effects ask.
    onView: false,
  })
  const command = shownCommand(argv)
  const named = looked ? namedBy(looked) : noEffects
  const level: RiskLevel = looked?.level ?? 'low'
  const said = { command, level, named, commands: undefined }
  const stop = first.kind === 'run' && looked ? stopped(named, sandboxPolicy, workspace) : undefined
  if (first.kind === 'refuse') return { ...said, decision: 'refuse', reason: first.reason }
  if (first.kind === 'run' && stop === undefined) return { ...said, decision: 'run', reason: '' }
  const commands = await plainCommands(argv, parser)
  const why = first.kind === 'ask' ? first.stop.why.kind : undefined
  const checked = looked ? reasonOfFloor(looked) : pastReasons.notListed
  const reason = stop ?? judgement.danger ?? (why === 'escalated' ? pastReasons.escalated : checked)
  return { ...said, commands, decision: 'ask', reason }
}

async function judgePatch(
  body: string,
  cwd: string,
  workspace: string,
  parts: PastJudgeParts,
): Promise<PastVerdict> {
  const parsed = parsePatch(body)
  if (parsed.kind === 'malformed')
    return {
      ...{ decision: 'refuse', level: 'not-assessed', reason: pastReasons.noPatch, command: 'apply_patch' },
      ...{ commands: undefined, named: noEffects },
    }
  const at = (path: string): string => resolvePath(cwd, path)
  const writes = parsed.hunks.flatMap((hunk) =>
    hunk.kind === 'delete'
      ? []
      : hunk.kind === 'update' && hunk.moveTo !== undefined
        ? [at(hunk.moveTo)]
        : [at(hunk.path)],
  )
  const removes = parsed.hunks.flatMap((hunk) =>
    hunk.kind === 'delete' || (hunk.kind === 'update' && hunk.moveTo !== undefined) ? [at(hunk.path)] : [],
  )
  return judgeEdit({ writes, removes }, workspace, parts)
}

async function judgeEdit(
  { writes, removes }: { readonly writes: readonly string[]; readonly removes: readonly string[] },
  workspace: string,
  parts: PastJudgeParts,
): Promise<PastVerdict> {
  const { approvalPolicy, sandboxPolicy } = parts
  const touched =
    (effect: TouchedPath['effect']) =>
    (path: string): TouchedPath => ({
      ...{ path, place: path, effect },
      target: { kind: 'missing', place: path, folder: parentOf(path) },
    })
  const changes = [...writes.map(touched('write')), ...removes.map(touched('remove'))]
  const decision = decidePatch({
    ...{ changes, approvalPolicy, sandboxPolicy, sandbox, protectedPaths: protectedNames },
    writableRoots: writable(sandboxPolicy, workspace),
  })
  const command = quoteCommand(['edit', ...[...writes, ...removes].slice(0, 20)])
  const said = { command, commands: undefined, named: { writes, deletes: removes, hosts: [] } }
  if (decision.kind === 'auto-approve') return { ...said, decision: 'run', level: 'low', reason: '' }
  if (decision.kind === 'reject')
    return { ...said, decision: 'refuse', level: 'low', reason: decision.reason }
  // Looked at as the commands that do the same, as a patch is where it is asked about.
  const line = (program: string, paths: readonly string[]): string =>
    paths.length === 0 ? '' : `${program} -- ${paths.slice(0, 60).map(quoteWord).join(' ')}\n`
  const looked = await assess(
    ['sh', '-c', `${line('tee -a', writes)}${line('rm', removes)}`],
    workspace,
    workspace,
    parts,
  )
  const beyond = decision.beyond[0]?.path
  const reason =
    decision.why.kind === 'every-patch'
      ? pastReasons.everyEdit
      : beyond === undefined
        ? reasonOfFloor(looked)
        : pastReasons.edits(beyond)
  return { ...said, decision: 'ask', level: looked.level, reason }
}
