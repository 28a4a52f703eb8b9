import { z } from 'zod'

const from = { file: z.string(), entry: z.string() }
const Named = z.strictObject({ ...from, name: z.string() })

/**
 * What was found of agents' permissions and became of each entry. `file` is rules.toml, `found` the files that were read. `written`: the rules stand in it
 * now. `problem`: it is wrong, and nothing was translated. Files and entries are untrusted.
 */
export const RuleImportReport = z.strictObject({
  file: z.string(),
  found: z.array(z.string()),
  written: z.boolean(),
  problem: z.string().nullable(),
  rules: z.array(Named.extend({ toml: z.string() })),
  there: z.array(Named),
  refused: z.array(z.strictObject({ ...from, reason: z.string() })),
})
export type RuleImportReport = z.infer<typeof RuleImportReport>
