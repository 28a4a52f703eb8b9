import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RuleStore } from '../ports'

/** Where a grant would be used. */
export interface GrantPlace {
  readonly keys: readonly string[]
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

/**
 * Every grant that is in force: those of turns and sessions in memory, rules on file. Listable and revocable at any
 * time; what is revoked is not used again. Never holds a rule that runs outside the sandbox.
 */
export class GrantBook {
  readonly #rules: RuleStore
  readonly #changed: () => void
  #grants: readonly StoredGrant[] = []
  #loaded: Promise<void> | undefined

  constructor(rules: RuleStore, changed: () => void) {
    this.#rules = rules
    this.#changed = changed
  }

  /** All grants in force, oldest first. Throws what the rule store throws. */
  async list(): Promise<readonly StoredGrant[]> {
    await this.#load()
    return this.#grants
  }

  /**
   * The newest grants that cover every key here; the narrower kind when both kinds do. Undefined when one key is not
   * covered, or there is none: nobody allowed it.
   */
  async find(at: GrantPlace): Promise<HeldGrants | undefined> {
    await this.#load().catch(() => undefined) // rules that cannot be read grant nothing; listing them says why
    const held = this.#grants.filter((grant) => holds(grant, at))
    for (const kind of ['only-this', 'outside'] as const) {
      const records = at.keys.map((key) => held.findLast((grant) => grant.key === key && grant.kind === kind))
      const found = records.filter((record) => record !== undefined)
      if (found.length > 0 && found.length === at.keys.length) return { kind, records: found }
    }
    return undefined
  }

  /** Puts a grant in force, in place of an older one for the same command and kind. A rule is on file first. */
  async add(grant: StoredGrant): Promise<void> {
    if (grant.scope === 'rule') {
      if (grant.kind === 'outside') return
      await this.#load() // a file that cannot be read must not be written over
    }
    const others = this.#grants.filter(
      (each) =>
        !(
          each.key === grant.key &&
          each.kind === grant.kind &&
          each.scope === grant.scope &&
          each.sessionId === grant.sessionId
        ),
    )
    await this.#replace([...others, grant])
  }

  /** Takes a grant out of force; false when there was none with this id. */
  async revoke(id: string): Promise<boolean> {
    await this.#load()
    const rest = this.#grants.filter((grant) => grant.id !== id)
    if (rest.length === this.#grants.length) return false
    await this.#replace(rest)
    return true
  }

  /** Ends what was given for a turn (with `turnId`) or for everything in a session. Rules stay. */
  end(sessionId: string, turnId?: string): void {
    const rest = this.#grants.filter((grant) => {
      if (grant.sessionId !== sessionId || grant.scope === 'rule') return true
      return turnId !== undefined && !(grant.scope === 'turn' && grant.turnId === turnId)
    })
    if (rest.length === this.#grants.length) return
    this.#grants = rest
    this.#changed()
  }

  async #replace(grants: readonly StoredGrant[]): Promise<void> {
    const rules = (each: readonly StoredGrant[]): readonly StoredGrant[] =>
      each.filter((grant) => grant.scope === 'rule')
    const [before, after] = [rules(this.#grants), rules(grants)]
    if (before.length !== after.length || before.some((grant, at) => grant !== after[at]))
      await this.#rules.save(after)
    this.#grants = grants
    this.#changed()
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#rules.load().then(
      (rules) => {
        this.#grants = [...rules.filter((grant) => grant.kind === 'only-this'), ...this.#grants]
      },
      (error: unknown) => {
        this.#loaded = undefined // looked at again next time; meanwhile nothing is granted
        throw error
      },
    )
    return this.#loaded
  }
}
