import { resolve } from 'node:path'
import { Option } from 'commander'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { RehearseTyped } from '../../../core/rehearsal/rehearse-typed'
import { runRehearse, type RehearseOptions } from '../run-rehearse'
import type { AddCommand } from '../../cli/cli-context'
import { addPlace, type Place } from './add-config-flags'

/** `countersign rehearse`: what a command would change, without changing anything. */
export const addRehearse: AddCommand = (rehearse, cli) => {
  addPlace(rehearse)
    .option('--json', 'print one JSON object')
    .addOption(
      new Option('--policy <mode>', 'the sandbox policy it would run under').choices(SandboxMode.options),
    )
    .option('--timeout <ms>', 'stops it after so many milliseconds (default: as configured)', Number)
    .argument('<command...>', 'the program and its arguments, behind --')
    .action(async (command: string[], { host, cd, cwd = cd, ...options }: RehearseOptions & Place) => {
      if (host !== undefined) {
        const [{ askHost }, { tellLeftOut }] = await Promise.all([
          import('../remote/ask-host'),
          import('../remote/run-on-host'),
        ])
        return askHost(host, cli, {
          ...{ cd: cwd, json: options.json ?? false },
          use: ({ request, folder, ...there }) => {
            const rehearseThere: RehearseTyped = async (typed) => {
              const asked = { ...typed, command: [...typed.command] }
              const { rehearsal, leftOut } = await request('command.rehearse', asked)
              tellLeftOut(host, leftOut, cli.complain)
              return rehearsal
            }
            return runRehearse({ command, folder, options, rehearse: rehearseThere, host }, there, cli.stop)
          },
        })
      }
      return cli.withJudge(({ rehearseTyped }) => {
        const { write, complain, stop } = cli
        const folder = resolve(cwd ?? '.')
        return runRehearse({ command, folder, options, rehearse: rehearseTyped }, { write, complain }, stop)
      })
    })
}
