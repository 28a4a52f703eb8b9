import { resolve } from 'node:path'
import type { RestoreWish } from '@shared/domain/turn-restore'
import { runUndo, type UndoOptions } from '../run-undo'
import type { AddCommand } from '../../cli/cli-context'
import { addPlace, type Place } from './add-config-flags'

/** `countersign undo`: takes back what a turn changed in a folder, or what an allowed run wrote outside of it. */
export const addUndo: AddCommand = (command, cli) => {
  addPlace(command)
    .option('--list', 'say what can be taken back or done again, and change nothing')
    .option('--json', 'print JSON')
    .option('--redo', 'do again what was taken back')
    .option('--since-too', 'also over what was changed since')
    .argument('[id]', 'what, as --list names it (default: the latest)')
    .action(async (id: string | undefined, { host, cd, cwd = cd, ...options }: UndoOptions & Place) => {
      if (host !== undefined) {
        const { askHost } = await import('../remote/ask-host')
        return askHost(host, cli, {
          ...{ cd: cwd, json: options.json ?? false },
          use: ({ request, folder, ...io }) => {
            const restores = {
              list: (path: string) => request('restore.list', { path }),
              restore: (sessionId: string, wish: RestoreWish) =>
                request('restore.do', { sessionId, ...wish }),
            }
            return runUndo({ id, folder, options, restores, host }, io)
          },
        })
      }
      return cli.withEngine(({ engine: { restores } }) =>
        runUndo({ id, folder: resolve(cwd ?? '.'), options, restores }, cli),
      )
    })
}
