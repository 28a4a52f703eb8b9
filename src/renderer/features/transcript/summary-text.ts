import type { ParsedCommand } from '@shared/domain/parsed-command'
import { strings } from '../../lib/strings'

const words = strings.transcript.summary

/** What a command does, in a few words; for the eye only. */
export function summaryText(parts: readonly ParsedCommand[]): string {
  return [...new Set(parts.map(partText))].join(', ')
}

function partText(part: ParsedCommand): string {
  switch (part.type) {
    case 'read':
      return words.read(part.path)
    case 'list_files':
      return words.listed(part.path ?? '')
    case 'search':
      return words.searched(part.query ?? '', part.path ?? '')
    case 'unknown':
      return part.cmd
  }
}
