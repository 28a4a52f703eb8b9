import { Option } from 'commander'
import { HistoryAgent } from '@shared/domain/replay'
import type { AddCommand } from '../../cli/cli-context'
import { runReplay, type ReplayCommandOptions } from '../run-replay'

/** `countersign replay`: what of the past would need a person, read by today's rules. */
export const addReplay: AddCommand = (command, cli) => {
  command
    .addOption(
      new Option('--from <agent>', 'the histories of this agent alone').choices(HistoryAgent.options),
    )
    .option('--since <date>', 'what came later than this, such as 2026-10-26')
    .option('--json', 'print one JSON object')
    .argument('[path...]', 'histories or folders of them (default: where the agents keep theirs)')
    .action((paths: string[], options: ReplayCommandOptions) =>
      cli.withReplay(({ replay }) => runReplay({ paths, options, replay }, cli)),
    )
}
