import { Option } from 'commander'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { runRehearse, type RehearseOptions } from '../run-rehearse'
import type { AddCommand } from '../../cli/cli-context'

/** `countersign rehearse`: what a command would change, without changing anything. */
export const addRehearse: AddCommand = (rehearse, cli) => {
  rehearse
    .option('--json', 'print one JSON object')
    .option('--cwd <dir>', 'the folder to run in (default: this one)')
    .addOption(
      new Option('--policy <mode>', 'the sandbox policy it would run under').choices(SandboxMode.options),
    )
    .option('--timeout <ms>', 'stops it after so many milliseconds (default: as configured)', Number)
    .argument('<command...>', 'the program and its arguments, behind --')
    .action((command: string[], options: RehearseOptions) =>
      cli.withJudge(({ rehearseTyped }) => {
        const { write, complain, stop } = cli
        return runRehearse({ command, options, rehearse: rehearseTyped }, { write, complain }, stop)
      }),
    )
}
