import type { AddCommand } from '../../cli/cli-context'
import { addCheck } from './rules/check'
import { addImport } from './rules/import'
import { addTest } from './rules/test'
import { addExplain } from './rules/explain'
import { addList, addSuspend } from './rules/standing'

/** `countersign rules`: what may happen without a question. One file for each of its commands. */
export const addRules: AddCommand = (rules, cli) => {
  addCheck(rules.command('check').description('reads rules.toml and says what is wrong in it'), cli)
  addTest(
    rules.command('test').description('says what each rule would have answered of the questions on file'),
    cli,
  )
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
  addList(
    rules.command('list').description('each saved rule, how long it holds and how often it was used'),
    cli,
  )
  addSuspend(true)(
    rules.command('suspend').description('has everything asked about again, in every engine of this home'),
    cli,
  )
  addSuspend(false)(rules.command('resume').description('ends what suspend began'), cli)
}
