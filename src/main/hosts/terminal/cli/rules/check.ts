import type { AddCommand } from '../../../cli/cli-context'
import { managedLine, managedReport } from './managed'
import { visible, visibleJson, visibleLine } from '../../../visible'

/** `countersign rules check`: exit code 0 where every rule of the file, and of the machine's own, can be used, else 2, with the line. */
export const addCheck: AddCommand = (check, cli) => {
  check.option('--json', 'print one JSON object').action((options: { json?: boolean }) =>
    cli.withJudge(async (judge) => {
      const { effectRules, managedRules, old } = await judge.effectRules()
      const managed = await managedRules()
      const { rules, problem } = await effectRules.load()
      const { file } = effectRules
      const oldProblem = old.problem()
      if (options.json === true) {
        const names = rules.map(({ rule }) => rule.name)
        cli.write(
          `${visibleJson({ file, rules: names, problem: problem ?? null, old: oldProblem ?? null, managed: managedReport(managed) })}\n`,
        )
      } else if (problem === undefined) {
        const count = rules.length === 1 ? '1 rule' : `${String(rules.length)} rules`
        cli.write(`${visible(file)}: ${count} of effects.\n`)
      } else
        cli.complain(
          `countersign: ${visible(problem)}\nNo rule of this file counts; what it would answer is asked.\n`,
        )
      if (options.json !== true) {
        if (oldProblem !== undefined) cli.complain(`countersign: ${visible(oldProblem)}\n`)
        if (managed.problem !== undefined)
          cli.complain(
            `countersign: ${visible(managed.problem)}\nUntil the machine’s rules can be gone by, every command is asked about.\n`,
          )
        else for (const each of managed.rules) cli.write(`${visibleLine(managedLine(each))}\n`)
      }
      return [problem, oldProblem, managed.problem].every((each) => each === undefined) ? 0 : 2
    }),
  )
}
