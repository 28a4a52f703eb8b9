import { FaultError } from '@shared/domain/fault'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { NarrowerRule, StoredGrant } from '@shared/domain/stored-grant'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { RequestAssessor } from '../assessment/request-assessor'
import type { ShellParser } from '../shell/parse'
import { beginsWith, readRuleText } from './rule-text'
import { starCovers } from './star-covers'

const bad = (problem: string): FaultError => new FaultError({ code: 'bad-request', message: problem })

/** What the new words are looked at with. */
export interface NarrowingParts {
  readonly parser: ShellParser
  readonly assessments: Pick<RequestAssessor, 'judge'>
}

/**
 * A rule that covers less than it did: a command's star behind more words, and some of what it adds left out. Never more, since no
 * request stands beside it that says what more would mean: the new words are such as its star stood for. Throws FaultError `bad-request`
 * naming what was expected.
 */
export async function narrowRule(
  rule: StoredGrant,
  { text, without = [] }: NarrowerRule,
  { parser, assessments }: NarrowingParts,
): Promise<StoredGrant> {
  if (rule.scope !== 'rule')
    throw bad('Only a rule can be changed; what holds for a turn or a session can be revoked.')
  const left = new Set(without)
  if ([...left].some((at) => rule.grants[at] === undefined))
    throw bad('The rule has changed meanwhile: what is to be left out of it is not in it any more.')
  const grants = rule.grants.filter((_, at) => !left.has(at))
  if (rule.covers === 'host' && grants.length === 0)
    throw bad('A rule without a host covers nothing: revoke it.')
  if (text === undefined) return { ...rule, grants }
  if (rule.covers !== 'prefix') throw bad('This rule covers one thing exactly: there is no text to change.')
  const { words, open } = await readRuleText(text, parser)
  if (!open || !beginsWith(words, rule.command))
    throw bad(
      `Expected a rule that begins with ${quoteCommand(rule.command).slice(0, 200)} and ends with “ *”: it may only become narrower. What goes further is allowed by answering a request.`,
    )
  const { cwd } = rule
  const more = await starCovers({ rule: rule.command, command: words, cwd }, (command) =>
    assessments.judge({ command, cwd }, { cwd, sandboxPolicy: sandboxPolicyForMode('workspace-write') }),
  )
  if (more !== undefined)
    throw bad(
      `Expected a rule that covers less than it did: ${more}. What goes further is allowed by answering a request.`,
    )
  return { ...rule, command: [...words], grants }
}
