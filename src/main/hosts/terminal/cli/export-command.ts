import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { FaultError } from '@shared/domain/fault'
import type { ExportFormat } from '@shared/domain/session'
import type { EngineService } from '../../../core/engine/engine-service'
import type { AddCommand } from '../../cli/cli-context'

interface ExportOptions {
  readonly format: Exclude<ExportFormat, 'rollout'>
  readonly cwd?: string
}

/** `countersign export`: prints a session as a file for a person, what is known to be secret left out of what is to be read. */
export const addExport: AddCommand = (command, cli) => {
  command
    .addOption(
      new Option('--format <format>', 'what it is printed as')
        .choices(['markdown', 'html', 'json'])
        .default('markdown'),
    )
    .option('--cwd <dir>', 'the folder whose latest session is meant (default: this one)')
    .argument('[id]', 'which session (default: the latest of the folder)')
    .action((id: string | undefined, options: ExportOptions) =>
      cli.withEngine(async ({ engine }) => {
        const sessionId = id ?? (await latestIn(engine, options.cwd ?? process.cwd()))
        const { text } = await engine.exportSession(sessionId, options.format)
        cli.write(text)
        return 0
      }),
    )
}

/** Throws FaultError `unknown-session` where there is none. */
async function latestIn(engine: EngineService, named: string): Promise<string> {
  const folder = realpathSync(resolve(named))
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await engine.listSessions({
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    })
    const found = items.find(({ cwd }) => cwd === folder)
    if (found) return found.id
    cursor = nextCursor
  } while (cursor !== undefined)
  throw new FaultError({
    code: 'unknown-session',
    message: `No session worked in ${folder}; expected the id of one.`,
  })
}
