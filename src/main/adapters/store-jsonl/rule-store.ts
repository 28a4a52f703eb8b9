import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import { StoredGrant } from '@shared/domain/stored-grant'
import type { RuleStore } from '../../core/ports/session-store'
import { writeWhole } from '../regular-file/write-whole'

const RuleFile = z.strictObject({ version: z.literal(1), rules: z.array(StoredGrant) })

const fault = (file: string, what: string, cause: unknown): FaultError =>
  new FaultError({ code: 'store-failed', message: `The rules in ${file} ${what}.` }, cause)

/**
 * The stored rules in `rules.json`, replaced whole by a rename, so that a crash leaves the old or the new file. A file
 * that cannot be read or is not ours is a fault and grants nothing (fails closed).
 */
export function createRuleStore(home: string): RuleStore {
  const file = join(home, 'rules.json')
  // Each command looks several times, and seldom are they others than before: the same text is not checked again.
  let known: { readonly text: string; readonly rules: readonly StoredGrant[] } | undefined
  const load = (): readonly StoredGrant[] => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw fault(file, 'cannot be read', error)
    }
    if (known?.text === text) return known.rules
    try {
      const { rules } = RuleFile.parse(JSON.parse(text))
      known = { text, rules }
      return rules
    } catch (error) {
      throw fault(file, 'are damaged: expected {"version": 1, "rules": […]}', error)
    }
  }
  return {
    load: () => new Promise((loaded) => loaded(load())),
    async save(rules) {
      try {
        await writeWhole(file, [`${JSON.stringify({ version: 1, rules }, undefined, 2)}\n`])
      } catch (error) {
        throw fault(file, 'were not written', error)
      }
    },
  }
}
