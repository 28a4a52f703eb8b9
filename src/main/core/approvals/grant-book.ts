import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RuleStore } from '../ports'
import { tooBroad } from './broad-pattern'
import { beginsWith } from './command-rule'
import type { GrantKeys } from './grant-key'

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

/** A rule is looked at again when it is used: the file it stands in can be edited past the check at saving. */
const coversByPrefix = (grant: StoredGrant, wanted: GrantKeys): boolean =>
  grant.covers === 'prefix' &&
  grant.kind === 'only-this' &&
  grant.key === wanted.openKey &&
  beginsWith(wanted.command, grant.command) &&
  tooBroad(grant.command) === undefined

/** Two grants with the same identity are one: the newer takes the older's place. A prefix and a host are many per key. */
const identity = ({ key, kind, scope, sessionId, covers, command, grants }: StoredGrant): string =>
  JSON.stringify([
    key,
    kind,
    scope,
    sessionId,
    covers === 'prefix' ? command : covers === 'host' ? grants : [],
  ])

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
   * The newest grants that cover every key here, or the newest rule with a prefix that covers it as a whole; the
   * narrower kind when both kinds do. Undefined when one key is not covered, or there is none: nobody allowed it.
   */
  async find(wanted: GrantKeys, at: GrantPlace): Promise<HeldGrants | undefined> {
    const held = await this.#inForce(at)
    for (const kind of ['only-this', 'outside'] as const) {
      const records = wanted.keys.map((key) =>
        held.findLast((grant) => grant.covers === undefined && grant.key === key && grant.kind === kind),
      )
      const found = records.filter((record) => record !== undefined)
      if (found.length > 0 && found.length === wanted.keys.length) return { kind, records: found }
    }
    const open = held.findLast((grant) => coversByPrefix(grant, wanted))
    return open && { kind: 'only-this', records: [open] }
  }

  /** The newest grants of hosts for the commands of this folder, newest first. */
  async findHosts(folder: string, at: GrantPlace): Promise<readonly StoredGrant[]> {
    const key = hostGrantKey(folder)
    const held = await this.#inForce(at)
    return held.filter((grant) => grant.covers === 'host' && grant.key === key).reverse()
  }

  /** Puts a grant in force, in place of an older one for the same thing and kind. A rule is on file first. */
  async add(grant: StoredGrant): Promise<void> {
    if (grant.scope === 'rule') {
      if (grant.kind === 'outside') return
      await this.#load() // a file that cannot be read must not be written over
    }
    const others = this.#grants.filter((each) => identity(each) !== identity(grant))
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

  async #inForce(at: GrantPlace): Promise<readonly StoredGrant[]> {
    await this.#load().catch(() => undefined) // rules that cannot be read grant nothing; listing them says why
    return this.#grants.filter((grant) => holds(grant, at))
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
