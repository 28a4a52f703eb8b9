import { Option } from 'commander'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { runAssess, type AssessOptions } from '../run-assess'
import type { AddCommand } from '../../cli/cli-context'

/** `countersign assess`: what is known of a command, without running it. */
export const addAssess: AddCommand = (command, cli) => {
  command
    .option('--json', 'print one JSON object')
    .option('--stdin', 'read commands as JSON lines, {"argv": […], "cwd"?: "…"}, and answer each with one')
    .option('--cwd <dir>', 'the folder it would run in (default: this one)')
    .addOption(
      new Option('--policy <mode>', 'the sandbox policy it would run under').choices(SandboxMode.options),
    )
    .option('--no-model', 'facts and checks only')
    .argument('[command...]', 'the program and its arguments, behind --')
    .action((argv: string[], options: AssessOptions) =>
      cli.withJudge(({ assessTyped }) => {
        const { write, complain, stop: signal } = cli
        return runAssess(
          { argv, options, assess: assessTyped },
          { write, complain, input: process.stdin, signal },
        )
      }),
    )
}
