import { didMore, type RunPromise } from '@shared/domain/run-promise'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RuleChange, RuleStore } from '../ports/session-store'
import type { CountedYes, RuleUsage } from '../ports/rule-usage'
import { tooBroad } from './broad-pattern'
import { beginsWith } from './rule-text'
import type { GrantKeys } from './grant-key'
import { standingWord } from './yes-ends'

/** The turn in which a grant would be used. */
export interface GrantPlace {
  readonly sessionId: string
  readonly turnId: string
}

/** Grants that together cover everything asked for, all of one kind. */
export interface HeldGrants {
  readonly kind: StoredGrant['kind']
  readonly records: readonly StoredGrant[]
}

const holds = (grant: StoredGrant, at: GrantPlace): boolean => {
  switch (grant.scope) {
    case 'turn':
      return grant.sessionId === at.sessionId && grant.turnId === at.turnId
    case 'session':
      return grant.sessionId === at.sessionId
    case 'rule':
      return true
  }
}

/** The key of the grants of hosts in one folder. */
export function hostGrantKey(folder: string): string {
  return JSON.stringify(['host', folder])
}

/** Those that can be rules at all, whatever stands in their file. */
const onlyRules = (rules: readonly StoredGrant[]): readonly StoredGrant[] =>
  rules.filter(({ kind, scope }) => kind === 'only-this' && scope === 'rule')

/** A rule is looked at again when it is used: the file it stands in can be edited past the check at saving. */
async function coversByPrefix(grant: StoredGrant, wanted: GrantKeys): Promise<boolean> {
  return (
    grant.covers === 'prefix' &&
    grant.kind === 'only-this' &&
    grant.key === wanted.openKey &&
    beginsWith(wanted.command, grant.command) &&
    tooBroad(grant.command) === undefined &&
    wanted.starProblem !== undefined &&
    (await wanted.starProblem(grant.command)) === undefined
  )
}

/** Two grants with the same identity are one: the newer takes the older's place. A prefix and a host are many per key. */
const identity = ({ key, kind, scope, sessionId, covers, command, grants }: StoredGrant): string =>
  JSON.stringify([
    key,
    kind,
    scope,
    sessionId,
    covers === 'prefix' ? command : covers === 'host' ? grants : [],
  ])

const afterRun = (grant: StoredGrant, lastRun: RunPromise): StoredGrant => ({
  ...grant,
  lastRun,
  ...(didMore(lastRun) && { suspended: true }),
})

/** As its uses are counted. */
const counted = ({ id, ends, createdAt }: StoredGrant): CountedYes => ({
  key: id,
  ends,
  since: Date.parse(createdAt),
})

/** Whether it was given after everything was to be asked about; of the same moment counts as before. */
const isGivenAfter = (anew: { readonly at: number } | undefined, { createdAt }: StoredGrant): boolean =>
  anew === undefined || Date.parse(createdAt) > anew.at

/** Oldest first; of the same moment as they were. */
const inOrder = (grants: readonly StoredGrant[]): readonly StoredGrant[] =>
  grants
    .map((grant) => ({ grant, at: Date.parse(grant.createdAt) }))
    .sort((a, b) => a.at - b.at)
    .map(({ grant }) => grant)

/**
 * Every grant that is in force: those of turns and sessions in memory, rules on file. Listable and revocable at any
 * time; what is revoked is not used again. Never holds a rule that runs outside the sandbox.
 */
export class GrantBook {
  readonly #rules: RuleStore
  readonly #changed: () => void
  readonly #usage: RuleUsage | undefined
  /** Those of turns and sessions. */
  #held: readonly StoredGrant[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(rules: RuleStore, changed: () => void, usage?: RuleUsage) {
    this.#rules = rules
    this.#changed = changed
    this.#usage = usage
  }

  /** All grants in force, oldest first. Throws what the rule store throws. */
  async list(): Promise<readonly StoredGrant[]> {
    return inOrder([...(await this.#withUsage(await this.#stored())), ...(await this.#notTakenBack())])
  }

  /** The same without rules where these cannot be read, which then grant nothing. Never rejects. */
  async readable(): Promise<readonly StoredGrant[]> {
    return this.list().catch(async () => inOrder(await this.#notTakenBack()))
  }

  /** Counts a use of each, before anything is done under them; false: one of them counts no more, or could not be counted. */
  async use(grants: readonly StoredGrant[]): Promise<boolean> {
    if (!this.#usage) return grants.every(({ ends }) => ends === undefined)
    const counting = await this.#counting(grants)
    for (const grant of grants) {
      if (!counting.includes(grant)) return false
      if (grant.scope !== 'rule') continue
      const stood = await this.#usage.use(counted(grant), grant.cwd).catch(() => undefined)
      if (stood?.kind !== 'in-force') return false
    }
    return true
  }

  /**
   * The newest grants that cover every key here, or the newest rule with a prefix that covers it as a whole; the
   * narrower kind when both kinds do. Undefined when one key is not covered, or there is none: nobody allowed it.
   * Without a place no grant counts. `suspended`: also those that count no more, since a run did more than was shown.
   */
  async find(
    wanted: GrantKeys,
    at: GrantPlace | undefined,
    which: 'in-force' | 'suspended' = 'in-force',
  ): Promise<HeldGrants | undefined> {
    const keys = new Set<string | undefined>([...wanted.keys, wanted.openKey])
    const all = await this.#inForce(at, ({ key }) => keys.has(key))
    const held = which === 'suspended' ? all : all.filter(({ suspended }) => !suspended)
    for (const kind of ['only-this', 'outside'] as const) {
      const records = wanted.keys.map((key) =>
        held.findLast((grant) => grant.covers === undefined && grant.key === key && grant.kind === kind),
      )
      const found = records.filter((record) => record !== undefined)
      if (found.length > 0 && found.length === wanted.keys.length) return { kind, records: found }
    }
    for (const grant of held.toReversed())
      if (await coversByPrefix(grant, wanted)) return { kind: 'only-this', records: [grant] }
    return undefined
  }

  /** The newest grants of hosts for the commands of this folder, newest first; none without a place. */
  async findHosts(folder: string, at: GrantPlace | undefined): Promise<readonly StoredGrant[]> {
    const key = hostGrantKey(folder)
    const held = await this.#inForce(at, (grant) => grant.covers === 'host' && grant.key === key)
    return held.toReversed()
  }

  /** Puts a grant in force, in place of an older one for the same thing and kind. A rule is on file first. */
  add(grant: StoredGrant): Promise<void> {
    const beside = (held: readonly StoredGrant[]): readonly StoredGrant[] => [
      ...held.filter((each) => identity(each) !== identity(grant)),
      grant,
    ]
    return this.#alone(async () => {
      if (grant.scope !== 'rule') this.#held = beside(this.#held)
      else if (grant.kind === 'outside') return
      else await this.#change(beside)
      this.#changed()
    })
  }

  /** Takes a grant out of force; false when there was none with this id. */
  revoke(id: string): Promise<boolean> {
    const without = (held: readonly StoredGrant[]): readonly StoredGrant[] =>
      held.filter((grant) => grant.id !== id)
    return this.#alone(async () => {
      const held = without(this.#held)
      if (held.length === this.#held.length) {
        const isThere = await this.#change((stored) =>
          without(stored).length === stored.length ? undefined : without(stored),
        )
        if (!isThere) return false
      } else this.#held = held
      this.#changed()
      return true
    })
  }

  /** Notes what a run under these grants came to beside what was shown; where that was more, they are suspended until a new yes. */
  ran(ids: readonly string[], lastRun: RunPromise): Promise<void> {
    const noted = (held: readonly StoredGrant[]): readonly StoredGrant[] =>
      held.map((grant) => (ids.includes(grant.id) ? afterRun(grant, lastRun) : grant))
    return this.#alone(async () => {
      if (this.#held.some(({ id }) => ids.includes(id))) this.#held = noted(this.#held)
      const stored = await this.#stored()
      // On file only where it comes out otherwise than before.
      const differs = ({ id, lastRun: last }: StoredGrant): boolean =>
        ids.includes(id) && (last === undefined || didMore(last) !== didMore(lastRun))
      if (stored.some(differs)) await this.#change(noted)
      this.#changed()
    })
  }

  /**
   * Puts what `narrow` makes of a rule in its place, on file first; false when there is no such rule. What `narrow` throws is passed
   * on, and nothing changes then.
   */
  narrow(id: string, narrow: (rule: StoredGrant) => Promise<StoredGrant>): Promise<boolean> {
    return this.#alone(async () => {
      const isThere = await this.#change(async (stored) => {
        const rule = stored.find((each) => each.id === id)
        if (rule === undefined) return undefined
        const narrower = await narrow(rule)
        const others = stored.filter((each) => each.id !== id && identity(each) !== identity(narrower))
        return [...others, narrower]
      })
      if (isThere) this.#changed()
      return isThere
    })
  }

  /** Ends what was given for a turn (with `turnId`) or for everything in a session. Rules stay. */
  end(sessionId: string, turnId?: string): void {
    const rest = this.#held.filter(
      (grant) =>
        grant.sessionId !== sessionId ||
        (turnId !== undefined && !(grant.scope === 'turn' && grant.turnId === turnId)),
    )
    if (rest.length === this.#held.length) return
    this.#held = rest
    this.#changed()
  }

  /** Ends what was given in a session, but in these turns of it. Rules stay. */
  keep(sessionId: string, turnIds: readonly string[]): void {
    const rest = this.#held.filter((grant) => grant.sessionId !== sessionId || turnIds.includes(grant.turnId))
    if (rest.length === this.#held.length) return
    this.#held = rest
    this.#changed()
  }

  /** Those wanted that hold there, oldest first: only of them is looked up whether they still count. */
  async #inForce(
    at: GrantPlace | undefined,
    isWanted: (grant: StoredGrant) => boolean,
  ): Promise<readonly StoredGrant[]> {
    if (!at) return []
    // Rules that cannot be read or whose uses cannot be counted grant nothing; listing them says why.
    const stored = await this.#stored()
      .then((rules) => this.#stillGood(rules.filter(isWanted)))
      .catch(() => [])
    const held = await this.#counting(this.#held.filter(isWanted))
    return inOrder([...stored, ...held]).filter((grant) => holds(grant, at))
  }

  /** Of these the rules, and of what was given for a turn or a session what counts: nothing while all is asked about, and of what was given before nothing any more. */
  async #counting(grants: readonly StoredGrant[]): Promise<readonly StoredGrant[]> {
    if (!this.#usage || grants.every(({ scope }) => scope === 'rule')) return grants
    // Where it cannot be read whether all is asked about, it is.
    const anew = await this.#usage.askedAnew().catch(() => ({ at: Infinity, goesOn: true }))
    return grants.filter(
      (grant) => grant.scope === 'rule' || (anew?.goesOn !== true && isGivenAfter(anew, grant)),
    )
  }

  /** What was given for a turn or a session, and is in force or will be again; all of it where that cannot be read. */
  async #notTakenBack(): Promise<readonly StoredGrant[]> {
    if (!this.#usage || this.#held.length === 0) return this.#held
    const anew = await this.#usage.askedAnew().catch(() => undefined)
    return this.#held.filter((grant) => isGivenAfter(anew, grant))
  }

  async #stillGood(rules: readonly StoredGrant[]): Promise<readonly StoredGrant[]> {
    if (!this.#usage || rules.length === 0) return rules.filter(({ ends }) => ends === undefined)
    const standing = await this.#usage.standing(rules.map((rule) => [counted(rule), rule.cwd]))
    return rules.filter((_, at) => standing[at]?.kind === 'in-force')
  }

  async #withUsage(rules: readonly StoredGrant[]): Promise<readonly StoredGrant[]> {
    const usage = this.#usage
    if (!usage || rules.length === 0) return rules
    const standing = await usage.standing(rules.map((rule) => [counted(rule), rule.cwd]))
    const uses = await usage.of(rules.map(({ id }) => id))
    return rules.map((rule, at) => {
      const { count = 0, last } = uses[at] ?? {}
      const word = standingWord(standing[at] ?? { kind: 'suspended', because: 'person' })
      return { ...rule, usage: { count, ...(last !== undefined && { last }), standing: word } }
    })
  }

  /** The rules as they are on file now: another process of the same home may have added or revoked some. */
  async #stored(): Promise<readonly StoredGrant[]> {
    return onlyRules(await this.#rules.load())
  }

  #change(edit: RuleChange): Promise<boolean> {
    return this.#rules.change((rules) => edit(onlyRules(rules)))
  }

  /** One change after another, so that none is lost to one that began earlier. */
  #alone<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change)
    this.#last = done.catch(() => undefined)
    return done
  }
}
