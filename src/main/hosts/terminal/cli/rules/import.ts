import { Option } from 'commander'
import { HookAgent } from '@shared/domain/hook-agent'
import { countInWords } from '@shared/messages/amounts'
import { ruleImport } from '@shared/messages/rule-import'
import type { RuleImportReport } from '@shared/domain/rule-import'
import type { AddCommand } from '../../../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../../../visible'

interface ImportOptions {
  readonly from?: HookAgent
  readonly json?: boolean
  readonly write?: boolean
}

/** `countersign rules import`: exit code 0, 2 where rules.toml or a path cannot be used; then nothing is changed. */
export const addImport: AddCommand = (command, cli) => {
  command
    .addOption(new Option('--from <agent>', 'the permissions of this agent alone').choices(HookAgent.options))
    .option('--json', 'print one JSON object')
    .option('--write', 'add the rules to rules.toml')
    .argument('[path...]', 'files of permissions or projects (default: those of your own home)')
    .action((paths: string[], { from, json = false, write = false }: ImportOptions) =>
      cli.withReplay(async ({ importRules }) => {
        let done: RuleImportReport
        try {
          done = await importRules({ from, paths, write })
        } catch (error) {
          cli.complain(`countersign: ${error instanceof Error ? error.message : String(error)}\n`)
          return 2
        }
        if (json) cli.write(`${visibleJson(done)}\n`)
        else if (done.problem === null) cli.write(`${textOf(done).join('\n')}\n`)
        if (done.problem !== null && !json) cli.complain(`countersign: ${done.problem}\n`)
        return done.problem === null ? 0 : 2
      }),
    )
}

function textOf({ file, found, rules, there, refused, written }: RuleImportReport): readonly string[] {
  if (found.length === 0) return [ruleImport.none]
  const count = countInWords(rules.length, ruleImport.rule)
  const says = written ? ruleImport.added : ruleImport.would
  return [
    ...(rules.length === 0 ? [] : [says(count, visibleLine(file)), '']),
    ...rules.flatMap(({ toml }) => [visible(toml)]),
    ...(rules.length === 0 ? [] : [ruleImport.effects]),
    ...there.map(({ entry, name }) => ruleImport.there(visibleLine(entry), visibleLine(name))),
    ...(refused.length === 0 ? [] : ['', ruleImport.refused]),
    ...refused.map(
      (each) => `  ${visibleLine(each.file)}: ${visibleLine(each.entry)}: ${visibleLine(each.reason)}`,
    ),
  ]
}
