import type { AddCommand } from '../../../cli/cli-context'
import { visible } from '../../../visible'

/** `countersign rules check`: exit code 0 where every rule of the file can be used, 2 where none is, with the line. */
export const addCheck: AddCommand = (check, cli) => {
  check.option('--json', 'print one JSON object').action((options: { json?: boolean }) =>
    cli.withJudge(async (judge) => {
      const { effectRules } = await judge.effectRules()
      const { rules, problem } = await effectRules.load()
      const { file } = effectRules
      if (options.json === true) {
        const names = rules.map(({ rule }) => rule.name)
        cli.write(`${JSON.stringify({ file, rules: names, problem: problem ?? null })}\n`)
      } else if (problem === undefined) {
        const count = rules.length === 1 ? '1 rule' : `${String(rules.length)} rules`
        cli.write(`${visible(file)}: ${count} of effects.\n`)
      } else
        cli.complain(
          `countersign: ${visible(problem)}\nNo rule of this file counts; what it would answer is asked.\n`,
        )
      return problem === undefined ? 0 : 2
    }),
  )
}
