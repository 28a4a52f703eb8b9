import type { CompileParts } from '../../src/main/core/effect-rules/compile-rule'
import { editRulesFile } from '../../src/main/adapters/config-toml/edit-rules-file'
import { createRulesFile } from '../../src/main/adapters/config-toml/effect-rules'
import { createOldRules } from '../../src/main/adapters/config-toml/old-rules'
import { createSavedRules } from '../../src/main/adapters/config-toml/saved-rules'

/** The saved rules of a home, as an engine has them; of effect rules only such as need no reader of command lines. `said`: what it says of an earlier version's file. */
export function rulesOfHome(home: string, said: string[] = []) {
  const parser: CompileParts['parser'] = {
    parse: () => Promise.resolve(undefined),
    read: () => Promise.reject(new Error('nothing is read')),
  }
  const parts = (): CompileParts => ({ parser, home: '/home/dev', engine: [home] })
  const file = createRulesFile(home, parts)
  const edit = editRulesFile(file.file, parts)
  const old = createOldRules(home, edit, (problem) => void said.push(problem))
  return {
    ...{ file, edit, old },
    saved: createSavedRules({ file: file.file, load: () => file.saved(), edit, old }),
  }
}
