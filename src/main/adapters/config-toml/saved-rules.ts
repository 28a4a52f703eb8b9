import { FaultError } from '@shared/domain/fault'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RuleStore } from '../../core/ports/session-store'
import { ConfigError } from './config-error'
import type { RulesFileEdit } from './edit-rules-file'
import type { OldRules } from './old-rules'

/** What the saved rules are read from and written with. */
export interface SavedRulesParts {
  readonly file: string
  /** Those that stand there now. Throws ConfigError. */
  readonly load: () => Promise<readonly StoredGrant[]>
  readonly edit: RulesFileEdit
  readonly old: OldRules
}

/** The saved rules of rules.toml. What it cannot be read for grants nothing (fails closed). */
export function createSavedRules({ file, load, edit, old }: SavedRulesParts): RuleStore {
  const fault = (what: string, error: unknown): FaultError => {
    const why = error instanceof ConfigError || error instanceof FaultError ? error.message : undefined
    const message = `The rules in ${file} ${what}${why === undefined ? '.' : `: ${why}`}`
    return new FaultError({ code: 'store-failed', message }, error)
  }
  return {
    async load() {
      await old.move()
      try {
        return await load()
      } catch (error) {
        if (error instanceof ConfigError) throw fault('cannot be used', error)
        throw error
      }
    },
    async change(change) {
      await old.move()
      // What the change itself threw is no fault of the file.
      let thrown: { readonly error: unknown } | undefined
      try {
        return await edit(async ({ saved, ...rest }) => {
          const wanted = await Promise.resolve(saved)
            .then(change)
            .catch((error: unknown) => {
              thrown = { error }
              throw error
            })
          return wanted && { ...rest, saved: wanted }
        })
      } catch (error) {
        if (thrown) throw thrown.error
        throw fault('were not written', error)
      }
    },
  }
}
