import type { BackTest } from '@shared/domain/offered-rule'
import { backTestInWords } from '@shared/messages/effect-rule'
import { backTest } from '../../../../core/effect-rules/back-test'
import type { AddCommand } from '../../../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../../../visible'

/** When something was, to the minute, in the time of this machine. */
function minute(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const linesOf = (name: string, test: BackTest): readonly string[] => [
  `${name}: ${backTestInWords(test)}`,
  ...test.denied.map(({ id, at, command }) => `  ${id}  ${minute(at)}  ${command}`),
]

/** `countersign rules test`: exit code 2 where the file is wrong or has no rule of this name, else 0. Writes no more than the index that it reads. */
export const addTest: AddCommand = (test, cli) => {
  test
    .option('--json', 'print one JSON object')
    .argument('[name]', 'one rule alone')
    .action((name: string | undefined, options: { json?: boolean }) =>
      cli.withJudge(async (judge) => {
        const { effectRules, recorded } = await judge.effectRules()
        const { rules, problem } = await effectRules.load()
        if (problem !== undefined) {
          cli.complain(`countersign: ${visible(problem)}\nNo rule of this file counts.\n`)
          return 2
        }
        const wanted = name === undefined ? rules : rules.filter(({ rule }) => rule.name === name)
        if (name !== undefined && wanted.length === 0) {
          cli.complain(`countersign: no rule named ${visibleLine(JSON.stringify(name))}.\n`)
          return 2
        }
        const asked = await recorded.read()
        const tested = wanted.map((compiled) => ({
          name: compiled.rule.name,
          ...backTest(compiled, asked, effectRules),
        }))
        if (options.json === true) cli.write(`${visibleJson({ rules: tested })}\n`)
        else if (tested.length === 0) cli.write('There is no rule of effects.\n')
        else
          cli.write(
            `${tested
              .flatMap(({ name: of, ...each }) => linesOf(of, each))
              .map(visibleLine)
              .join('\n')}\n`,
          )
        return 0
      }),
    )
}
