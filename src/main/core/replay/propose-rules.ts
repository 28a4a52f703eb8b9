import { EffectRule } from '@shared/domain/effect-rule'
import type { ProposedRule } from '@shared/domain/replay'
import { quoteCommand } from '@shared/domain/quote-shell'
import { tooBroad } from '../approvals/broad-pattern'
import { answerByRule, couldAnswer, type CompiledRule } from '../effect-rules/answer'
import { compileRule, type CompileParts } from '../effect-rules/compile-rule'
import { isWithin, nameOf, parentOf } from '../shell/paths'
import { homeOf } from './judge-past'
import { ruleToml } from '../effect-rules/rule-toml'
import type { PastQuestion } from './tally'

/** What proposals are made with. `now` in milliseconds: a rule that is proposed ends. */
export interface ProposeParts extends CompileParts {
  readonly now: number
}

/** So many rules are proposed, and so many examples shown of what each is wrong about. */
const maxRules = 5
const maxExamples = 3
/** Groups of questions that are tried; what comes up seldom is no rule. */
const maxTried = 60
/** How long a rule that is proposed holds. */
const days = 30

interface Group {
  readonly workspace: string
  readonly commands: readonly string[]
  readonly questions: PastQuestion[]
}

interface Candidate {
  readonly compiled: CompiledRule
  readonly answered: readonly PastQuestion[]
}

/**
 * The words that a rule for a command could have: what its first words say is done, with a star where further ones follow that do not change what
 * it is about. Where they do, all of its words.
 */
function patternOf(words: readonly string[]): string {
  const plain = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
  const options = plain < 0 ? words.length : plain
  const verbs = options > 1 ? 0 : words[1] === 'run' ? 2 : 1
  const first = words.slice(0, options + verbs)
  return words.length > first.length && tooBroad(first) === undefined
    ? `${quoteCommand(first)} *`
    : quoteCommand(words)
}

const known = (question: PastQuestion): readonly (readonly string[])[] => question.verdict.commands ?? []

/** What no rule can be for: high, not made of plain commands, or in a folder that is nobody's project. */
const isCandidate = ({ verdict, action }: PastQuestion): boolean =>
  verdict.commands !== undefined && verdict.level !== 'high' && action.workspace.split('/').length > 2

function groupsOf(questions: readonly PastQuestion[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const question of questions) {
    if (!isCandidate(question)) continue
    const commands = [...new Set(known(question).map(patternOf))].sort()
    const key = JSON.stringify([question.action.workspace, commands])
    const group = groups.get(key) ?? { workspace: question.action.workspace, commands, questions: [] }
    group.questions.push(question)
    groups.set(key, group)
  }
  const weight = ({ questions: all }: Group): number => all.reduce((sum, { times }) => sum + times, 0)
  return [...groups.values()].sort((one, other) => weight(other) - weight(one)).slice(0, maxTried)
}

const homely = (path: string, home: string): string =>
  isWithin(path, home) && path !== home ? `~${path.slice(home.length)}` : path

/** A path as a rule names it: from the workspace where it lies there. */
const named = (path: string, workspace: string, home: string): string =>
  isWithin(path, workspace) && path !== workspace ? path.slice(workspace.length + 1) : homely(path, home)

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort()

/** Of many paths the folders that they lie in. */
const few = (paths: readonly string[]): readonly string[] =>
  paths.length > 8 ? unique(paths.map((path) => `${parentOf(path)}/**`)) : paths

function ruleOf(
  { workspace, commands, questions }: Group,
  { home, now }: ProposeParts,
): EffectRule | undefined {
  const effects = questions.map(({ verdict }) => verdict.named)
  const from = (paths: readonly string[]): string[] =>
    unique(few(unique(paths)).map((path) => named(path, workspace, home)))
  const outside = effects.flatMap(({ writes }) => writes.filter((path) => !isWithin(path, workspace)))
  const below = from(effects.flatMap(({ deletes }) => deletes))
  const example = questions.find(({ verdict }) => !verdict.command.includes('\n'))?.verdict.command
  const read = EffectRule.safeParse({
    name: `${commands.join(', ')} in ${nameOf(workspace)}`.slice(0, 60).trim(),
    where: [homely(workspace, home)],
    commands,
    // What a sandbox lets it write unasked; what lies outside of that by its name alone.
    writes: ['**', ...from(outside)],
    ...(below.length > 0 && {
      // By its name it is a file or a folder.
      deletes: { below: below.flatMap((path) => [path, `${path}/**`]), files: 200, unsaved: 0 },
    }),
    hosts: unique(effects.flatMap(({ hosts }) => hosts)),
    level: 'medium',
    ends: { at: new Date(now + days * 86_400_000).toISOString() },
    match: example === undefined || example.length > 1000 ? [] : [example],
  })
  return read.success ? read.data : undefined
}

/** Whether a rule could answer a question: all that its words name lies inside. What else it did is not known. */
export function couldAnswerPast(
  compiled: CompiledRule,
  { action, verdict }: PastQuestion,
  parts: Pick<ProposeParts, 'home' | 'engine'>,
): boolean {
  const { workspace } = action
  const { commands, level, named: effects } = verdict
  if (commands === undefined || effects.elsewhere === true) return false
  const question = { commands, level, isIn: (folder: string) => isWithin(workspace, folder) }
  if (!couldAnswer(compiled, question)) return false
  const at = (kind: 'changed' | 'deleted') => (path: string) =>
    ({ path, kind, type: 'file', bytes: 0 }) as const
  const done = {
    changes: [
      // Something in the folder, which is not named.
      ...effects.writes.filter((path) => path !== workspace).map(at('changed')),
      ...effects.deletes.map(at('deleted')),
    ],
    hosts: effects.hosts,
    gone: () => ({ files: 1, unsaved: 0 }),
  }
  const places = { home: homeOf(workspace, parts.home), workspace, engine: parts.engine }
  return answerByRule(compiled, question, done, places).kind === 'inside'
}

async function candidate(
  rule: EffectRule | undefined,
  questions: readonly PastQuestion[],
  parts: ProposeParts,
): Promise<Candidate | undefined> {
  const read = rule && (await compileRule(rule, parts))
  if (!read || !('compiled' in read)) return undefined
  const answered = questions.filter((question) => couldAnswerPast(read.compiled, question, parts))
  return answered.length === 0 ? undefined : { compiled: read.compiled, answered }
}

const count = (questions: readonly PastQuestion[]): number =>
  questions.reduce((sum, { times }) => sum + times, 0)

const shown = ({ when, action, verdict }: PastQuestion) => ({
  ...{ when: when ?? null, cwd: action.cwd, command: verdict.command },
})

/** Questions of the same programs in the same folder that the rule is not for. */
function uncoveredBy({ compiled, answered }: Candidate, questions: readonly PastQuestion[]): PastQuestion[] {
  const programs = new Set(answered.flatMap((each) => known(each).map(([program]) => program)))
  const workspaces = new Set(answered.map(({ action }) => action.workspace))
  return questions
    .filter(
      (question) =>
        !answered.includes(question) &&
        workspaces.has(question.action.workspace) &&
        known(question).some(([program]) => programs.has(program)),
    )
    .slice(0, compiled.rule.commands ? maxExamples : 0)
}

async function proposal(
  found: Candidate,
  questions: readonly PastQuestion[],
  parts: ProposeParts,
): Promise<ProposedRule> {
  const { rule } = found.compiled
  const exact = unique(found.answered.flatMap((each) => known(each).map((words) => quoteCommand(words))))
  const isWider = rule.commands?.some((text) => text.endsWith(' *')) === true && exact.length <= 50
  const narrow = isWider
    ? await candidate(
        { ...rule, name: `${rule.name.slice(0, 52)}, exact`, commands: exact },
        questions,
        parts,
      )
    : undefined
  return {
    name: rule.name,
    toml: ruleToml(rule),
    answers: count(found.answered),
    denied_among: found.answered
      .filter(({ answer }) => answer === 'denied')
      .map(shown)
      .slice(0, 20),
    uncovered: uncoveredBy(found, questions).map(shown),
    narrower: narrow ? { toml: ruleToml(narrow.compiled.rule), answers: count(narrow.answered) } : null,
  }
}

/**
 * The rules that would save most of these questions, each of them such as would be loaded from rules.toml. None is for what is high. They say
 * what they could answer by the words of the past; what such a command does is for a rehearsal.
 */
export async function proposeRules(
  questions: readonly PastQuestion[],
  parts: ProposeParts,
): Promise<readonly ProposedRule[]> {
  const tried: Candidate[] = []
  for (const group of groupsOf(questions)) {
    const found = await candidate(ruleOf(group, parts), questions, parts)
    if (found) tried.push(found)
  }
  const left = new Set(questions)
  const names = new Set<string>()
  const proposed: ProposedRule[] = []
  while (proposed.length < maxRules) {
    const gain = ({ answered }: Candidate): number => count(answered.filter((each) => left.has(each)))
    const [best] = tried.toSorted((one, other) => gain(other) - gain(one))
    // One question is no habit.
    if (!best || gain(best) < 2) break
    for (const each of best.answered) left.delete(each)
    if (names.has(best.compiled.rule.name)) continue
    names.add(best.compiled.rule.name)
    proposed.push(await proposal(best, questions, parts))
  }
  return proposed
}
