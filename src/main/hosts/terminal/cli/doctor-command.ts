import { printDoctor } from '../print-doctor'
import type { AddCommand } from '../../cli/cli-context'

/** `countersign doctor`: what the machine has and lacks. */
export const addDoctor: AddCommand = (command, cli) => {
  command
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      cli.withEngine(async ({ engine }) =>
        printDoctor(await engine.doctor(), options.json === true, cli.write),
      ),
    )
}
