import { plainWord, type SimpleCommand } from '../../shell/graph'
import { readDatabaseCall } from '../../shell/nested/database-calls'
import { targetOf, type FileAction } from './file-action'
import type { RecordTable } from '../../programs/record-table'
import { dryRun } from './dry-run'
import { environmentFiles } from './environment-files'
import { fileUses } from './file-programs'
import { transferred } from './output-files'
import { codeTouches } from './code-touches'
import { codeReads } from './plain-code'

/** What is known around a command: what finds the text on its standard input, and the home folder. */
interface Fed {
  readonly input?: () => string | undefined
  readonly home?: string | undefined
}

/** A command to which another one hands a known text, as one that the text stands behind. */
function withKnownInput(command: SimpleCommand, { input }: Fed): SimpleCommand {
  const text = command.stdin.kind === 'pipe' ? input?.() : undefined
  return text === undefined ? command : { ...command, stdin: { kind: 'text', word: plainWord(text) } }
}

/**
 * What a command does to files of this machine: by its program, and by its redirections. Commands that run elsewhere
 * (ssh, a container) and those of Windows shells have none here.
 */
export function fileActions(piped: SimpleCommand, own?: RecordTable, fed: Fed = {}): readonly FileAction[] {
  const command = withKnownInput(piped, fed)
  if (command.shell !== 'posix' || command.host !== undefined) return []
  const found: FileAction[] = []
  const asks = /^--(help|version)$/.test(command.words[1]?.text ?? '')
  if (!asks && dryRun(command) === undefined)
    for (const { recursive = false, attributes = false, ...rest } of [
      ...fileUses(command, own),
      ...transferred(command, fed.input),
    ])
      found.push({ command: command.id, ...rest, recursive, attributes })
  for (const { access, target } of codeReads(command))
    found.push({ command: command.id, access, target, recursive: false, attributes: false })
  for (const { recursive = false, ...rest } of codeTouches(command))
    found.push({ command: command.id, ...rest, recursive, attributes: false })
  for (const { access, word, into } of readDatabaseCall(command, fed.input ?? (() => undefined), fed.home)
    ?.files ?? [])
    found.push({
      command: command.id,
      access,
      target: { ...targetOf(word, command), ...(into && { spread: 'below', filtered: true }) },
      recursive: false,
      attributes: false,
    })
  for (const { access, target } of environmentFiles(command))
    found.push({ command: command.id, access, target, recursive: false, attributes: false })
  for (const redirect of command.redirects) {
    if (redirect.mode === 'duplicate') continue
    found.push({
      command: command.id,
      access: redirect.mode,
      target: targetOf(redirect.target, command),
      recursive: false,
      attributes: false,
    })
  }
  return found
}
