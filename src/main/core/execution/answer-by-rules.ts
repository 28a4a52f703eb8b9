import { parseHostPort } from '../network/host-rules'
import type { EffectRule } from '@shared/domain/effect-rule'
import type { NearestRule } from '@shared/domain/nearest-rule'
import type { Grant } from '@shared/domain/grant'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import {
  answerByRule,
  answerByRules,
  couldAnswer,
  type CompiledRule,
  type DoneEffects,
  type RuleQuestion,
} from '../effect-rules/answer'
import { askedUnderEffects, needingCheckpoint } from '../effect-rules/policy-answer'
import { hostsTried, unseenIn } from '../effect-rules/unseen'
import type { EffectRuleParts } from '../ports/effect-rule-store'
import { clockStepMs, type SeenInRehearsal, type TakenRehearsal } from '../turn/request-rehearsals'
import type { TurnContext } from '../turn/turn-context'

/** A rehearsal that came to its end, with what is kept of it. */
export interface EndedRehearsal {
  readonly found: ShownRehearsal
  readonly seen: SeenInRehearsal | undefined
  take(): TakenRehearsal | undefined
}

/** The policy of effects where it answers. `writable`: the sandbox policy lets the folder be written. */
export interface AnsweringPolicy {
  /**
   * At which of these paths from the session's folder the turn's checkpoint has a file; undefined: the folder is not kept. It waits until that is known, which a
   * run on copies need not. Rejects where it cannot be told.
   */
  readonly kept: (paths: readonly string[]) => Promise<readonly string[] | undefined>
  readonly writable: boolean
  /** As `EffectsPlace` has it. */
  readonly temporary: readonly string[]
}

/** What is asked of the rules: a command of the session's own, what the checks say, and a way to rehearse it, with hosts or without. */
export interface AskedOfRules {
  readonly command: readonly string[]
  /** The policy of effects answers where no rule does; absent: it does not. */
  readonly byPolicy?: AnsweringPolicy | undefined
  readonly level: RuleQuestion['level']
  /** Undefined: it cannot be rehearsed, or the turn ended. */
  rehearse(hosts: readonly Extract<Grant, { kind: 'host' }>[]): Promise<EndedRehearsal | undefined>
}

/** What the rules say, or the policy of effects (without a `rule`). `nearest`: none answers, and this one came closest. */
export type RuledBy =
  | {
      readonly kind: 'answered'
      readonly rule?: EffectRule
      readonly taken: TakenRehearsal
      /** It is another run than the first one. */
      readonly anew?: true
    }
  | { readonly kind: 'asks'; readonly nearest?: NearestRule }

const hostGrants = ({ hosts }: EffectRule): readonly Extract<Grant, { kind: 'host' }>[] =>
  hosts.flatMap((text) => {
    const read = parseHostPort(text)
    return read ? [{ kind: 'host' as const, host: read.host.host, port: read.port }] : []
  })

const touched = async (seen: SeenInRehearsal | undefined, { gone }: EffectRuleParts) =>
  seen && gone.touchedSince(seen.changes, seen.began - clockStepMs)

/** Of these paths in the folder those that the checkpoint has; undefined where there is none, or it cannot be told. */
async function keptBy(
  { kept }: AnsweringPolicy,
  paths: readonly string[],
  cwd: string,
): Promise<ReadonlySet<string> | undefined> {
  const names = await kept(paths.map((path) => path.slice(cwd.length + 1))).catch(() => undefined)
  return names && new Set(names.map((name) => `${cwd}/${name}`))
}

/**
 * Asks the effect rules before a person is: where one could be for the command it is rehearsed, and answered where all that it did lies inside
 * one rule. What it wanted of the network it is given in a second rehearsal, where one rule has all of these hosts. Whatever was not seen
 * to its end is asked about.
 */
export async function askRules(
  asked: AskedOfRules,
  turn: Pick<TurnContext, 'sessionId' | 'cwd' | 'reads' | 'keptSince'>,
  parts: EffectRuleParts,
): Promise<RuledBy> {
  const asks: RuledBy = { kind: 'asks' }
  if (turn.reads === true) return asks
  const { rules } = await parts.load()
  const { byPolicy } = asked
  if (rules.length === 0 && !byPolicy) return asks
  const question: RuleQuestion = {
    isIn: (folder) => parts.isIn(turn.cwd, folder),
    commands: await parts.plain(asked.command),
    level: asked.level,
  }
  const all = rules.filter((rule) => couldAnswer(rule, question))
  if (all.length === 0 && !byPolicy) return asks
  const standing = await parts.standing(
    all.map(({ rule }) => rule),
    turn.cwd,
  )
  // One that has ended stands in the way of none that has not.
  const candidates = all.filter((_, at) => standing[at] === 'in-force')
  const first = await asked.rehearse([])
  if (!first) return asks
  const places = { home: parts.home, workspace: turn.cwd, engine: parts.engine }
  const done = await doneBy(first, candidates)
  // What it is let connect to it reaches for real: only where all else that it did lies inside the rule.
  const { unseen, ...did } = done
  const offline = { ...did, hosts: [], ...(unseen !== undefined && unseen !== 'network' && { unseen }) }
  const wide =
    done.hosts.length > 0
      ? candidates.find(
          (each) =>
            done.hosts.every((host) => each.rule.hosts.includes(host)) &&
            answerByRule(each, question, offline, places).kind === 'inside',
        )
      : undefined
  const second = wide && (await asked.rehearse(hostGrants(wide.rule)))
  const answer = second
    ? answerByRules([wide], question, await doneBy(second, [wide]), places)
    : answerByRules(candidates, question, done, places)
  const ran = second ?? first
  const isAnswered = answer?.kind === 'inside' || byPolicy !== undefined
  // Clocks of file systems go in steps.
  if (isAnswered && (await touched(ran.seen, parts)) !== undefined) {
    await second?.take()?.free()
    const outside = [{ kind: 'unseen', because: 'changed' } as const]
    return {
      kind: 'asks',
      nearest: { ...(answer?.kind === 'inside' && { rule: answer.rule.name }), outside, more: 0 },
    }
  }
  if (answer?.kind === 'inside') {
    const { rule } = answer
    // Counted before anything is done under it.
    const taken = (await parts.use(rule, turn.cwd)) ? ran.take() : undefined
    if (taken) return { kind: 'answered', rule, taken, ...(second && { anew: true }) }
  }
  await second?.take()?.free()
  const place = byPolicy && {
    ...{ ...places, writable: byPolicy.writable, temporary: byPolicy.temporary },
    kept: await keptBy(byPolicy, needingCheckpoint(done, turn.cwd), turn.cwd),
  }
  const beyond = place && askedUnderEffects(question, done, place)
  if (byPolicy && beyond === undefined) {
    const taken = first.take()
    if (taken) return { kind: 'answered', taken }
  }
  const over = nearestEnded()
  if (over && !beyond) return { kind: 'asks', nearest: over }
  if (answer?.kind !== 'outside') return beyond ? { kind: 'asks', nearest: beyond } : asks
  const { rule, outside, more } = answer
  return { kind: 'asks', nearest: { rule, outside: [...outside], more } }

  /** The first rule that all of it lies inside, and that does not count now. */
  function nearestEnded(): NearestRule | undefined {
    for (const [at, each] of all.entries()) {
      const because = standing[at] ?? 'unknown'
      if (because !== 'in-force' && answerByRule(each, question, done, places).kind === 'inside')
        return { rule: each.rule.name, outside: [{ kind: 'ended', because }], more: 0 }
    }
    return undefined
  }

  /** What a rehearsal did; where a rule of these has all hosts that it was refused, that may have been why it did no more. */
  async function doneBy({ found, seen }: EndedRehearsal, of: readonly CompiledRule[]): Promise<DoneEffects> {
    const changes = seen?.changes ?? []
    const refused = (seen?.evidence ?? []).flatMap(({ kind, target }) => (kind === 'write' ? [target] : []))
    const hosts = hostsTried(found)
    const isRefused =
      hosts.length > 0 && of.some(({ rule }) => hosts.every((host) => rule.hosts.includes(host)))
    const unseen = seen === undefined ? 'ended' : (unseenIn(found) ?? (isRefused ? 'network' : undefined))
    return {
      changes: [
        ...changes,
        ...refused
          .filter((path) => !changes.some((change) => change.path === path))
          .map((path) => ({ path, kind: 'changed', type: 'file', bytes: 0 }) as const),
      ],
      hosts,
      gone: await parts.gone.count(changes, {
        session: turn.sessionId,
        roots: [turn.cwd],
        since: turn.keptSince,
      }),
      ...(unseen !== undefined && { unseen }),
    }
  }
}
