import { resolve } from 'node:path'
import { Option } from 'commander'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { AssessTyped } from '../../../core/assessment/assess-typed'
import { runAssess, type AssessOptions } from '../run-assess'
import type { AddCommand } from '../../cli/cli-context'
import { addPlace, type Place } from './add-config-flags'

/** `countersign assess`: what is known of a command, without running it. */
export const addAssess: AddCommand = (command, cli) => {
  addPlace(command)
    .option('--json', 'print one JSON object')
    .option('--stdin', 'read commands as JSON lines, {"argv": […], "cwd"?: "…"}, and answer each with one')
    .addOption(
      new Option('--policy <mode>', 'the sandbox policy it would run under').choices(SandboxMode.options),
    )
    .option('--no-model', 'facts and checks only')
    .argument('[command...]', 'the program and its arguments, behind --')
    .action(async (argv: string[], { host, cd, cwd = cd, ...options }: AssessOptions & Place) => {
      const { stop: signal } = cli
      const io = { input: process.stdin, signal }
      if (host !== undefined) {
        const { askHost } = await import('../remote/ask-host')
        return askHost(host, cli, {
          ...{ cd: cwd, json: options.json === true || options.stdin === true },
          use: ({ request, folder, ...there }) => {
            const assess: AssessTyped = (question) =>
              request('command.assess', { ...question, argv: [...question.argv] })
            return runAssess({ argv, folder, options, assess, host }, { ...io, ...there })
          },
        })
      }
      return cli.withJudge(({ assessTyped: assess }) => {
        const { write, complain } = cli
        const folder = resolve(cwd ?? '.')
        return runAssess({ argv, folder, options, assess }, { ...io, write, complain })
      })
    })
}
