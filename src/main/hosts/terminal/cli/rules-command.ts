import type { AddCommand } from '../../cli/cli-context'
import { addCheck } from './rules/check'
import { addImport } from './rules/import'
import { addExplain } from './rules/explain'

/** `countersign rules`: what may happen without a question. One file for each of its commands. */
export const addRules: AddCommand = (rules, cli) => {
  addCheck(rules.command('check').description('reads rules.toml and says what is wrong in it'), cli)
  addExplain(
    rules.command('explain').description('says whether a command would run, and by whose word; runs nothing'),
    cli,
  )
  addImport(
    rules
      .command('import')
      .description('takes over what agents may do unasked; changes nothing without --write'),
    cli,
  )
}
