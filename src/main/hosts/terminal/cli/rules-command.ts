import type { AddCommand } from '../../cli/cli-context'
import { addCheck } from './rules/check'

/** `countersign rules`: what may happen without a question. One file for each of its commands. */
export const addRules: AddCommand = (rules, cli) => {
  addCheck(rules.command('check').description('reads rules.toml and says what is wrong in it'), cli)
}
