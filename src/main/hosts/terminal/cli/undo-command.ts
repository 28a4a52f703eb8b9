import { runUndo, type UndoOptions } from '../run-undo'
import type { AddCommand } from '../../cli/cli-context'

/** `countersign undo`: takes back what a turn changed in a folder, or what an allowed run wrote outside of it. */
export const addUndo: AddCommand = (command, cli) => {
  command
    .option('--list', 'say what can be taken back or done again, and change nothing')
    .option('--json', 'print JSON')
    .option('--redo', 'do again what was taken back')
    .option('--since-too', 'also over what was changed since')
    .option('--cwd <dir>', 'the folder (default: this one)')
    .argument('[id]', 'what, as --list names it (default: the latest)')
    .action((id: string | undefined, options: UndoOptions) =>
      cli.withEngine(({ engine }) => {
        const { write, complain } = cli
        return runUndo({ id, options, restores: engine.restores }, { write, complain })
      }),
    )
}
