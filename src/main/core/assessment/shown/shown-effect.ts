import type { Act, Effect, EffectKind } from '@shared/domain/effect'
import { contactsOf } from '../actions/contacts'
import { brief, type View, argsOf, verbs } from '../checks/rule'
import type { Verdict } from '../checks/judge-checks'
import type { SimpleCommand } from '../../shell/graph'
import { fileAct, madeFiles } from './file-effect'
import { readGitCall } from '../../shell/nested/git-call'
import { isShell } from '../../shell/shell-script'
import { packageVerb } from '../../shell/nested/package-scripts'

const hostsOf = (command: SimpleCommand): string[] => contactsOf(command).map(({ host }) => host)

/** What a command removes; where it only moves something, and that onto something else, what it overwrites. */
function removedOrReplaced(command: SimpleCommand, view: View): Act | undefined {
  const removed = fileAct(command, view, 'removes')
  if (removed?.verb !== 'move') return removed
  const written = fileAct(command, view, 'writes')
  return written?.verb === 'overwrite' ? written : removed
}

/** What follows git's subcommand and is no option: the names of branches, tags or stashes. */
const gitNames = (command: SimpleCommand): string[] =>
  readGitCall(command.words.slice(1))
    .rest.map(({ text }) => text)
    .filter((text) => !text.startsWith('-') && text !== 'drop')

/** Checks that say what a command does, and not only what else is odd about it. */
const telling: ReadonlySet<string> = new Set([
  'code.encoded',
  'git.setting',
  'network.delete-remote',
  'network.raw-connection',
  'network.shell-behind',
  'network.unverified',
  'packages.unchecked',
  'persist.tool-settings',
  'privilege.set-id',
  'privilege.socket',
  'resources.fill-disk',
  'secrets.environment',
  'secrets.environment-file',
  'secrets.file',
  'secrets.find',
  'secrets.process',
  'secrets.search',
  'secrets.variable',
  'services.database-change',
  'services.database-code',
  'services.database-destroy',
  'services.database-task',
  'system.kill-all',
  'system.traces',
])

/** What a rule, or a record of a program, says of a command, where that is what it does. */
function reasonAct({ rule, detail, does }: Verdict): Act | undefined {
  if (does === undefined && !telling.has(rule.id)) return undefined
  return asReason({ rule, detail, does })
}

/** A rule's own sentence as what is done. */
function asReason({ rule, detail, does }: Pick<Verdict, 'rule' | 'detail' | 'does'>): Act {
  return {
    kind: 'reason',
    rule: rule.id,
    ...(does !== undefined && { does }),
    ...(detail !== undefined && { detail }),
  }
}

/** What a rule that held says that its command does; undefined where the rule leads no request. */
function actOf(verdict: Verdict, view: View): Act | undefined {
  const { effect, level } = verdict.rule
  if (level === 'low') return undefined
  const reason = reasonAct(verdict)
  // That it connects is less than what it does there.
  if (reason && (effect === 'service' || effect === 'connect')) return reason
  // What starts by itself is told by what is changed for it, else by what the rule says of it.
  if (effect === 'start-up') return fileAct(verdict.command, view, 'writes') ?? reason ?? asReason(verdict)
  return (effect && effectAct(effect, verdict, view)) ?? reason ?? asReason(verdict)
}

/** What the kind of effect that a rule stands for comes to with this command. */
function effectAct(effect: EffectKind, { command, act, rule, detail }: Verdict, view: View): Act | undefined {
  const hosts = hostsOf(command)
  switch (effect) {
    case 'delete':
      return removedOrReplaced(command, view)
    case 'write':
      return fileAct(command, view, 'writes')
    case 'start-up':
      return { kind: 'general', what: effect }
    case 'send-precious':
      return act
    case 'send':
      return hosts.length === 0 ? undefined : { kind: 'send', what: 'data', hosts }
    case 'connect':
    case 'service':
      return hosts.length === 0 ? undefined : { kind: 'connect', hosts }
    case 'run-elsewhere': {
      const { program, host } = command
      return { kind: 'run-elsewhere', program, ...(host === undefined ? {} : { host }) }
    }
    case 'run-code': {
      const from = view.graph.commands.map(hostsOf).find((each) => each.length > 0)
      return { kind: 'run-code', ...(from ? { host: from.join(', ') } : {}) }
    }
    case 'push':
    case 'force-push':
      return pushAct(command, view, effect === 'force-push')
    case 'fetch':
      return { kind: 'fetch', hosts }
    case 'publish':
      return { kind: 'publish', program: command.program }
    case 'install': {
      const source = rule.id === 'packages.foreign-source' ? detail : undefined
      return { ...installAct(command), ...(source !== undefined && { source }) }
    }
    case 'drop-branch':
    case 'drop-tag':
      return { kind: 'general', what: effect, names: gitNames(command) }
    case 'listen':
    case 'drop-changes':
    case 'drop-stash':
    case 'clear-stashes':
    case 'clean':
    case 'stop-processes':
    case 'stop-machine':
      return { kind: 'general', what: effect }
  }
}

type PushAct = Extract<Act, { kind: 'push' }>

const valued = /^(-o|--push-option|--repo|--receive-pack|--exec)$/

/** The name on the other side of a refspec: `HEAD:main` is main, `+dev` is dev, `:old` is old. */
const remoteName = (refspec: string): string => refspec.slice(refspec.lastIndexOf(':') + 1).replace(/^\+/, '')

/** What a push does: which branches it sends, overwrites or deletes, and where. */
function pushAct(command: SimpleCommand, view: View, forced: boolean): PushAct {
  const texts = readGitCall(command.words.slice(1)).rest.map(({ text }) => text)
  const operands = texts.filter((text, at) => !text.startsWith('-') && !valued.test(texts[at - 1] ?? ''))
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text))
  const repository = view.repository(command)
  const remote = operands[0] ?? repository?.upstream?.remote
  const refspecs = operands.slice(1)
  const current = repository?.branch === undefined ? [] : [repository.branch]
  const push: PushAct = {
    kind: 'push',
    verb: 'send',
    scope: refspecs.length > 0 ? 'named' : 'current',
    branches: refspecs.length > 0 ? refspecs.map(remoteName) : current,
    deletes: [],
    ...(remote === undefined ? {} : { remote }),
  }
  if (has(/^--mirror$/)) return { ...push, verb: 'overwrite', scope: 'mirror', branches: [] }
  if (has(/^(-d|--delete)$/))
    return { ...push, verb: 'delete', branches: [], deletes: refspecs.map(remoteName) }
  const everything = has(/^--all$|^--branches$/)
  // What is there is replaced, if it is what was last seen there.
  const leased = !forced && has(/^--force-(with-lease|if-includes)/)
  if (has(/^--tags$/) && !has(/^--prune$/) && !everything && refspecs.length === 0)
    return { ...push, verb: forced || leased ? 'overwrite' : 'send', scope: 'tags', branches: [] }
  if (leased && refspecs.every((text) => !text.startsWith(':')))
    return { ...push, verb: 'overwrite', ...(everything && { scope: 'every-branch', branches: [] }) }
  const all: PushAct = everything ? { ...push, scope: 'every-branch', branches: [] } : push
  if (!forced) {
    const { ahead } = repository?.upstream ?? {}
    return ahead === undefined || operands.length > 0 || everything ? all : { ...push, commits: ahead }
  }
  if (has(/^--prune$/)) return { ...push, verb: 'delete', scope: 'pruned', branches: [] }
  const deletes = refspecs.filter((text) => text.startsWith(':')).map(remoteName)
  const general = has(/^(-[a-zA-Z]*f[a-zA-Z]*|--force.*|--forc)$/)
  const overwritten = refspecs.filter((text) => !text.startsWith(':') && (general || text.startsWith('+')))
  if (overwritten.length === 0 && deletes.length > 0)
    return { ...push, verb: 'delete', branches: [], deletes }
  return overwritten.length === 0
    ? { ...all, verb: 'overwrite', deletes }
    : { ...push, verb: 'overwrite', branches: overwritten.map(remoteName), deletes }
}

/** Options of package managers behind which no package stands: lists of them, places, conditions. */
const optionsWithValues =
  /^(-[rcfitpF]|--(requirement|constraint|index-url|extra-index-url|trusted-host|find-links|target|prefix|root|proxy|cert|python|platform|registry|cache-dir|tag|git|path|branch|rev|version|features|index|default-index|filter|cwd|dir|source|channel|name))$/

/** What a package manager brings in, and by the name of which packages; what stands behind its options is none. */
function installAct(command: SimpleCommand): Extract<Act, { kind: 'install' }> {
  const { program } = command
  const { verb, rest } = packageVerb(command.words.slice(1))
  const spoken = verbs(command)
  const before = /^(npx|pnpx|bunx|uvx)$/.test(program)
    ? 0
    : /^(pip|global|mod)$/.test(spoken[0] ?? '')
      ? 2
      : 1
  const given = /^(npm|pnpm|yarn|bun)$/.test(program)
    ? rest
        .slice(verb === 'workspace' ? 2 : /^(workspaces|global)$/.test(verb) ? 1 : 0)
        .map((word) => word.text)
    : before === 0
      ? spoken.slice(0, 1)
      : spoken.slice(before)
  const args = argsOf(command)
  const first = new Map(args.map((text, at): [string, number] => [text, at]).reverse())
  const isListed = (text: string): boolean => {
    const option = args[(first.get(text) ?? 0) - 1] ?? ''
    return optionsWithValues.test(option) || (option === '-n' && /^(conda|mamba)$/.test(program))
  }
  const names = given.filter((text) => !text.startsWith('-') && !isListed(text))
  return { kind: 'install', program, names }
}

const rank = { low: 0, medium: 1, high: 2 } as const

/** What a command comes from, when it does not stand in the line itself: "scripts/deploy.sh". */
function originOf(command: SimpleCommand, view: View): string | undefined {
  const { commands, documents } = view.graph
  const document = documents[command.place.document]
  if (!document || document.ofFile === true) return document?.title
  const around = document.runBy === undefined ? undefined : commands[document.runBy]
  return around && around.id < command.id ? originOf(around, view) : undefined
}

/** Within one level, what cannot be had back or concerns others comes first. */
const gravest: readonly (readonly EffectKind[])[] = [
  ['send-precious'],
  ['run-code'],
  ['force-push', 'publish', 'service'],
  ['delete'],
  ['clean', 'drop-changes', 'drop-stash', 'clear-stashes', 'drop-branch', 'drop-tag'],
  ['stop-processes', 'stop-machine'],
  ['start-up'],
  ['send'],
  ['write'],
  ['run-elsewhere'],
]

/** What names its object leads before a check's own sentence, unless that tells of a loss. */
function gravity({ rule: { id, effect, categories } }: Verdict): number {
  // What may lie anywhere comes before the folder that is named.
  if (id === 'write.anywhere') return gravest.findIndex((each) => each.includes('write')) - 0.5
  if (effect === undefined) return gravest.length + (categories.includes('data_deletion') ? 0 : 2)
  // Whom nobody looks at comes before what is had from there or told to it.
  if (id === 'network.unverified') return gravest.length
  const at = gravest.findIndex((each) => each.includes(effect))
  return at < 0 ? gravest.length + 1 : at
}

/** One thing that a command line does; `act` is undefined where no rule says what. */
interface Done {
  readonly command: SimpleCommand
  readonly act: Act | undefined
}

const same = (a: Act | undefined, b: Act | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True for what only has to do with others than this machine, so that it may belong to what feeds it or what it feeds. */
function reaches(act: Act): boolean {
  const { kind } = act
  return (
    kind === 'connect' || kind === 'send' || kind === 'publish' || (kind === 'push' && act.verb === 'send')
  )
}

/**
 * How many other things are done: what each command does, once for each, by its gravest rule. A command that only carries
 * another one, or only feeds or takes what the head is about, does nothing more. `grave`: the first of them of level high, of two such
 * neither hides the other; else what the head starts, where only that is said of it.
 */
function otherEffects(
  head: Done,
  verdicts: readonly Verdict[],
  view: View,
): { readonly count: number; readonly grave: Act | undefined } {
  const own = new Set(view.sources([head.command.id]).map(({ id }) => id))
  const telling = verdicts.filter(({ rule }) => rule.level !== 'low')
  const carriers = new Set(telling.map(({ command }) => command.parent))
  const others = new Map<number, Done>()
  for (const verdict of telling) {
    const { command } = verdict
    if (command.id === head.command.id || carriers.has(command.id)) continue
    others.set(command.id, { command, act: others.get(command.id)?.act ?? actOf(verdict, view) })
  }
  const hosts = hostsOf(head.command)
  const connects: Act = { kind: 'connect', hosts }
  const more = [...others.values()].filter(({ command, act }) => {
    const feeds = own.has(command.id) || view.sources([command.id]).some(({ id }) => id === head.command.id)
    if (feeds && (act === undefined || act.kind === 'reason' || reaches(act))) return false
    return !same(act, head.act) && !(hosts.length > 0 && same(act, connects))
  })
  const isGrave = ({ command }: Done): boolean =>
    telling.some(({ rule, command: { id } }) => rule.level === 'high' && id === command.id)
  // Sending a folder and deleting what the other side has beside it are two things that one command does.
  const loss =
    head.act?.kind === 'send'
      ? telling.find(
          ({ command, rule }) =>
            command.id === head.command.id &&
            rule.level === 'high' &&
            rule.categories.includes('data_deletion'),
        )
      : undefined
  const lost = loss && actOf(loss, view)
  // That a program starts another one says less than what that one does.
  const started =
    head.act?.kind === 'reason' && head.act.rule === 'escape.command'
      ? more.find(({ command, act }) => act !== undefined && command.parent === head.command.id)
      : undefined
  return {
    count:
      new Set(more.map(({ command, act }) => (act ? JSON.stringify(act) : command.id))).size + (lost ? 1 : 0),
    grave: lost ?? (more.find((each) => each.act !== undefined && isGrave(each)) ?? started)?.act,
  }
}

/** Rules of what only reads and prints beside another command, or only starts one. */
const addsNothing: ReadonlySet<string> = new Set([
  'harmless.plain',
  'harmless.known-safe',
  'harmless.redirect',
  'packages.run-script',
])

/**
 * What a line of which every part is understood and harmless does: what the record of its one program says, or that no file is changed.
 * Undefined where that would say less than its text.
 */
function quietAct(verdicts: readonly Verdict[], { graph }: View, text: string): Act | undefined {
  if (graph.unreadable.length > 0) return undefined
  const run = graph.commands.filter(({ program }) => !isShell(program))
  const of = run.map(({ id }) => verdicts.filter(({ command }) => command.id === id))
  const telling = of.map((each) =>
    each.find(
      ({ rule, does }) =>
        rule.id === 'dry.run' ||
        rule.id === 'code.computes' ||
        (does !== undefined && rule.id !== 'harmless.plain'),
    ),
  )
  const [only, ...others] = telling.filter((each) => each !== undefined)
  const rest = of.filter((_, at) => telling[at] === undefined)
  const alike = others.every(({ rule, does }) => rule.id === only?.rule.id && does === only.does)
  if (only && alike && rest.every((each) => each.some(({ rule }) => addsNothing.has(rule.id))))
    return asReason({ ...only, detail: only.detail ?? text })
  const plain = of.every((each) => each.some(({ rule }) => rule.id === 'harmless.plain'))
  return plain && run.length > 0
    ? { kind: 'reason', rule: 'harmless.plain', does: 'changes no file', detail: text }
    : undefined
}

/**
 * What leads the request: the loudest rule's act, and among those of one level the gravest; a command of which nothing is
 * known but its text is said to run.
 */
export function effectOf(view: View, verdicts: readonly Verdict[]): Effect {
  const loudest = verdicts.toSorted(
    (a, b) => rank[b.rule.level] - rank[a.rule.level] || gravity(a) - gravity(b),
  )
  const [top] = loudest
  for (const verdict of loudest) {
    // What a quieter rule says would hide what the loudest one found.
    if (top && verdict.rule.level !== top.rule.level) break
    const { command } = verdict
    const act = actOf(verdict, view)
    if (act === undefined || verdict.rule.level === 'low') continue
    const from = originOf(command, view)
    const { count, grave } = otherEffects({ command, act }, loudest, view)
    const left = count - (grave === undefined ? 0 : 1)
    return {
      act,
      ...(from === undefined ? {} : { from }),
      ...(grave && { also: grave }),
      ...(left > 0 && { others: left }),
    }
  }
  const made = top?.rule.level === 'low' ? madeFiles(view) : undefined
  const text = brief(view.graph.documents[0]?.text ?? '')
  return {
    act: made ??
      (top?.rule.level === 'low' ? quietAct(verdicts, view, text) : undefined) ?? { kind: 'run', text },
  }
}
